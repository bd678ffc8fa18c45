/**
 * Choosing: what of all that was found is still worth telling, and why the rest is not.
 */
import type { NotifiedListing } from '../digest.ts';

/** A listing that is told, the price it is told at, in cents, and its last fact then: all that came before is told with it. */
export type ChosenListing = Omit<NotifiedListing, 'card'> & {
  readonly id: number;
  readonly price: number;
  readonly upto: number;
};

type Rest = Pick<ChosenListing, 'occasion' | 'previousPrice' | 'unknown'>;

const plain: Rest = { occasion: 'appeared', previousPrice: null, unknown: [] };

/** What a mail that waits holds of it beside the numbers that the ledger keeps; nothing of a new one that surely matches, like most. */
export type Remark = readonly [id: number, rest: Rest];

export function remarksOn(told: readonly ChosenListing[]): Remark[] {
  const remarks: Remark[] = [];
  for (const { id, occasion, previousPrice, unknown } of told) {
    const isPlain = occasion === 'appeared' && previousPrice === null && unknown.length === 0;
    if (!isPlain) remarks.push([id, { occasion, previousPrice, unknown }]);
  }
  return remarks;
}

/** The listings of a mail, from the numbers that the ledger keeps (prices in cents) and from its remarks. */
export function chosenListings(
  noted: readonly Pick<ChosenListing, 'id' | 'price' | 'upto'>[],
  remarks: readonly Remark[],
): ChosenListing[] {
  const rests = new Map(remarks);
  return noted.map((listing) => ({ ...listing, ...(rests.get(listing.id) ?? plain) }));
}
