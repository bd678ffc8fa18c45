import { fail, sharedErrors } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import { type AddressDisplay, GONE_AFTER_DAYS, isVisible } from './contract.ts';
import { selectCards, selectView } from './reading.sql.server.ts';
import { type ListingCard, type ListingView, readListingId } from './reading.ts';
import { unitsInOrder } from './units.ts';

/** The cards of these listings, whatever their status, in the order of the ids; unknown ids are left out. One statement. */
export async function listingsByIds(db: Queryable, ids: readonly number[]): Promise<ListingCard[]> {
  const cards = new Map((await selectCards(db, ids)).map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Statuses that end a listing's life in public; others off line were never or are not to be seen. */
const ended = new Set(['withdrawn', 'expired', 'sold', 'rented']);

/**
 * A listing as its page and the API show it. `available` is false for 90 days after it left, then GONE is
 * thrown, as it is at once of what Vigie suspends. Throws NOT_FOUND for what never was on line, what its agency paused or the law
 * refuses, and what is no id.
 */
export async function publicListing(
  db: Queryable,
  word: string,
  now: Date,
): Promise<{ listing: ListingView; available: boolean }> {
  const id = readListingId(word);
  const row = id === null ? null : await selectView(db, id);
  if (!row?.publishedAt) throw fail(sharedErrors.NOT_FOUND);
  const { addressDisplay, held, moderated, ...rest } = row;
  // Nothing of it is shown any more, whatever became of it meanwhile.
  if (moderated) throw fail(sharedErrors.GONE);
  const listing: ListingView = {
    ...rest,
    address: shownAddress(rest.address, addressDisplay),
    units: rest.units && unitsInOrder(rest.units, 'disponibilite'),
  };
  if (isVisible(listing.status)) return { listing, available: true };
  // What the law kept off line when its life ended is not shown for the sake of memory.
  if (!ended.has(listing.status) || held) throw fail(sharedErrors.NOT_FOUND);
  const left = Date.parse(listing.withdrawnAt ?? listing.updatedAt);
  if (now.getTime() - left > GONE_AFTER_DAYS * 86_400_000) throw fail(sharedErrors.GONE);
  return { listing, available: false };
}

const streetKinds =
  'rue|avenue|av|boulevard|bd|place|chemin|impasse|allées?|quai|cours|route|square|passage|esplanade|sentier|faubourg|ruelle|traverse|montée|promenade|rond-point|villa|cité|mail|voie|venelle|côte';
const streetPattern = new RegExp(`(?<![\\p{L}\\d])(?:${streetKinds})(?:\\.|\\s)[^,;(\\n]+`, 'iu');

/**
 * The part of an address that may be shown. Only the street of « 12 bis, rue Foch, appt 4 » when the agency
 * says the street; null when no street is recognised there: better nothing than a number.
 */
export function shownAddress(address: string | null, display: AddressDisplay | null): string | null {
  if (address === null || display === null) return null;
  if (display === 'exact') return address.trim() || null;
  if (display !== 'street') return null;
  const street = streetPattern.exec(address)?.[0].trim();
  return street ? street.charAt(0).toUpperCase() + street.slice(1) : null;
}
