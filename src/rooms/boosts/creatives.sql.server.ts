import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** Whether a listing on line is this agency's. */
export async function isOwnListing(db: Queryable, agencyId: number, listingId: number): Promise<boolean> {
  const { rows } = await sql`
    select from listing where id = ${listingId} and agency_id = ${agencyId} and status = 'online'
  `.execute(db);
  return rows.length > 0;
}

/** A listing on line to which the law and photos lack nothing, the newest one; null when there is none. */
export async function selectExample(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select listing.id from listing left join listing_verdict verdict on verdict.listing_id = listing.id
    where listing.status = 'online' and coalesce(verdict.score, 100) = 100 and listing.energy_class is not null
      and exists (select from listing_photo where listing_id = listing.id and status = 'ready' and position = 0)
    order by listing.published_at desc nulls last, listing.id desc limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}
