import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { searchWhere } from '#rooms/criteria/predicate.server.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { rejectedCondition } from '../matching/verdicts.sql.server.ts';
import type { ResultView } from './results.ts';

export interface FoundRow {
  readonly listingId: number;
  readonly sure: boolean;
  readonly foundAt: Date;
  readonly kind: string;
  readonly available: boolean;
  readonly withdrawnAt: Date | null;
  readonly verdict: 'keep' | 'reject' | null;
  readonly reason: string | null;
}

/**
 * On line, or gone for a reason that may be remembered; what the law held when it ended is not (as the page of a
 * listing says).
 */
export const mayBeShown = sql<SqlBool>`(${isOnline('l')} or (
  l.status in ('withdrawn', 'expired', 'sold', 'rented') and l.published_at is not null
  and not exists (select from listing_verdict held where held.listing_id = l.id and held.hold is not null)))`;

const gone = sql`case when not ${isOnline('l')} then coalesce(l.withdrawn_at, l.updated_at) end`;

/**
 * What an alert found, one row per home: the listing of it that can still be visited, else the last one found, as its
 * last fact says.
 */
function foundOf(alertId: number): RawBuilder<FoundRow & { rejected: boolean }> {
  const id = sql`${alertId}::bigint`;
  return sql`(
    select distinct on (coalesce(home.property_id, -f.listing_id)) coalesce(home.property_id, -f.listing_id) as home,
      f.listing_id, f.sure, f.found_at, f.kind, ${isOnline('l')} as available,
      ${gone} as withdrawn_at,
      v.verdict, v.reason, ${rejectedCondition(id, sql`f.listing_id`)} as rejected
    from (
      select distinct on (c.ref) c.ref as listing_id, s.sure, h.at as found_at, c.kind
      from alert_hit h
      cross join lateral (
        select unnest(h.sure) as seq, true as sure union all select unnest(h.unsure), false) s
      join change c on c.seq = s.seq
      where h.alert_id = ${id} and c.kind <> ${listingEvents.left}
      order by c.ref, c.seq desc) f
    join listing l on l.id = f.listing_id
    left join property_listing home on home.listing_id = f.listing_id
    left join alert_verdict v on v.alert_id = ${id} and v.listing_id = f.listing_id
    where ${mayBeShown}
    order by coalesce(home.property_id, -f.listing_id), ${isOnline('l')} desc, f.sure desc, home.rank, f.found_at desc
  )`;
}

/** Rejections outlive the month that finds are remembered for: what was judged is shown as long as it is judged. */
function judgedOf(alertId: number, verdict: 'keep' | 'reject'): RawBuilder<FoundRow> {
  return sql`(
    select v.listing_id, true as sure, v.at as found_at, 'listing.appeared' as kind, ${isOnline('l')} as available,
      ${gone} as withdrawn_at,
      v.verdict, v.reason
    from alert_verdict v join listing l on l.id = v.listing_id
    where v.alert_id = ${alertId} and v.verdict = ${verdict} and ${mayBeShown}
  )`;
}

/** What two alerts both found, home by home, as the first one shows it; what both rejected is left out. */
const bothOf = (alertId: number, otherId: number) => sql`
  ${foundOf(alertId)} f join ${foundOf(otherId)} t using (home)
  where not (f.rejected and t.rejected)`;

