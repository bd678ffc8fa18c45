import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db.server.ts';
import { wouldMatch } from '../matcher/sql.server.ts';

/** People whose alerts would surely find a listing that is not written; its columns as `listing` names them. */
export async function countPeople(
  db: Queryable,
  columns: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<number> {
  const listing = sql`jsonb_populate_record(null::listing, ${JSON.stringify(columns)}::jsonb)`;
  const { rows } = await sql<{ people: number }>`
    select count(distinct a.subscriber_id) as people
    from ${wouldMatch(listing, now)} found
    join alert a on a.id = found.alert_id
    where found.sure and a.status = 'active' and a.deleted_at is null and 'appeared' = any(a.events)
  `.execute(db);
  return rows[0]?.people ?? 0;
}
