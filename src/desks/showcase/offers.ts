/**
 * Home: the property behind a listing, as its page tells it: since when, at what prices, by whom (domain.md F3 and F4).
 * Properties are kept by listings.
 */
import { formatCount, formatPercent } from '#contract/fmt.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';

interface HomeOffer {
  readonly listing: ListingCard;
  /** Its own first day on line, ISO 8601. */
  readonly since: string;
}

interface FormerOffer {
  readonly listingId: number;
  readonly agency: string;
  readonly price: number;
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
}

export interface HomeView {
  /** ISO 8601. Publishing it again does not reset it. */
  readonly firstSeenAt: string;
  /** Times it came back after nobody showed it. */
  readonly returns: number;
  /** The lowest price asked by any agency, oldest first. */
  readonly steps: readonly { readonly at: string; readonly cents: number }[];
  /** On line, by other listings than the page's; the cheapest first. */
  readonly others: readonly HomeOffer[];
  readonly former: readonly FormerOffer[];
  /** Listings that the reader took apart from the page's. */
  readonly apart: readonly { readonly listingId: number; readonly agency: string }[];
}

const DAY_MS = 86_400_000;

/** « 97 jours » since a moment; null on the first day. */
export function daysSince(at: string, now: string): string | null {
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / DAY_MS);
  return days < 1 ? null : formatCount(days, 'jour', 'jours');
}

/** « −6,2 % en 3 baisses »; null while the price is what it was. */
export function fallOf(steps: HomeView['steps']): string | null {
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last || last.cents >= first.cents) return null;
  const falls = steps.slice(1).filter((step, rank) => step.cents < (steps[rank]?.cents ?? 0)).length;
  const share = Math.round((1 - last.cents / first.cents) * 1_000) / 10;
  return `−${formatPercent(share)} en ${formatCount(falls, 'baisse', 'baisses')}`;
}
