import { describe, expect, test } from 'vitest';
import type { Bin, KindPrices } from './contract.ts';
import {
  answerOf,
  curveWords,
  halfWords,
  locatedWords,
  type PricePage,
  readLocated,
  shareBelow,
  sliceOfSurface,
  sliceWords,
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

describe('a home said in an address', () => {
  const read = (query: string) => readLocated(new URLSearchParams(query));

  test('is read as a person writes it', () => {
    expect(read('surface=62,5&prix=250 000 €')?.home).toEqual({ surface: 62.5, price: 25_000_000 });
    expect(read('surface=62 m²&prix=')?.home).toEqual({ surface: 62, price: null });
    expect(read('periode=1-an')).toBeNull();
  });

  test.each([
    ['surface=&prix=250000', 'surfaceError'],
    ['surface=8&prix=250000', 'surfaceError'],
    ['surface=1e3', 'surfaceError'],
    ['surface=-50', 'surfaceError'],
    ['surface=50&prix=abc', 'priceError'],
    ['surface=50&prix=3', 'priceError'],
    [`surface=50&prix=${'9'.repeat(400)}`, 'priceError'],
  ] as const)('%s is refused with its reason', (query, error) => {
    const located = read(query);
    expect(located?.home).toBeNull();
    expect(located?.[error]).toMatch(/\S/);
  });

  test('keeps what was typed', () => {
    expect(read('surface=<b>&prix=12x')).toMatchObject({ surface: '<b>', price: '12x' });
  });

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
