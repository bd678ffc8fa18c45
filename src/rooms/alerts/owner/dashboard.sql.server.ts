import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import { rejectedCondition } from '../matching/verdicts.sql.server.ts';
import { mayBeShown } from './results.sql.server.ts';

interface FoundDay {
  readonly alertId: number;
  /** In Paris, `2026-03-29`. */
  readonly day: string;
  /** Listings found for the first time that day; and those of them found again or first since the last visit. */
  readonly found: number;
  readonly fresh: number;
}

/** What these alerts surely found since `from`, by the day each listing was found first. */
export async function countMatchesByDay(
  db: Queryable,
  alertIds: readonly number[],
  from: Date,
): Promise<FoundDay[]> {
  if (alertIds.length === 0) return [];
  const { rows } = await sql<FoundDay>`
    select f.alert_id, to_char(f.first_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as day, count(*) as found,
      count(*) filter (where (a.visited_at is null or f.last_at > a.visited_at) and ${mayBeShown}
        and not ${rejectedCondition(sql`f.alert_id`, sql`f.ref`)}) as fresh
    from (
      select h.alert_id, c.ref, min(h.at) as first_at, max(h.at) as last_at,
        (array_agg(s.sure order by c.seq desc))[1] as sure
      from alert_hit h
      cross join lateral (
        select unnest(h.sure) as seq, true as sure union all select unnest(h.unsure), false) s
      join change c on c.seq = s.seq
      where h.alert_id = any(${alertIds}::bigint[]) and h.at >= ${from} and c.kind <> ${listingEvents.left}
      group by h.alert_id, c.ref) f
    join alert a on a.id = f.alert_id
    join listing l on l.id = f.ref
    where f.sure
    group by 1, 2
  `.execute(db);
  return rows;
}
