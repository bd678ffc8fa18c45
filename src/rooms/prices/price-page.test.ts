import { describe, expect, test } from 'vitest';
import type { Bin, Brief, KindPrices, Nearby, Published } from './contract.ts';
import type { Estimate } from './estimate.ts';
import {
  answerOf,
  curveWords,
  estimateWords,
  halfWords,
  indexingOf,
  locatedWords,
  ownBrief,
  type PricePage,
  publishedUnit,
  publishedWords,
  sampleWords,
  shareBelow,
  sliceOfSurface,
  sliceWords,
  spreadWords,
  titlesOf,
} from './price-page.ts';

const nbsp = '\u00a0';
const bins: Bin[] = [
  { from: null, to: 200_000, n: 10 },
  { from: 200_000, to: 300_000, n: 60 },
  { from: 300_000, to: null, n: 30 },
];
const figure = {
  slice: 'all',
  months: 12,
  from: '2024-07-01',
  to: '2025-06-30',
  n: 100,
  median: 250_000,
  q1: 220_000,
  q3: 310_000,
  mean: 260_000,
};
const sold: KindPrices = {
  kind: 'apartment',
  figure,
  published: null,
  area: { code: '34172', level: 'commune', name: 'Montpellier', slug: 'montpellier-34000' },
  widened: false,
  notice: null,
  confidence: 5,
  confidenceWords: 'très bonne fiabilité',
  trimmed: null,
  bins,
  byRooms: [],
  bySurface: [{ ...figure, slice: 'surface-3', n: 40, median: 240_000 }],
  changes: [],
  points: [],
  asking: null,
  rent: null,
  smallRent: null,
  largeRent: null,
  grossYield: null,
};

test('headlines round to the euro, as tables do', () => {
  const said = answerOf({ ...sold, figure: { ...figure, median: 332_649 } });
  expect(said).toMatch(new RegExp(`^3${nbsp}326,00${nbsp}€/m² en médiane`));
  expect(halfWords({ q1: 260_449, q3: 405_051 })).toBe(
    `La moitié des ventes se sont signées entre 2${nbsp}604,00${nbsp}€/m² et 4${nbsp}051,00${nbsp}€/m².`,
  );
});

test('what search engines read of a page names its place, and is no other page’s where one kind alone has a price', () => {
  const page = {
    place: { kind: 'commune', name: 'Caux', liaison: 0, slug: 'caux-34720', rank: null },
    shown: 'house',
    prices: { notice: null, house: { ...sold, kind: 'house' }, apartment: { ...sold, figure: null } },
  };
  const said = [false, true].map((typed) => titlesOf({ ...page, typed } as unknown as PricePage).description);
  expect(said).toEqual([
    `Prix immobilier à Caux. Maisons${nbsp}: 2${nbsp}500,00${nbsp}€/m² en médiane (100${nbsp}ventes). Ventes signées, méthode ouverte.`,
    `Prix des maisons à Caux. Maisons${nbsp}: 2${nbsp}500,00${nbsp}€/m² en médiane (100${nbsp}ventes). Ventes signées, méthode ouverte.`,
  ]);
});

