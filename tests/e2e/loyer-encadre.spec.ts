import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complaintsOf, faultsAtBothWidths } from '../kit/accessible.ts';
import { makeAgency } from '../kit/alerts.ts';
import { visit, visitor } from '../kit/browser.ts';
import { lawfulRental } from '../kit/law.ts';
import { type Site, startSite } from '../kit/site.ts';

const inLyon = {
  placeCode: '69384',
  cityCode: '69123',
  departmentCode: '69',
  postalCode: '69004',
  furnished: false,
  rentControlled: true,
} as const;

let site: Site;
let ids: readonly number[];

beforeAll(async () => {
  site = await startSite({ role: 'web' });
  const agency = await makeAgency(site);
  ids = await agency.publish(
    // Above the highest ceiling of Lyon for two rooms, whatever the quarter and the year; the agency states a higher one.
    lawfulRental('cher', {
      ...inLyon,
      surface: 40,
      baseRent: 160_000,
      price: 165_000,
      referenceRent: 170_000,
    }),
    lawfulRental('doux', { ...inLyon, surface: 60, baseRent: 40_000, price: 45_000, referenceRent: 80_000 }),
  );
});

const words = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const read = async (address: string) => {
  const response = await fetch(site.origin + address);
  return { status: response.status, html: await response.text() };
};

describe('un loyer encadré, sans aucun import', () => {
  it('l’annonce dit de combien elle dépasse, d’après quel arrêté et pour quelle zone', async () => {
    const { html } = await read(`/annonce/${ids[0]}`);
    expect(html).toContain('data-rent-verdict="exceeds"');
    const text = words(html);
    expect(text).toMatch(/Le loyer de base dépasse d’au moins [\d ]+,\d\d €\/mois ?\./);
    expect(text).toMatch(/l’arrêté (?:en vigueur|appliqué) depuis le 1er novembre 2025/);
    expect(text).toContain('pour Lyon et Villeurbanne');
  });

  it('un loyer sous tous les plafonds est conforme', async () => {
    expect((await read(`/annonce/${ids[1]}`)).html).toContain('data-rent-verdict="compliant"');
  });

  it('la page de prix dit la zone, l’arrêté et les plafonds, par nombre de pièces', async () => {
    const { html } = await read('/prix-immobilier/lyon-69000');
    const text = words(html);
    expect(text).toContain('zone Lyon et Villeurbanne');
    expect(text).toContain('L’arrêté applicable depuis le 1er novembre 2025.');
    expect(text).toMatch(/Loyer de référence majoré à Lyon, par m² et par mois, hors charges/);
    expect(text).toMatch(/4 et plus [\d ]+,\d\d € à [\d ]+,\d\d € /);
    expect(text).toContain('Licence Ouverte 2.0');
  });

  it('là où aucun arrêté n’est chargé, la page le dit ; ailleurs elle n’en parle pas', async () => {
    expect(words((await read('/prix-immobilier/lille-59000')).html)).toContain(
      'L’arrêté du préfet n’est pas chargé ici.',
    );
    expect((await read('/prix-immobilier/nimes-30000')).html).not.toContain('id="encadrement"');
  });

  it('les sources nomment chaque arrêté', async () => {
    const text = words((await read('/sources')).html);
    for (const area of ['Lyon et Villeurbanne', 'Montpellier', 'Est Ensemble', 'Plaine Commune'])
      expect(text).toMatch(new RegExp(`${area} : l’arrêté `));
    expect(text).toContain('DDTM34-2026-06-17135');
  });

  it('se lit à 360 et à 1 280 pixels, sans faute d’accessibilité', async () => {
    const context = await visitor({ viewport: { width: 360, height: 900 } });
    for (const address of [`/annonce/${ids[0]}`, '/prix-immobilier/lyon-69000']) {
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await visit(page, site.origin + address);
      await page.getByRole('heading', { name: 'Encadrement des loyers' }).waitFor();
      expect(await faultsAtBothWidths(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    }
    await context.close();
  });
});

afterAll(() => site.stop());
