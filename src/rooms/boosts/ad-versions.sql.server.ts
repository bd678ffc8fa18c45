import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** Listings on line that changed since their advertisement was compared with them, of boosts that their network has. */
export async function selectChanged(
  db: Queryable,
): Promise<{ readonly boostId: number; readonly listingId: number }[]> {
  const { rows } = await sql<{ boostId: number; listingId: number }>`
    select boost.id as boost_id, listing.id as listing_id
    from boost join boost_listing on boost_listing.boost_id = boost.id
      join listing on listing.id = boost_listing.listing_id
    where boost.status in ('syncing', 'synced', 'active', 'paused') and boost_listing.dropped_at is null
      and listing.status = 'online' and listing.updated_at > coalesce(compared_at, boost.created_at)
    order by boost.id, position
  `.execute(db);
  return rows;
}

interface Versions {
  readonly listingIds: readonly number[];
  readonly versions: ReadonlyMap<number, string>;
}

/** Keeps what the advertisements of listings of a boost would be now; one without a version keeps the one that it has. */
export async function keepCompared(
  db: Queryable,
  boostId: number,
  { listingIds, versions }: Versions,
  at: Date,
): Promise<void> {
  for (const listingId of listingIds)
    await sql`
      update boost_listing set compared_at = ${at}, current_as = coalesce(${versions.get(listingId) ?? null}, current_as)
      where boost_id = ${boostId} and listing_id = ${listingId}
    `.execute(db);
}

/** A person shows the advertisements of a boost as they were last compared. */
export async function keepShown(db: Queryable, boostId: number): Promise<void> {
  await sql`update boost_listing set shown_as = current_as where boost_id = ${boostId}`.execute(db);
}
