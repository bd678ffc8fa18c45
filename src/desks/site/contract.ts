// Site: the home page, the pages about the product itself, and what robots read.
// Owns contact_message. It reads listings, places and agencies.
import type { ListingCard } from '#rooms/listings/reading.ts';
import type { Place } from '#rooms/places/contract.ts';

/** Since when the texts one agrees to say what they say, `YYYY-MM-DD`: their version. */
export const TERMS_SINCE = '2026-11-21';

/**
 * Where the home page looks for a place, as its `SearchAction` tells search engines: with `lieu` alone, it leads to the page of
 * the place, which they may read.
 */
export const SEARCH_TARGET = '/?lieu={search_term_string}';

/** Counted from the database, never rounded up. */
export interface Figures {
  readonly listings: number;
  readonly agencies: number;
  readonly cities: number;
  /** Published since yesterday, midnight in Paris. */
  readonly fresh: number;
}

/** A commune and its listings on line. */
export interface CityCount
  extends Pick<Place, 'code' | 'kind' | 'name' | 'liaison' | 'slug' | 'citySlug' | 'cityName' | 'rank'> {
  readonly achat: number;
  readonly location: number;
  readonly neuf: number;
}

export interface HomeContent {
  readonly figures: Figures;
  readonly latest: readonly ListingCard[];
  readonly drops: readonly ListingCard[];
  readonly cities: readonly CityCount[];
}
