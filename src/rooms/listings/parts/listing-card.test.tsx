import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { ListingCard as Listing } from '../reading.ts';
import { ListingCard } from './listing-card.tsx';

const nbsp = '\u00a0';
const now = '2026-03-10T10:00:00.000Z';

const flat: Listing = {
  id: 7,
  reference: 'R',
  status: 'online',
  transaction: 1,
  isNew: false,
  lifeAnnuity: false,
  propertyType: 'apartment',
  subType: null,
  title: 'Trois pièces',
  price: 31_500_000,
  pricePerM2: 504_800,
  previousPrice: null,
  priceChangedAt: null,
  priceWithoutFees: 30_000_000,
  feesPayer: 1,
  feesPercent: 5,
  feeScheduleUrl: 'https://agence.example/bareme',
  charges: null,
  chargesMode: null,
  rentSupplement: null,
  baseRent: null,
  referenceRent: null,
  rentControlled: null,
  deposit: null,
  tenantFees: null,
  inventoryFees: null,
  annuityBouquet: null,
  annuityMonthly: null,
  surface: 62.4,
  landSurface: null,
  rooms: 3,
  bedrooms: 2,
  floor: 2,
  floors: 4,
  elevator: true,
  balcony: null,
  terrace: false,
  garden: null,
  parking: null,
  furnished: null,
  homes: null,
  energyStatus: 'rated',
  energyExemption: null,
  energyClass: 'D',
  climateClass: 'B',
  quarter: 'Guillotière',
  postalCode: '69007',
  place: {
    code: '69387',
    kind: 'district',
    name: 'Lyon 7e arrondissement',
    liaison: 0,
    slug: 'lyon-7e-arrondissement',
    cityName: 'Lyon',
    citySlug: 'lyon-69000',
    rank: 7,
    departmentName: 'Rhône',
  },
  soldMedian: null,
  shared: null,
  publishedAt: '2026-01-01T10:00:00.000Z',
  marketSince: null,
  photo: null,
  photoCount: 0,
  agency: { ownerReference: 'port', name: 'Agence du Port' },
};

function draw(said: Partial<Listing> = {}): { html: string; text: string } {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ListingCard listing={{ ...flat, ...said }} now={now} />
    </MemoryRouter>,
  );
  const text = html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/[ \n]+/g, ' ')
    .trim();
  return { html, text };
}

