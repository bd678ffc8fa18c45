import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { runningStatuses } from './contract.ts';

/** Campaigns of an agency that spend, or are about to; `ordered`: and those that are not paid yet, which may be at any moment. */
export async function countRunning(
  db: Queryable,
  agencyId: number,
  { ordered = false }: { readonly ordered?: boolean } = {},
): Promise<number> {
  const statuses = ordered ? ['pending', ...runningStatuses] : runningStatuses;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from boost where agency_id = ${agencyId} and status = any(${statuses}::text[])
  `.execute(db);
  return rows[0]?.count ?? 0;
}

interface RunningListing {
  readonly listingId: number;
  readonly status: (typeof runningStatuses)[number];
}

/** Each of these listings that a campaign shows, once: one that is on the network comes before one that waits. */
export async function selectRunningByListing(
  db: Queryable,
  listingIds: readonly number[],
): Promise<RunningListing[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<RunningListing>`
    select distinct on (boost_listing.listing_id) boost_listing.listing_id, boost.status
    from boost_listing join boost on boost.id = boost_listing.boost_id
    where boost_listing.listing_id = any(${listingIds}::bigint[]) and boost_listing.dropped_at is null
      and boost.status = any(${runningStatuses}::text[])
    order by boost_listing.listing_id, boost.status = 'active' desc, boost.id desc
  `.execute(db);
  return rows;
}
