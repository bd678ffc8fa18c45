// Memory: how a listing on line is held as whole numbers of 32 bits, side by side, beside the database.
import { propertyTypes } from '#rooms/listings/contract.ts';
import { energyClasses } from '#rooms/listings/energy-classes.ts';

/** Where a record holds what; a listing without a point has UNSAID for `x`. */
export const WORD = {
  id: 0,
  /** In units of criteria/rings.ts. */
  x: 1,
  y: 2,
  /** Microseconds, in two words. */
  published: 3,
  /** Seconds: when its home came on the market. */
  since: 5,
  /** As `listing.home`; 0: shown by no other. */
  home: 6,
  /** As `property_listing` says; 0 and UNSAID: nothing. */
  property: 7,
  rank: 8,
  /** The transaction, 4 more for a new home. */
  market: 9,
  /** Place, city and department, written in 6, 6 and 4 letters. */
  place: 10,
  facts: 14,
} as const;
const PLACE_WORDS = 4;
export const UNKNOWN = -(2 ** 31);

/** A fact that words of a search compare: a number, `scale` times it, or the rank of a value. */
export interface MemoryFact {
  readonly column: string;
  readonly at: number;
  /** In two words. */
  readonly wide?: true;
  readonly scale?: number;
  readonly values?: readonly string[];
}

/** Searches that ask for other facts are answered by the database. */
export const memoryFacts = [
  { column: 'price', at: 14, wide: true },
  { column: 'surface', at: 16, scale: 100 },
  { column: 'rooms', at: 17 },
  { column: 'bedrooms', at: 18 },
  { column: 'propertyType', at: 19, values: Object.keys(propertyTypes) },
  { column: 'energyClass', at: 20, values: [...energyClasses, '-'] },
] as const satisfies readonly MemoryFact[];
export const [PRICE, SURFACE, , , TYPE] = memoryFacts;
/** Words of a record. */
export const STRIDE = 21;

/** Listings written since all were read, or writings since the last answer: with more, all are read anew. */
export const TOUCHED_MOST = 50_000;

/** Squares of 250 units, as `listing.cell3` has them: records stand in their order, those without a point last. */
export const SQUARE = 250;
export const SQUARES_AROUND = 144_000;
export const squareColumn = (x: number) => Math.floor((x + 18_000_000) / SQUARE);
export const squareRow = (y: number) => Math.floor((y + 9_000_000) / SQUARE);

/** The listings in memory: records of one full read, and those read again since, which replace them. */
export interface ListingMemory {
  readonly base: Int32Array;
  /** Records of `base` that have a point: the first ones. */
  readonly placed: number;
  /** Where those without a point stand, by city, district and department (`D34`). */
  readonly unplaced: ReadonlyMap<string, readonly number[]>;
  /** Where a listing written since stands in `late`; -1: no longer on line. */
  readonly touched: Map<number, number>;
  late: Int32Array;
  lateLength: number;
}

/** A number of two words. */
export const wide = (words: Int32Array, at: number) => words[at]! * 2 ** 32 + (words[at + 1]! >>> 0);

/** The names under which a search of places finds a listing: its city, its district, its department. */
export function zonesOfRecord(words: Int32Array, at: number): string[] {
  let text = '';
  for (let word = 0; word < PLACE_WORDS; word += 1) {
    const bytes = words[at + WORD.place + word]!;
    text += String.fromCharCode(bytes >>> 24, (bytes >>> 16) & 255, (bytes >>> 8) & 255, bytes & 255);
  }
  const [place, city, department] = [text.slice(0, 6), text.slice(6, 12), text.slice(12)].map((code) =>
    code.trimEnd(),
  );
  return [city!, ...(place === city ? [] : [place!]), `D${department}`];
}