/** One page of it: kept by both, then by one, then what waits for a word, then what one of them rejected. */
export async function bothPage(
  db: Queryable,
  of: { alertId: number; otherId: number; offset: number; limit: number },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select f.listing_id, f.sure, f.found_at, f.kind, f.available, f.withdrawn_at, f.verdict, f.reason
    from ${bothOf(of.alertId, of.otherId)}
    order by coalesce((f.verdict = 'keep')::int, 0) + coalesce((t.verdict = 'keep')::int, 0) desc,
      f.rejected or t.rejected, f.found_at desc, f.listing_id desc
    offset ${of.offset} limit ${of.limit}
  `.execute(db);
  return rows;
}

export async function countBoth(db: Queryable, alertId: number, otherId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${bothOf(alertId, otherId)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** One page of a view: those that surely match first, the newest before the others. */
export async function foundPage(
  db: Queryable,
  of: { alertId: number; view: Exclude<ResultView, 'both'>; offset: number; limit: number },
): Promise<FoundRow[]> {
  const { alertId, view, offset, limit } = of;
  const from =
    view === 'found'
      ? sql`${foundOf(alertId)} f where not f.rejected`
      : sql`${judgedOf(alertId, view === 'kept' ? 'keep' : 'reject')} f`;
  const { rows } = await sql<FoundRow>`
    select listing_id, sure, found_at, kind, available, withdrawn_at, verdict, reason from ${from}
    order by sure desc, found_at desc, listing_id desc
    offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

export interface Counted {
  readonly sure: number;
  readonly maybe: number;
  readonly fresh: number;
  readonly kept: number;
  readonly rejected: number;
}

/** How many there are; `since`: what was found later is new. */
export async function countFound(db: Queryable, alertId: number, since: Date | null): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*) filter (where sure and not f.rejected) as sure,
      count(*) filter (where not sure and not f.rejected) as maybe,
      count(*) filter (where sure and not f.rejected and (${since}::timestamptz is null or found_at > ${since})) as fresh,
      (select count(*) from ${judgedOf(alertId, 'keep')} k) as kept,
      (select count(*) from ${judgedOf(alertId, 'reject')} r) as rejected
    from ${foundOf(alertId)} f
  `.execute(db);
  return rows[0]!;
}

/**
 * What an alert would have found if it had watched for as long as results are remembered, told at once: the past of
 * the demonstration. What is there already stays.
 */
export async function insertPastHits(
  tx: Tx,
  given: { alertId: number; criteria: Criteria; from: Date; lastVisit: Date; now: Date },
): Promise<void> {
  const { alertId, criteria, from, lastVisit, now } = given;
  const { yes, notNo } = searchWhere(criteria, 'l');
  await sql`
    insert into alert_hit (alert_id, run, batch, sure, unsure, at, retry_at, told_at, told)
    select ${alertId}, 'change:' || c.seq, 0, case when ${yes} then array[c.seq] else '{}' end,
      case when ${yes} then '{}' else array[c.seq] end, l.published_at, ${now}, l.published_at, 1
    from listing l
    cross join lateral (
      select max(seq) as seq from change where ref = l.id and kind = ${listingEvents.appeared}) c
    where ${notNo} and c.seq is not null and l.published_at between ${from} and ${now}
    on conflict do nothing
  `.execute(tx);
  await sql`
    insert into alert_told (alert_id, occasion, at, listings, prices, upto)
    select ${alertId}, h.run, h.told_at, array[l.id], array[l.price], array[c.seq]
    from alert_hit h
    join change c on c.seq = any(h.sure || h.unsure)
    join listing l on l.id = c.ref
    where h.alert_id = ${alertId} and h.told > 0
    on conflict do nothing
  `.execute(tx);
  await sql`
    update alert a set created_at = ${from}, visited_at = ${lastVisit}, last_sent_at = latest.at
    from (select max(at) as at from alert_hit where alert_id = ${alertId}) latest
    where a.id = ${alertId}
  `.execute(tx);
}

/** The visit under way: what `seen_until` is, and the moment of this look. A look ends a visit when none follows. */
export async function recordVisit(db: Queryable, alertId: number, now: Date, pauseMs: number): Promise<void> {
  await sql`
    update alert set visited_at = ${now},
      seen_until = case when visited_at < ${new Date(now.getTime() - pauseMs)} then visited_at else seen_until end
    where id = ${alertId}
  `.execute(db);
}

export async function visitOf(
  db: Queryable,
  alertId: number,
): Promise<{ visitedAt: Date | null; seenUntil: Date | null }> {
  return db
    .selectFrom('alert')
    .select(['visitedAt', 'seenUntil'])
    .where('id', '=', alertId)
    .executeTakeFirstOrThrow();
}