describe('what is published of a place', () => {
  const limoges: Published = {
    measure: 'median',
    value: 157_700,
    n: 7_090,
    from: '2021-01-01',
    to: '2025-12-31',
    area: { code: '87085', level: 'commune', name: 'Limoges', slug: 'limoges-87000' },
    widened: false,
    medians: null,
  };
  const mean: Published = {
    ...limoges,
    measure: 'mean',
    medians: { count: 9, low: 400_000, high: 582_400 },
  };
  const page = (published: Published | null) =>
    ({
      place: { kind: 'commune', name: 'Limoges', liaison: 0, slug: 'limoges-87000', rank: null },
      shown: 'apartment',
      typed: true,
      located: null,
      lastYear: false,
      prices: { notice: null, apartment: { ...sold, figure: null, area: null, published }, house: sold },
    }) as unknown as PricePage;

  test('is told with its years and its sample, and never as a price of this year', () => {
    expect(titlesOf(page(limoges))).toEqual({
      title: 'Prix des appartements à Limoges de 2021 à 2025, prix au m² – Vigie',
      description: `Prix des appartements à Limoges. Appartements${nbsp}: 1${nbsp}577,00${nbsp}€/m² en médiane sur cinq ans (7${nbsp}090${nbsp}ventes de 2021 à 2025). Ventes signées, méthode ouverte.`,
    });
  });

  test('is a range where a city has districts, and a mean called so for a department', () => {
    expect([publishedWords(mean), publishedUnit(mean)]).toEqual([
      `de 4${nbsp}000,00${nbsp}€/m² à 5${nbsp}824,00${nbsp}€/m²`,
      'selon l’arrondissement, sur cinq ans',
    ]);
    const whole: Published = { ...mean, area: { ...mean.area, level: 'department' } };
    expect([publishedWords(whole), publishedUnit(whole)]).toEqual([
      `1${nbsp}577,00${nbsp}€/m²`,
      'en moyenne de médianes, sur cinq ans',
    ]);
  });

  test('is indexed when it is of the place itself, and stands among others when it is a median', () => {
    expect(
      [limoges, mean, { ...mean, widened: true }, null].map((one) => indexingOf(page(one)).index),
    ).toEqual([true, true, false, false]);
    const briefs = [limoges, mean, null].map(
      (one) => ownBrief(page(one).prices.apartment)?.published ?? null,
    );
    expect(briefs).toEqual([true, null, null]);
    expect(ownBrief(sold)).toMatchObject({ n: 100, months: 12, published: false });
  });

  test('says its sample with its years, and no gap beside ours', () => {
    expect(sampleWords({ n: 537, months: 60, published: true })).toBe(`537${nbsp}ventes, 2021 à 2025`);
    expect(sampleWords({ n: 13, months: 60 })).toBe(`13${nbsp}ventes en 5${nbsp}ans`);
    expect(sampleWords({ n: 822, months: 12 })).toBe(`822${nbsp}ventes`);
    const brief: Brief = { n: 50, median: 200_000, months: 12, from: '', to: '', published: false };
    const place = (name: string, apartment: Brief): Nearby => ({
      code: name,
      name,
      slug: name,
      apartment,
      house: null,
      missing: 'few',
    });
    const dear = { ...brief, median: 300_000 };
    const ends = `e A (2${nbsp}000,00${nbsp}€/m²) à B (3${nbsp}000,00${nbsp}€/m²)`;
    const said = (low: boolean, high: boolean) =>
      spreadWords('apartment', [
        place('A', { ...brief, published: low }),
        place('B', { ...dear, published: high }),
      ]);
    expect(said(false, false)).toBe(`D${ends}, 50${nbsp}% d’écart.`);
    expect(said(true, true)).toBe(`Médianes publiées, 2021 à 2025${nbsp}: d${ends}, 50${nbsp}% d’écart.`);
    expect(said(false, true)).toBe(`Deux méthodes${nbsp}: d${ends}.`);
  });
});

describe('a home among the sales', () => {
  test('is placed among the sales, with its own size beside', () => {
    expect(locatedWords('apartment', sold, { surface: 60, price: 15_000_000 })).toEqual([
      `À 150${nbsp}000,00${nbsp}€ pour 60${nbsp}m², votre bien est à 2${nbsp}500,00${nbsp}€/m², au niveau de la médiane.`,
      `Environ 40${nbsp}% des ventes se sont signées moins cher au m².`,
      `Les appartements de cette taille (50 à 70${nbsp}m²)${nbsp}: 2${nbsp}400,00${nbsp}€/m² en médiane, 40${nbsp}ventes.`,
      `Pour 60${nbsp}m², la moitié des ventes donne de 132${nbsp}000,00${nbsp}€ à 186${nbsp}000,00${nbsp}€, et la médiane 150${nbsp}000,00${nbsp}€.`,
    ]);
    expect(locatedWords('apartment', sold, { surface: 20, price: null })).toEqual([
      `Pour 20${nbsp}m², la moitié des ventes donne de 44${nbsp}000,00${nbsp}€ à 62${nbsp}000,00${nbsp}€, et la médiane 50${nbsp}000,00${nbsp}€.`,
    ]);
  });
});

