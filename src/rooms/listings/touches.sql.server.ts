import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';

/**
 * Transactions are numbered anew in a database restored elsewhere: numbers that nobody reached yet are of the former one.
 */
export async function deleteTouches(db: Db): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from listing_touch
      where (at < now() - interval '1 hour' and xid < pg_snapshot_xmin(pg_current_snapshot()))
        or xid >= pg_snapshot_xmax(pg_current_snapshot())
      returning xid
    ), floored as (
      update listing_touch_floor set xid = least(greatest(xid, (select max(gone.xid) from gone)), pg_current_xact_id())
      where exists (select from gone) or xid >= pg_snapshot_xmax(pg_current_snapshot())
    )
    select count(*)::int as gone from gone
  `.execute(db);
  return rows[0]?.gone ?? 0;
}
