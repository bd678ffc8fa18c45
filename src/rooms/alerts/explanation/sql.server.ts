import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db.server.ts';

export interface FactSeen {
  readonly seq: number;
  readonly kind: string;
  readonly at: Date;
  readonly run: string | null;
  readonly seen: boolean;
  readonly matched: 'yes' | 'maybe' | null;
  readonly toldAt: Date | null;
  readonly mail: string | null;
}

/** What happened to a listing, and what an alert made of it, oldest first. */
export async function factsSeenBy(
  db: Queryable,
  at: { alertId: number; listingId: number; kinds: readonly string[] },
): Promise<FactSeen[]> {
  const { alertId, listingId, kinds } = at;
  const { rows } = await sql<FactSeen>`
    select c.seq, c.kind, c.at, c.run, coalesce(a.since < c.xid, false) as seen,
      case when c.seq = any(h.sure) then 'yes' when c.seq = any(h.unsure) then 'maybe' end as matched,
      case when h.told > 0 then h.told_at end as told_at,
      (select m.status from mail_outbox m
       where m.dedupe_key in ('alert:' || a.id || ':' || h.run,
         'alert:' || a.id || ':day:' || to_char(h.told_at at time zone 'Europe/Paris', 'YYYY-MM-DD'))
       order by m.id limit 1) as mail
    from change c
    cross join alert a
    left join alert_hit h on h.alert_id = a.id and (c.seq = any(h.sure) or c.seq = any(h.unsure))
    where a.id = ${alertId} and c.ref = ${listingId} and c.kind = any(${kinds}::text[])
    order by c.seq
  `.execute(db);
  return rows;
}
