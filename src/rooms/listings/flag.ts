/**
 * The flag of a listing: what is new about it.
 */
import { isVisible, NEW_FOR_MS, PRICE_DROP_SHOWN_MS } from './contract.ts';
import type { ListingCard } from './reading.ts';

/** The flag to show at this time: homes that are new on the market first, then recent drops. */
export function flagOf(
  listing: Pick<
    ListingCard,
    'status' | 'publishedAt' | 'marketSince' | 'price' | 'previousPrice' | 'priceChangedAt'
  >,
  now: Date,
): 'new' | 'priceDrop' | null {
  if (!isVisible(listing.status)) return null;
  const since = (at: string | null) => (at === null ? Infinity : now.getTime() - Date.parse(at));
  if (since(listing.marketSince ?? listing.publishedAt) < NEW_FOR_MS) return 'new';
  const fell = listing.previousPrice !== null && listing.previousPrice > listing.price;
  return fell && since(listing.priceChangedAt) < PRICE_DROP_SHOWN_MS ? 'priceDrop' : null;
}