describe('a card', () => {
  test('of one home of a programme names the home, not the programme', () => {
    expect(draw({ subType: 'programme', isNew: true }).text).toContain(`Appartement · 3${nbsp}pièces`);
  });

  test('says price, fees, facts in order, place, class and agency', () => {
    expect(draw().text).toBe(
      [
        'Sans photo',
        `315${nbsp}000,00${nbsp}€ honoraires inclus`,
        `5${nbsp}048,00${nbsp}€/m²`,
        `300${nbsp}000,00${nbsp}€ hors honoraires`,
        `Honoraires${nbsp}: 5${nbsp}% TTC à la charge de l'acquéreur`,
        `Appartement · 3${nbsp}pièces · 62,4${nbsp}m² , Guillotière, 69007 Lyon 7e`,
        'Guillotière, 69007 Lyon 7e',
        `DPE${nbsp}D GES${nbsp}B 2e étage, ascenseur`,
        'Agence du Port',
      ].join(' '),
    );
  });

  test('is one link, with nothing that can be pressed inside it', () => {
    const { html } = draw();
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('href="/annonce/7"');
    expect(/<a [^>]*>.*?<\/a>/s.exec(html)?.[0]).not.toMatch(/<button|<a .*<a /s);
  });

  test('flags what is new, else what is cheaper, never both, never for long', () => {
    const fresh = draw({ publishedAt: '2026-03-10T08:00:00.000Z' });
    expect(fresh.text).toContain('Nouveau · il y a 2 heures');
    const drop = { previousPrice: 33_000_000, priceChangedAt: '2026-03-01T10:00:00.000Z' };
    expect(draw(drop).text).toContain(`Prix en baisse de 15${nbsp}000,00${nbsp}€`);
    expect(draw({ ...drop, publishedAt: '2026-03-10T08:00:00.000Z' }).text).not.toContain('baisse');
    expect(draw({ ...drop, priceChangedAt: '2026-01-01T10:00:00.000Z' }).text).not.toContain('baisse');
    expect(draw({ ...drop, previousPrice: 30_000_000 }).text).not.toMatch(/baisse|hausse/);
    expect(draw({ ...drop, status: 'withdrawn' }).text).not.toContain('baisse');
  });

  test('of a rental says charges and nothing of fees', () => {
    const { text } = draw({
      transaction: 2,
      price: 84_200,
      charges: 4_500,
      chargesMode: 1,
      deposit: 100,
      furnished: true,
    });
    expect(text).toContain(`842,00${nbsp}€ /mois CC`);
    expect(text).toContain(`dont 45,00${nbsp}€ de charges (forfait)`);
    expect(text).toContain('Appartement meublé');
    expect(text).not.toMatch(/honoraires|Dépôt/);
  });

  test('of a plot of land has neither rooms nor energy class', () => {
    const { text } = draw({
      propertyType: 'land',
      surface: null,
      landSurface: 840,
      rooms: 3,
      energyClass: null,
      energyStatus: null,
    });
    expect(text).toContain(`Terrain · 840${nbsp}m²`);
    expect(text).not.toMatch(/DPE|pièce/);
  });

  test('says that classes F and G are excessive, and a programme from what price', () => {
    const sentence = `Logement à consommation énergétique excessive${nbsp}: classe F`;
    expect(draw({ energyClass: 'F' }).text).toContain(sentence);
    expect(draw({ energyClass: 'E' }).text).not.toContain('excessive');
    const programme = draw({
      propertyType: 'programme',
      pricePerM2: null,
      surface: null,
      rooms: null,
      feesPayer: 2,
    });
    expect(programme.text).toContain(
      `À partir de 315${nbsp}000,00${nbsp}€ TTC Honoraires à la charge du vendeur`,
    );
  });

  test('of a life annuity says both prices', () => {
    const { text } = draw({ lifeAnnuity: true, annuityBouquet: 5_000_000, annuityMonthly: 80_050 });
    expect(text).toContain(`Bouquet${nbsp}: 50${nbsp}000,00${nbsp}€`);
    expect(text).toContain(`Rente${nbsp}: 800,50${nbsp}€/mois`);
  });

  test('holds a price without fees against the signed sales of its place', () => {
    const sold = { median: 500_000, q1: 400_000, q3: 600_000, n: 812, months: 12, to: '2025-06-30' };
    const said = (given: Partial<Listing>) =>
      draw({ soldMedian: sold, ...given }).text.match(/[^.€]*médiane des ventes/)?.[0] ?? null;
    // 300 000 € without fees for 62,4 m²: 4 807,69 €/m².
    expect(said({})).toContain(`4${nbsp}% sous la médiane des ventes`);
    expect(said({ priceWithoutFees: null, price: 36_000_000 })).toContain(
      `15${nbsp}% au-dessus de la médiane des ventes`,
    );
    expect(said({ priceWithoutFees: 31_200_000 })).toContain('Au niveau de la médiane des ventes');
    for (const other of [
      { soldMedian: null },
      { transaction: 2 as const },
      { isNew: true },
      { lifeAnnuity: true },
      { surface: null },
      { surface: 8 },
    ])
      expect([other, said(other)]).toEqual([other, null]);
  });

  test('of a home that several agencies show, says how many, from what price, and leads to them', () => {
    const { html, text } = draw({ shared: { agencies: 3, from: 24_900_000 } });
    expect(text).toContain(`3${nbsp}agences, dès 249${nbsp}000,00${nbsp}€ Agence du Port`);
    expect(html).toContain('href="/annonce/7#agences"');
    expect(draw({ transaction: 2, shared: { agencies: 2, from: 85_000 } }).text).toContain(
      `2${nbsp}agences, dès 850,00${nbsp}€/mois`,
    );
  });

  test('is not new when another listing showed its home before', () => {
    expect(draw({ publishedAt: now }).text).toContain('Nouveau');
    expect(draw({ publishedAt: now, marketSince: '2025-06-01T10:00:00.000Z' }).text).not.toContain('Nouveau');
  });

  test('tells why there is no class', () => {
    expect(draw({ energyClass: null, energyStatus: null }).text).toContain('DPE non communiqué');
    expect(draw({ energyClass: null, energyStatus: 'exempt' }).text).toContain('Non soumis au DPE');
  });
});