describe('the interval of a home', () => {
  const page = {
    place: { kind: 'commune', name: 'Lunel', liaison: 0, rank: null },
    shown: 'apartment',
  } as unknown as PricePage;
  const estimate: Estimate = {
    kind: 'interval',
    n: 60,
    low: 11_000_000,
    median: 16_000_000,
    high: 21_000_000,
    from: '2023-03-01',
    to: '2025-06-30',
    km: 4,
  };
  const home = { surface: 62.5, rooms: 3, price: null };

  test('leads, then its meaning, its sample, its period and its reach', () => {
    expect(estimateWords(page, estimate, home)).toEqual([
      `De 110${nbsp}000,00${nbsp}€ à 210${nbsp}000,00${nbsp}€ pour un appartement de 62,5${nbsp}m² et 3${nbsp}pièces${nbsp}; la moitié des ventes comparables sont au-dessous de 160${nbsp}000,00${nbsp}€.`,
      `Intervalle à 80${nbsp}%${nbsp}: sur dix ventes comparables, huit sont dans ces bornes, une au-dessous, une au-dessus.`,
      `60${nbsp}ventes comparables d’appartements, signées entre mars 2023 et juin 2025 à Lunel et jusqu’à 4${nbsp}km${nbsp}; leur prix au m² est rapporté à cette surface.`,
    ]);
    const here = estimateWords(page, { ...estimate, from: '2025-06-01', km: 0 }, { ...home, rooms: null });
    expect(here[0]).toContain(`pour un appartement de 62,5${nbsp}m²${nbsp};`);
    expect(here[2]).toContain(`signées en juin 2025 à Lunel${nbsp};`);
  });

  test.each([
    [10_900_000, 'est au-dessous de l’intervalle'],
    [11_000_000, `est dans l’intervalle, 31${nbsp}% au-dessous de sa médiane.`],
    [16_000_000, 'est dans l’intervalle, à sa médiane.'],
    [20_000_000, `est dans l’intervalle, 25${nbsp}% au-dessus de sa médiane.`],
    [21_000_100, 'est au-dessus de l’intervalle'],
  ])('a price of %i cents %s', (price, words) => {
    const [, said] = estimateWords(page, estimate, { ...home, price });
    expect(said).toContain(words);
  });

  test('is refused under eleven sales, without saying how many there are', () => {
    const said = estimateWords(page, { kind: 'insufficient' }, { ...home, price: 20_000_000 });
    expect(said[0]).toBe(
      `Données insuffisantes${nbsp}: moins de 11 ventes comparables à un appartement de 62,5${nbsp}m² et 3${nbsp}pièces à Lunel et alentour, en 3${nbsp}ans.`,
    );
    expect(said.join(' ')).not.toContain('€');
  });
});

test('the open bars give a bound only', () => {
  expect(shareBelow(bins, 150_000)).toEqual({ percent: 10, bound: 'at most' });
  expect(shareBelow(bins, 200_000)).toEqual({ percent: 10, bound: null });
  expect(shareBelow(bins, 250_000)).toEqual({ percent: 40, bound: null });
  expect(shareBelow(bins, 900_000)).toEqual({ percent: 70, bound: 'at least' });
  expect(shareBelow([], 900_000)).toBeNull();
});

test('slices are named by what they hold', () => {
  expect(sliceWords('apartment', 'rooms-1')).toBe(`1${nbsp}pièce`);
  expect(sliceWords('house', 'rooms-5')).toBe(`5${nbsp}pièces et plus`);
  expect(sliceWords('apartment', 'surface-1')).toBe(`Moins de 30${nbsp}m²`);
  expect(sliceWords('house', 'surface-5')).toBe(`150${nbsp}m² et plus`);
  expect([9, 29.9, 30, 99.9, 100].map((surface) => sliceOfSurface('apartment', surface))).toEqual([
    'surface-1',
    'surface-1',
    'surface-2',
    'surface-4',
    'surface-5',
  ]);
});

test('the curve concludes with its ends and its top', () => {
  expect(
    curveWords([
      { to: '2023-06-30', median: 300_000 },
      { to: '2024-06-30', median: 340_000 },
      { to: '2025-06-30', median: 330_000 },
    ]),
  ).toBe(
    `De juin 2023 à juin 2025, la médiane passe de 3${nbsp}000,00${nbsp}€/m² à 3${nbsp}300,00${nbsp}€/m² (+10${nbsp}%), avec un plus haut de 3${nbsp}400,00${nbsp}€/m² en juin 2024.`,
  );
});
