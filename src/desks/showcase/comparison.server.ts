import { Refusal } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import { answerTimeOf } from '#rooms/leads/leads.server.ts';
import { propertyOf } from '#rooms/listings/properties.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import type { Compared } from './comparison.ts';
import { costOf } from './monthly-cost.ts';

/** The listings of these numbers, in their order; those that may not be read any more are listed as missing. */
export async function comparedListings(
  db: Queryable,
  ids: readonly number[],
  now: Date,
): Promise<{ compared: Compared[]; missing: number[] }> {
  const found = await Promise.all(ids.map((id) => comparedOne(db, id, now)));
  return {
    compared: found.filter((one) => one !== null),
    missing: ids.filter((_, rank) => found[rank] === null),
  };
}

async function comparedOne(db: Queryable, id: number, now: Date): Promise<Compared | null> {
  try {
    const { listing, available } = await publicListing(db, String(id), now);
    const [property, answers] = await Promise.all([
      propertyOf(db, id),
      answerTimeOf(db, listing.agency.ownerReference),
    ]);
    return {
      listing,
      available,
      answers,
      cost: costOf(listing, {}, now),
      firstSeenAt: property?.firstSeenAt.toISOString() ?? null,
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
