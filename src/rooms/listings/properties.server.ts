import { fail, sharedErrors } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { isVisible } from './contract.ts';
import { compareAgain } from './home-matching.server.ts';
import * as statements from './properties.sql.server.ts';
import { type Property, stepsOf } from './properties.ts';

/** For lists that show one listing of each property, and their counts. */
export { homesAmong, representatives } from './properties.sql.server.ts';

/**
 * The home that a listing shows: who else shows it, at what price and with what fees, since when it is on the market
 * and how its lowest price moved, re-listings included. Null for a listing that never was on line, and for the moment
 * (about a second) before a new one is compared. Money in cents.
 */
export async function propertyOf(db: Queryable, listingId: number): Promise<Property | null> {
  const found = await statements.selectProperty(db, listingId);
  if (!found) return null;
  const [offers, happenings] = await Promise.all([
    statements.selectOffers(db, found.id),
    statements.selectHappenings(db, found.id),
  ]);
  return {
    ...found,
    offers: offers.filter(({ status }) => isVisible(status)),
    former: offers
      .filter(({ status }) => !isVisible(status))
      .toSorted((a, b) => b.leftAt!.getTime() - a.leftAt!.getTime()),
    ...stepsOf(happenings),
  };
}

/**
 * The property of each of these listings, by listing: what two listings share when they are one home. Ids of properties
 * may change when listings are glued or taken apart: keep ids of listings, and ask.
 */
export async function propertyIdsOf(
  db: Queryable,
  listingIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await statements.selectPropertyIds(db, listingIds);
  return new Map(rows.map(({ listingId, propertyId }) => [listingId, propertyId]));
}

/** What is kept, how many properties several listings show, and how many listings wait to be compared. */
export function countProperties(db: Queryable): ReturnType<typeof statements.selectCounts> {
  return statements.selectCounts(db);
}

/**
 * « Ce n’est pas le même bien »: two listings are never glued again, whatever their facts, imports and rebuilds;
 * `separated: false` takes it back. Kept with who said it, when and why (3 to 500 characters), and done at once. Throws
 * VALIDATION_ERROR for one listing named twice or an empty reason, NOT_FOUND for one that does not exist.
 */
export async function separateListings(
  db: Db,
  given: { listings: readonly [number, number]; separated: boolean; reason: string; by: string },
): Promise<void> {
  const [low, high] = given.listings.toSorted((a, b) => a - b) as [number, number];
  const reason = given.reason.trim();
  if (low === high)
    throw fail(sharedErrors.VALIDATION_ERROR, undefined, 'Il faut deux annonces différentes.');
  if (reason.length < 3 || reason.length > 500)
    throw fail(sharedErrors.VALIDATION_ERROR, undefined, 'Le motif fait de 3 à 500 caractères.');
  await db.transaction().execute(async (tx) => {
    if ((await statements.selectExisting(tx, [low, high])).length < 2)
      throw fail(sharedErrors.NOT_FOUND, undefined, 'L’une de ces annonces n’existe pas.');
    const { separated, by } = given;
    await statements.insertSeparation(tx, { low, high, separated, reason, by, now: clock.now() });
    await compareAgain(tx, [low, high]);
  });
}

/**
 * One listing of each home among these, in their order: the best placed of them. `others` are the listings that it stands
 * for. For mails, which tell a home once however many agencies show it.
 */
export async function onePerHome(
  db: Queryable,
  listingIds: readonly number[],
): Promise<{ id: number; others: number[] }[]> {
  const known = new Map((await statements.selectStanding(db, listingIds)).map((row) => [row.listingId, row]));
  const homes = Map.groupBy(new Set(listingIds), (id) => known.get(id)?.propertyId ?? -id);
  const rank = (id: number) => known.get(id)?.rank ?? 0;
  return [...homes.values()].map((ids) => {
    const [id, ...others] = ids.toSorted((a, b) => rank(a) - rank(b));
    return { id: id!, others };
  });
}
