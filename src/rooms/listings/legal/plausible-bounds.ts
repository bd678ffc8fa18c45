/**
 * Plausible values: what no sale nor letting of its kind costs or measures, wide enough for a garage and for a castle.
 */
import { type PropertyType, PURCHASE, RENTAL, type Transaction } from '../contract.ts';
import { type Dated, inForce } from '../dated-rows.ts';

/** price and pricePerM2: cents, a month for a letting; surface: m² of living area. */
export type Measure = 'price' | 'pricePerM2' | 'surface';

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

interface PlausibleRow extends Dated {
  readonly transaction: Transaction;
  readonly types: readonly PropertyType[];
  readonly measure: Measure;
  readonly anywhere: Bounds;
  /** Where homes are dearest: departments of `dearDepartments`. */
  readonly dear?: Bounds;
}

/** Paris and its west, the Riviera, the Alps of the great resorts, the dearest coasts, Saint-Barthélemy. */
const dearDepartments: ReadonlySet<string> = new Set(
  '06 13 14 17 2A 33 64 73 74 75 78 83 92 94 971 977 978'.split(' '),
);

const EURO = 100;
const euros = (least: number, most: number): Bounds => ({ least: least * EURO, most: most * EURO });
const since = { validFrom: '0000-01-01', validTo: null } as const;

const flats = ['apartment', 'loft'] as const;
const houses = ['house'] as const;
const great = ['castle', 'mansion'] as const;
const premises = ['building', 'office', 'shop', 'other'] as const;

// Set in November 2026 from published sales (DVF) and rents: far beyond the hundredth of each end. What lies outside is not
// refused: its agency confirms it in one gesture.
const plausibleRows: readonly PlausibleRow[] = [
  {
    ...since,
    transaction: PURCHASE,
    types: flats,
    measure: 'price',
    anywhere: euros(3_000, 20_000_000),
    dear: euros(3_000, 100_000_000),
  },
  {
    ...since,
    transaction: PURCHASE,
    types: houses,
    measure: 'price',
    anywhere: euros(3_000, 30_000_000),
    dear: euros(3_000, 300_000_000),
  },
  {
    ...since,
    transaction: PURCHASE,
    types: great,
    measure: 'price',
    anywhere: euros(20_000, 500_000_000),
  },
  {
    ...since,
    transaction: PURCHASE,
    types: ['programme'],
    measure: 'price',
    anywhere: euros(1_000, 30_000_000),
    dear: euros(1_000, 100_000_000),
  },
  { ...since, transaction: PURCHASE, types: ['land'], measure: 'price', anywhere: euros(300, 100_000_000) },
  {
    ...since,
    transaction: PURCHASE,
    types: ['parking'],
    measure: 'price',
    anywhere: euros(500, 500_000),
    dear: euros(500, 2_000_000),
  },
  { ...since, transaction: PURCHASE, types: premises, measure: 'price', anywhere: euros(1_000, 500_000_000) },
  {
    ...since,
    transaction: PURCHASE,
    types: [...flats, ...houses, ...great],
    measure: 'pricePerM2',
    anywhere: euros(20, 30_000),
    dear: euros(20, 150_000),
  },
  {
    ...since,
    transaction: RENTAL,
    types: [...flats, ...houses],
    measure: 'price',
    anywhere: euros(60, 20_000),
    dear: euros(60, 100_000),
  },
  { ...since, transaction: RENTAL, types: great, measure: 'price', anywhere: euros(200, 300_000) },
  { ...since, transaction: RENTAL, types: ['land'], measure: 'price', anywhere: euros(1, 100_000) },
  { ...since, transaction: RENTAL, types: ['parking'], measure: 'price', anywhere: euros(5, 3_000) },
  { ...since, transaction: RENTAL, types: premises, measure: 'price', anywhere: euros(20, 2_000_000) },
  {
    ...since,
    transaction: RENTAL,
    types: [...flats, ...houses],
    measure: 'pricePerM2',
    anywhere: euros(0.5, 150),
    dear: euros(0.5, 400),
  },
  ...([PURCHASE, RENTAL] as const).flatMap((transaction): PlausibleRow[] => [
    { ...since, transaction, types: flats, measure: 'surface', anywhere: { least: 4, most: 1_500 } },
    { ...since, transaction, types: houses, measure: 'surface', anywhere: { least: 8, most: 3_000 } },
    { ...since, transaction, types: great, measure: 'surface', anywhere: { least: 30, most: 30_000 } },
    { ...since, transaction, types: ['parking'], measure: 'surface', anywhere: { least: 1, most: 2_000 } },
    { ...since, transaction, types: premises, measure: 'surface', anywhere: { least: 1, most: 500_000 } },
  ]),
];

/** The bounds of one measure there on that day, `YYYY-MM-DD`; null where none is set. */
export function plausibleBounds(given: {
  transaction: Transaction;
  propertyType: PropertyType;
  departmentCode: string;
  measure: Measure;
  on: string;
}): Bounds | null {
  const row = plausibleRows.find(
    (one) =>
      one.transaction === given.transaction &&
      one.measure === given.measure &&
      one.types.includes(given.propertyType) &&
      inForce(one, given.on),
  );
  if (!row) return null;
  return dearDepartments.has(given.departmentCode) ? (row.dear ?? row.anywhere) : row.anywhere;
}
