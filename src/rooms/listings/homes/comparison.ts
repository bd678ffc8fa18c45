/**
 * What is compared of two listings to know whether they are one home.
 */
import type { EnergyClass, PropertyType, Transaction } from '../contract.ts';

/** A listing that was on line, as far as homes are told apart by it. Money in cents, sizes in m², null is unknown. */
export interface ComparableListing {
  readonly id: number;
  /** Names the listing whatever the order of arrival: its agency and what this one calls it. */
  readonly key: string;
  readonly agencyId: number;
  readonly reference: string;
  /** Milliseconds: its first day on line, and when it left; null while it is on line. */
  readonly from: number;
  readonly until: number | null;
  /** See `marketOf`. */
  readonly market: string;
  readonly isNew: boolean;
  readonly size: number | null;
  readonly land: number | null;
  readonly price: number;
  /** Without the fees of the agency. */
  readonly net: number | null;
  readonly rooms: number | null;
  readonly bedrooms: number | null;
  readonly floor: number | null;
  readonly floors: number | null;
  readonly builtYear: number | null;
  readonly furnished: boolean | null;
  readonly flatShare: boolean | null;
  readonly energyNumber: string | null;
  readonly energyVersion: string | null;
  readonly energyClass: EnergyClass | null;
  readonly energyValue: number | null;
  readonly climateValue: number | null;
  /** The public point and its precision in metres. */
  readonly lat: number | null;
  readonly lng: number | null;
  readonly radius: number | null;
}

/** The fingerprint of a picture in two halves of 32 bits, and the name by which the very same one is found. */
export interface Print {
  readonly name: string;
  readonly high: number;
  readonly low: number;
}

/** A picture or a certificate that more listings show tells nothing of any of them. */
export const MOST_SHOWING = 12;

const families: Partial<Record<PropertyType, PropertyType>> = {
  loft: 'apartment',
  mansion: 'house',
  castle: 'house',
};

/** Only listings of the same one are compared: « 1 apartment », « 2 house », « 1 apartment annuity ». */
export function marketOf(listing: {
  transaction: Transaction;
  propertyType: PropertyType;
  lifeAnnuity: boolean;
}): string {
  const { transaction, propertyType, lifeAnnuity } = listing;
  return `${transaction} ${families[propertyType] ?? propertyType}${lifeAnnuity ? ' annuity' : ''}`;
}

/** Whether homes of this market are told apart by their floor. */
export function isFlatLike(market: string): boolean {
  return !market.includes('house') && !market.includes('land');
}

/** The fingerprint `print`, a signed number of 64 bits in decimal; drawings have the hash of their name. */
export function printOf(print: string): Print {
  const bits = BigInt.asUintN(64, BigInt(print));
  return {
    name: print,
    high: Number(bits >> 32n) | 0,
    low: Number(bits & 0xffff_ffffn) | 0,
  };
}

/** Bits that differ, of 64. */
export function bitsApart(a: Print, b: Print): number {
  return bitsIn(a.high ^ b.high) + bitsIn(a.low ^ b.low);
}

function bitsIn(word: number): number {
  let rest = word - ((word >>> 1) & 0x5555_5555);
  rest = (rest & 0x3333_3333) + ((rest >>> 2) & 0x3333_3333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
