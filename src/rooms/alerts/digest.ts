/** Digest: the mail of an alert. Listings are read again as they are now, chosen, then written. */

import type { Judgement } from '#rooms/criteria/verdict.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';

/** Why a listing is notified. */
export type Occasion = 'appeared' | 'returned' | 'priceFell' | 'gone';

export interface NotifiedListing {
  readonly card: ListingCard;
  readonly occasion: Occasion;
  /** Cents, before; null when it did not fall. */
  readonly previousPrice: number | null;
  /** Criteria that the listing says nothing of; empty when it surely matches. */
  readonly unknown: Judgement['unknown'];
}

/** Gmail hides what comes after 102 kB of a message. */
export const MAIL_BYTES_MAX = 100_000;
/** Told with their picture; the others in one line each, as many as fit. */
export const FULL_CARDS = 24;

/** `?depuis=alerte` on the links of its mails to listings: the page of the listing counts where it was opened from. */
export const MAIL_WORD = 'depuis';
export const mailWord = 'alerte';
