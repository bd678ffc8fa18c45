import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { UnitView } from '../reading.ts';
import { readUnitOrder, unitsInOrder } from '../units.ts';
import { EnergyBlock } from './energy-block.tsx';
import { Gallery } from './gallery.tsx';
import { LifeAnnuity } from './life-annuity.tsx';
import { PriceBlock } from './price-block.tsx';
import { ProgrammeUnits } from './programme-block.tsx';
import { RentControl } from './rent-control.tsx';

function draw(element: React.ReactNode): { html: string; text: string } {
  const html = renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
  const text = html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/[ \n\u00a0]+/g, ' ')
    .trim();
  return { html, text };
}

const energy = {
  propertyType: 'apartment',
  energyStatus: 'rated',
  energyExemption: null,
  energyClass: 'F',
  energyValue: 352,
  climateClass: 'D',
  climateValue: 46,
  energyCostMin: 156_000,
  energyCostMax: 215_000,
  energyCostYear: 2023,
  energyFinal: null,
  energyDate: '2025-03-01',
  energyNumber: '2330E1680837R',
  energyCertificate: null,
  energyAuditOn: null,
} as const;

describe('the energy of a dwelling', () => {
  test('class, value and unit are text on both scales; F says that it is excessive', () => {
    const { html, text } = draw(<EnergyBlock listing={energy} />);
    expect(text).toContain('CLASSE ÉNERGIE : Classe F, 352 kWh/m²/an, sur une échelle de A à G');
    expect(text).toContain('CLASSE CLIMAT : Classe D, 46 kg CO₂/m²/an, sur une échelle de A à G');
    expect(text).toContain('Logement à consommation énergétique excessive : classe F');
    expect(text).toContain('entre 1 560,00 € et 2 150,00 € par an');
    expect(text).toContain('Diagnostic réalisé le 1er mars 2025, numéro 2330E1680837R');
    expect(html.match(/data-scale=/g)).toHaveLength(2);
  });

  const without = { ...energy, energyClass: null, climateClass: null, energyCostMin: null };
  test.each([
    ['exempt', 'off_plan', 'Non soumis au DPE : logement neuf vendu avant sa livraison'],
    ['ongoing', null, 'DPE en cours'],
    ['blank', null, 'DPE vierge'],
    [null, null, 'DPE non communiqué'],
  ] as const)(
    'without a class, %s %s says why and draws no scale',
    (energyStatus, energyExemption, words) => {
      const { html, text } = draw(<EnergyBlock listing={{ ...without, energyStatus, energyExemption }} />);
      expect(text).toContain(words);
      expect(html).not.toContain('data-scale');
    },
  );

  test('land has nothing to say', () => {
    expect(
      draw(<EnergyBlock listing={{ ...without, propertyType: 'land', energyStatus: null }} />).html,
    ).toBe('');
  });
});

const unit: UnitView = {
  reference: 'A101',
  propertyType: 'apartment',
  rooms: 2,
  surface: 44,
  floor: 1,
  price: 21_490_000,
  vat: 20,
  status: 'available',
};
const units: UnitView[] = [
  { ...unit, reference: 'SOLD', price: 10_000_000, status: 'sold' },
  { ...unit, reference: 'DEAR', price: 40_000_000, surface: null, floor: 0 },
  unit,
  { ...unit, reference: 'KEPT', status: 'optioned', vat: 5.5, floor: null },
];

describe('the homes of a programme', () => {
  test.each([
    ['disponibilite', ['A101', 'DEAR', 'KEPT', 'SOLD']],
    ['prix', ['SOLD', 'A101', 'KEPT', 'DEAR']],
    ['surface', ['SOLD', 'A101', 'KEPT', 'DEAR']],
    ['etage', ['DEAR', 'SOLD', 'A101', 'KEPT']],
  ] as const)('in the order of %s, what is unknown last', (order, references) => {
    expect(unitsInOrder(units, order).map(({ reference }) => reference)).toEqual(references);
  });

  test('an order nobody knows is the first one', () => {
    expect(readUnitOrder('prix')).toBe('prix');
    for (const word of [null, '', 'toString', 'rien']) expect(readUnitOrder(word)).toBe('disponibilite');
  });

  test('count those that are left, with price, VAT and status; the orders are links', () => {
    const { html, text } = draw(
      <ProgrammeUnits units={units} order="prix" hrefFor={(order) => `/annonce/7?lots=${order}`} />,
    );
    expect(text).toContain('2 lots disponibles sur 4.');
    expect(text).toMatch(/KEPT .*214 900,00 € .*5,5 % .*Optionné/);
    expect(html).toContain('href="/annonce/7?lots=surface"');
    expect(html).toMatch(/<th[^>]*aria-sort="ascending"[^>]*>(?:(?!<\/th>).)*Prix TTC/);
    expect(
      draw(<ProgrammeUnits units={[units[0] as UnitView]} order="prix" hrefFor={String} />).text,
    ).toContain('Plus aucun lot disponible');
  });
});

