import { sql } from 'kysely';
import type { Db } from '../../../platform/db.server.ts';

export async function deleteTouches(db: Db): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from listing_touch
      where at < now() - interval '1 hour' and xid < pg_snapshot_xmin(pg_current_snapshot()) returning xid
    ), floored as (
      update listing_touch_floor set xid = greatest(xid, (select max(gone.xid) from gone)) where exists (select from gone)
    )
    select count(*)::int as gone from gone
  `.execute(db);
  return rows[0]?.gone ?? 0;
}
