/**
 * What an asking price is worth beside signed sales.
 */
import { formatPercent } from '#contract/fmt.ts';
import { PURCHASE } from './contract.ts';
import type { ListingCard } from './reading.ts';

/** Signed sales are counted from this surface on (formats/prices.md 2.2, 4). */
const SOLD_SURFACE_MIN = 9;

/** The price without the buyer's fees, in cents per m²: signed sales say theirs without fees too. */
export function netPricePerM2({
  price,
  priceWithoutFees,
  surface,
}: Pick<ListingCard, 'price' | 'priceWithoutFees' | 'surface'>): number | null {
  return surface === null || surface < SOLD_SURFACE_MIN ? null : (priceWithoutFees ?? price) / surface;
}

/**
 * How far the price stands from the median of the place's signed sales, in whole percent: -8 is 8 % under it. Null
 * where there is no such median, and for what it says nothing of: rents, new homes, life annuities.
 */
export function againstMedian(
  listing: Pick<
    ListingCard,
    'transaction' | 'isNew' | 'lifeAnnuity' | 'price' | 'priceWithoutFees' | 'surface' | 'soldMedian'
  >,
): number | null {
  const { transaction, isNew, lifeAnnuity, soldMedian } = listing;
  const asked = netPricePerM2(listing);
  if (!soldMedian || asked === null || transaction !== PURCHASE || isNew || lifeAnnuity) return null;
  return Math.round((asked / soldMedian.median - 1) * 100);
}

/** « 8 % sous la médiane des ventes »; within two percent, at it. */
export function againstMedianWords(percent: number): string {
  if (Math.abs(percent) <= 2) return 'Au niveau de la médiane des ventes';
  return `${formatPercent(Math.abs(percent))} ${percent < 0 ? 'sous' : 'au-dessus de'} la médiane des ventes`;
}
