import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { LocalSales, Published } from '#rooms/prices/contract.ts';
import type { RentAnswer } from '#rooms/prices/rent-control.ts';
import { RentVerdict } from './rent-verdict.tsx';
import { RentedPrices } from './rented-here.tsx';
import { PublishedPrices, SoldPrices } from './sold-here.tsx';

const nbsp = '\u00a0';
const render = (element: React.ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }]);
  const html = renderToStaticMarkup(<Stub />);
  return { html, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[ \n]+/g, ' ') };
};

const sold: LocalSales = {
  figure: { median: 332_600, q1: 280_000, q3: 390_000, n: 3_494, from: '2024-07-01', to: '2025-06-30' },
  area: { level: 'commune', code: '34172', name: 'Montpellier', slug: 'montpellier-34000' },
  widened: false,
  low: 200_000,
  high: 550_000,
} as unknown as LocalSales;
const asked = {
  price: 17_000_000,
  priceWithoutFees: 16_297_100,
  surface: 50,
  propertyType: 'apartment',
} as const;

test('a price is told beside the sales signed, without fees, with the sample and its period', () => {
  // 162 971 € without fees for 50 m²: 3 259 €/m², 2 % under the median of 3 326 €/m².
  const { text, html } = render(<SoldPrices listing={asked} sold={sold} where="à Montpellier" />);
  expect(text).toContain('Au niveau de la médiane des ventes à Montpellier');
  expect(text).toContain(`3${nbsp}259,00${nbsp}€/m² demandés, 3${nbsp}326,00${nbsp}€/m² signés.`);
  expect(text).toContain(`3${nbsp}494${nbsp}ventes d’appartements du 1er juillet 2024 au 30 juin 2025`);
  expect(html).toContain('href="/prix-immobilier/montpellier-34000/appartement"');
});

test('sales of a wider area are told as such', () => {
  const wider = {
    ...sold,
    widened: true,
    area: { level: 'epci', name: 'Le Pays', slug: null },
  } as unknown as LocalSales;
  const { text } = render(<SoldPrices listing={asked} sold={wider} where="à Agde" />);
  expect(text).toContain('médiane des ventes dans l’intercommunalité (Le Pays)');
  expect(text).toContain('à Agde en comptant trop peu');
});

test('a price beside a published median says which, over which years, without a spread or a gap', () => {
  const published: Published = {
    measure: 'median',
    value: 332_600,
    n: 7_006,
    from: '2021-01-01',
    to: '2025-12-31',
    area: {
      level: 'district',
      code: '69387',
      name: 'Lyon 7e arrondissement',
      slug: 'lyon-7e-arrondissement-69007',
    },
    widened: false,
    medians: null,
  };
  const own = render(<PublishedPrices listing={asked} published={published} where="à Lyon 7e" />);
  expect(own.text).toContain(
    `3${nbsp}259,00${nbsp}€/m² demandés${nbsp}; médiane publiée à Lyon 7e, ventes de 2021 à 2025${nbsp}: 3${nbsp}326,00${nbsp}€/m².`,
  );
  expect(own.text).toContain(
    `7${nbsp}006${nbsp}ventes d’appartements du 1er janvier 2021 au 31 décembre 2025`,
  );
  expect(own.text).toContain(`Cinq ans en un seul chiffre${nbsp}: le prix d’aujourd’hui peut s’en écarter.`);
  // Before what is left out of the printed page.
  const [printed] = own.html.split('<p class="mt-2 text-small text-ardoise-600" data-print="none">');
  expect(printed).toContain(
    `Source${nbsp}: Statistiques DVF (data.gouv.fr), d’après la DGFiP – Licence Ouverte 2.0.`,
  );
  expect(own.html).not.toContain('<svg');
  expect(own.html).toContain('href="/prix-immobilier/lyon-7e-arrondissement-69007/appartement"');
  const mean: Published = {
    ...published,
    measure: 'mean',
    value: 200_000,
    area: { level: 'department', code: '23', name: 'Creuse', slug: 'creuse-23' },
    widened: true,
    medians: { count: 5, low: 29_200, high: 92_600 },
  };
  const wider = render(<PublishedPrices listing={asked} published={mean} where="à Banize" />).text;
  expect(wider).toContain(
    `demandés${nbsp}; moyenne de 5${nbsp}médianes communales dans le département (Creuse), ventes de 2021 à 2025${nbsp}: 2${nbsp}000,00${nbsp}€/m².`,
  );
  for (const { text } of [own, { text: wider }]) expect(text).not.toMatch(/%|au-dessus|sous la|niveau/);
  expect(wider).toContain('à Banize en comptant trop peu');
  expect(wider).toContain('n’est pas une médiane');
  const rhone = { ...mean, area: { ...mean.area, code: '69', name: 'Rhône', slug: 'rhone-69' } };
  expect(render(<PublishedPrices listing={asked} published={rhone} where="à Yzeron" />).text).toContain(
    `5${nbsp}médianes de communes et d’arrondissements dans le département (Rhône)`,
  );
});

