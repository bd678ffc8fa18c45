import type { AgencyId } from '#platform/auth.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { runningStatuses } from './contract.ts';
import { countRunning, selectRunningByListing } from './running.sql.server.ts';

/** How many campaigns of an agency spend, or are about to. */
export function runningBoostsOf(db: Queryable, agencyId: AgencyId): Promise<number> {
  return countRunning(db, agencyId);
}

/** Status of the campaign that shows each of these listings, by listing; those that none shows are left out. */
export async function runningByListing(
  db: Queryable,
  listingIds: readonly number[],
): Promise<ReadonlyMap<number, (typeof runningStatuses)[number]>> {
  const rows = await selectRunningByListing(db, listingIds);
  return new Map(rows.map(({ listingId, status }) => [listingId, status]));
}
