import { fail, sharedErrors } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import { isProven } from '#rooms/accounts/accounts.server.ts';
import { propertyIdsOf, separateListings } from '#rooms/listings/properties.server.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { separatedBy, separationsSince, signatureOf } from './same-home.sql.server.ts';
import { type Difference, differences, SEPARATIONS_PER_DAY, samenessErrors } from './same-home.ts';

const DAY_MS = 86_400_000;

interface Said {
  readonly id: string;
  readonly other: string;
}

/**
 * Two listings that one page shows as one home are two, says somebody whose address is proven: for everyone and at once.
 * Throws NOT_FOUND, SEPARATION_UNPROVEN, SEPARATION_NOT_TOGETHER when they are not shown as one, RATE_LIMIT_EXCEEDED.
 */
export async function tellApart(db: Db, userId: UserId, said: Said, difference: Difference): Promise<void> {
  const listings = numbersOf(said);
  if (!(await isProven(db, userId))) throw fail(samenessErrors.SEPARATION_UNPROVEN);
  const now = clock.now();
  const before = await separationsSince(db, userId, new Date(now.getTime() - DAY_MS));
  if (before.length >= SEPARATIONS_PER_DAY)
    throw tooMany(((before[0] ?? now).getTime() + DAY_MS - now.getTime()) / 1000);
  const properties = await propertyIdsOf(db, listings);
  const [one, other] = listings.map((id) => properties.get(id));
  if (one === undefined || one !== other) throw fail(samenessErrors.SEPARATION_NOT_TOGETHER);
  await separateListings(db, {
    listings,
    separated: true,
    reason: differences[difference],
    by: signatureOf(userId),
  });
}

/** Takes back what this account said of two listings, and only that. Throws NOT_FOUND when it said nothing. */
export async function joinAgain(db: Db, userId: UserId, said: Said): Promise<void> {
  const listings = numbersOf(said);
  const apart = await separatedBy(db, userId, listings[0]);
  if (!apart.some(({ listingId }) => listingId === listings[1])) throw fail(sharedErrors.NOT_FOUND);
  await separateListings(db, {
    listings,
    separated: false,
    reason: 'Annulé par la personne qui l’avait dit',
    by: signatureOf(userId),
  });
}

function numbersOf({ id, other }: Said): [number, number] {
  const [one, two] = [readListingId(id), readListingId(other)];
  if (one === null || two === null || one === two) throw fail(sharedErrors.NOT_FOUND);
  return [one, two];
}