test('a rent is told beside what is asked around it, with its year, its spread and its source', () => {
  const rent = {
    rent: 1_650,
    low: 1_300,
    high: 2_090,
    year: 2025,
    basis: 'commune',
    observations: 2_154,
    indicative: false,
  } as const;
  const rented = { kind: 'apartment-small', rent, asked: 2_000 } as const;
  const { text } = render(<RentedPrices rented={rented} where="à Montpellier" />);
  expect(text).toContain(
    `21${nbsp}% au-dessus du loyer d’annonce estimé à Montpellier${nbsp}: 20,00${nbsp}€/m² demandés, 16,50${nbsp}€/m² estimés, charges comprises.`,
  );
  expect(text).toContain(
    `Appartement type de 37${nbsp}m², non meublé, 2025. De 13,00${nbsp}€ à 20,90${nbsp}€/m² (intervalle à 95${nbsp}%). Prédit pour la commune elle-même${nbsp}: 2${nbsp}154${nbsp}annonces observées. Estimations ANIL`,
  );
  const level = render(<RentedPrices rented={{ ...rented, asked: 1_620 }} where="à Montpellier" />);
  expect(level.text).toContain('Au niveau du loyer d’annonce estimé');
});

test('a rent over its ceiling says by how much', () => {
  const answer = {
    verdict: 'exceeds',
    words: `dépasse de 50,00${nbsp}€/mois`,
    baseRent: 60_000,
    supplement: null,
    surface: 20,
    ceiling: { low: 55_000, high: 55_000 },
    ceilingPerM2: null,
    ceilingFrom: 'listing',
    order: null,
    past: null,
    missing: [],
    quarters: [],
  } as unknown as RentAnswer;
  const { text, html } = render(<RentVerdict answer={answer} />);
  expect(html).toContain('data-rent-verdict="exceeds"');
  expect(text).toContain(`Le loyer de base dépasse de 50,00${nbsp}€/mois.`);
  expect(text).toContain(`plafond de 550,00${nbsp}€`);
  expect(text).toContain('D’après le loyer de référence majoré que donne l’agence.');
});

const order = {
  territory: 'montpellier',
  area: 'Montpellier',
  title: 'DDTM34-2026-06-17135',
  from: '2026-07-01',
  lastDay: null,
  outdated: false,
};

test('the order that a rent is compared with is named, with its area and its quarter', () => {
  const answer = {
    verdict: 'compliant',
    words: 'conforme',
    baseRent: 50_000,
    supplement: null,
    surface: 20,
    ceiling: { low: 55_000, high: 55_000 },
    ceilingPerM2: null,
    ceilingFrom: 'order',
    order,
    past: null,
    missing: [],
    quarters: ['Vert Bois'],
  } as unknown as RentAnswer;
  const said = (more: Partial<RentAnswer>, over = false) =>
    render(<RentVerdict answer={{ ...answer, ...more }} over={over} />).text;
  expect(said({})).toContain(
    'D’après l’arrêté DDTM34-2026-06-17135, en vigueur depuis le 1er juillet 2026, pour Montpellier, quartier Vert Bois.',
  );
  expect(said({}, true)).toContain('l’arrêté DDTM34-2026-06-17135, appliqué depuis le 1er juillet 2026');
  expect(said({ quarters: ['zone 1'] })).toContain('pour Montpellier, zone 1.');
  expect(said({ quarters: ['zone 1', 'zone 2'] })).toContain('pour Montpellier.');
  const yearly = { ...order, title: null, lastDay: '2027-05-31' };
  expect(said({ order: yearly })).toContain(
    'l’arrêté en vigueur depuis le 1er juillet 2026 et jusqu’au 31 mai 2027',
  );
  expect(said({ order: { ...order, outdated: true } })).toContain('Un plus récent devrait exister.');
});

test('an order that has ended gives no verdict: what it allowed is a landmark', () => {
  const ended = { ...order, area: 'Paris', title: null, from: '2025-07-01', lastDay: '2026-06-30' };
  const answer = {
    verdict: 'insufficient',
    words: 'données insuffisantes',
    baseRent: 65_000,
    supplement: null,
    surface: 20,
    ceiling: null,
    ceilingPerM2: null,
    ceilingFrom: null,
    order: null,
    past: {
      order: ended,
      compared: {
        verdict: 'exceeds',
        words: `dépasse de 4,00${nbsp}€/mois`,
        ceiling: { low: 64_600, high: 64_600 },
      },
    },
    missing: ['le loyer de référence majoré'],
    quarters: ['Salpêtrière'],
  } as unknown as RentAnswer;
  const { text, html } = render(<RentVerdict answer={answer} />);
  expect(html).toContain('data-rent-verdict="insufficient"');
  expect(html).toContain('data-past-order');
  expect(text).toContain('Aucun arrêté connu de Vigie n’est en vigueur ici.');
  expect(text).toContain(
    `l’arrêté applicable du 1er juillet 2025 au 30 juin 2026, pour Paris, quartier Salpêtrière, plafond de 646,00${nbsp}€ (l’annonce le dépasse de 4,00${nbsp}€/mois).`,
  );
  expect(text).not.toContain('D’après');
});
