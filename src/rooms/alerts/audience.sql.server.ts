import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { wouldMatch } from './matching/matcher.sql.server.ts';

/** People whose alerts would surely find a listing that is not written; its columns as `listing` names them. */
export async function countPeople(
  db: Queryable,
  columns: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<number> {
  return countWaiting(db, sql`jsonb_populate_record(null::listing, ${JSON.stringify(columns)}::jsonb)`, now);
}

/** The same for a listing on line; nobody waits for any other. */
export async function countPeopleFor(db: Queryable, listingId: number, now: Date): Promise<number> {
  const listing = sql`(select * from listing_online where id = ${listingId})`;
  return countWaiting(db, listing, now);
}

async function countWaiting(db: Queryable, listing: RawBuilder<unknown>, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct a.subscriber_id) as people
    from ${wouldMatch(listing, now)} found
    join alert a on a.id = found.alert_id
    where found.sure and a.status = 'active' and a.deleted_at is null and 'appeared' = any(a.events)
  `.execute(db);
  return rows[0]?.people ?? 0;
}