describe('a rent under control', () => {
  const facts = { baseRent: 79_700, referenceRent: 80_300, medianRent: null, rentSupplement: null };
  test('is compared with its ceiling', () => {
    expect(draw(<RentControl listing={facts} />).text).toContain(
      'D’après l’annonce, le loyer de base est 6,00 € sous le plafond.',
    );
    expect(draw(<RentControl listing={{ ...facts, baseRent: 80_300 }} />).text).toContain(
      'atteint le plafond',
    );
    expect(draw(<RentControl listing={{ ...facts, baseRent: 82_000 }} />).text).toContain(
      'dépasse le plafond de 17,00 €',
    );
  });

  test('says nothing without both figures', () => {
    expect(draw(<RentControl listing={{ ...facts, baseRent: null }} />).html).toBe('');
  });
});

describe('a life annuity', () => {
  const facts = {
    annuityBouquet: 5_000_000,
    annuityMonthly: 80_050,
    annuityOccupied: true,
    annuityAges: [78, 81],
  };
  test('says the sum, the rent, who lives there and until when', () => {
    const { text } = draw(<LifeAnnuity listing={facts} />);
    for (const words of [
      '50 000,00 €',
      '800,50 €/mois',
      'Occupé par le vendeur',
      '78 ans et 81 ans',
      'du dernier vendeur',
    ])
      expect(text).toContain(words);
    expect(draw(<LifeAnnuity listing={{ ...facts, annuityOccupied: false }} />).text).toContain(
      'Libre à la vente',
    );
  });
});

describe('a price', () => {
  const sale = {
    transaction: 1,
    propertyType: 'apartment',
    price: 31_500_000,
    surface: 62.4,
    pricePerM2: 504_800,
    previousPrice: null,
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
  } as const;

  test('on the page carries every line of the law and a link to the fees; on a card, what is essential', () => {
    const page = draw(<PriceBlock listing={sale} variant="page" />);
    expect(page.text).toContain('315 000,00 € honoraires inclus');
    expect(page.html).toContain('href="https://agence.example/bareme"');
    expect(draw(<PriceBlock listing={sale} variant="card" />).html).not.toContain('<a ');
  });

  test('paid by the seller has neither percentage nor « inclus » (R3)', () => {
    const { text } = draw(<PriceBlock listing={{ ...sale, feesPayer: 2 }} variant="page" />);
    expect(text).toContain('Honoraires à la charge du vendeur');
    expect(text).not.toMatch(/%|inclus|hors honoraires/);
  });

  test('is told by the square metre too, where that is known', () => {
    expect(draw(<PriceBlock listing={sale} variant="card" />).text).toContain('5 048,00 €/m²');
    const annuity = { ...sale, annuityMonthly: 1, pricePerM2: null };
    expect(draw(<PriceBlock listing={annuity} variant="card" />).text).not.toContain('€/m²');
  });

  test('of a programme is the lowest of several homes, and so is that of a square metre', () => {
    const programme = { ...sale, propertyType: 'programme' } as const;
    const { text } = draw(<PriceBlock listing={programme} variant="page" />);
    expect(text).toContain('À partir de 315 000,00 €');
    expect(text).toContain('À partir de 5 048,00 €/m²');
  });
});

describe('the pictures of a listing', () => {
  const photo = (caption: string | null) => ({
    key: `1-${caption}`,
    width: 1280,
    height: 960,
    placeholder: null,
    caption,
    avif: false,
  });
  const buttons = (...captions: (string | null)[]) => {
    const photos = captions.map(photo);
    const gallery = (
      <Gallery photos={photos} photoCount={photos.length} propertyType="apartment" name="Trois pièces" />
    );
    return [...draw(gallery).html.matchAll(/<button[^>]*>.*?<\/button>/g)].map(([html]) =>
      html.replaceAll(/<[^>]+>/g, '').replaceAll('\u00a0', ' '),
    );
  };

  test('lead to the plan wherever it stands among them', () => {
    expect(buttons('Séjour', 'Plan du bien')).toEqual(['Plan', 'Voir les 2 photos']);
    expect(buttons('Plan du bien', 'Séjour')).toEqual(['Plan', 'Voir les 2 photos']);
    expect(buttons('Plan du bien')).toEqual(['Plan']);
    expect(buttons('Séjour', null)).toEqual(['Voir les 2 photos']);
  });
});
