import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import { visible } from '../../search/criteria/rules.server.ts';
import { mayBeShown } from '../results/sql.server.ts';

const FOLLOWING_LOCK = 7_203_060;

/**
 * Until the transaction ends, no departure is looked at: what is told meanwhile is followed by then. Whoever looks at
 * departures (`alone`) waits for those that tell.
 */
export async function holdFollowing(tx: Tx, alone: boolean): Promise<void> {
  const lock = alone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${sql.lit(FOLLOWING_LOCK)})`.execute(tx);
}

interface LeftFact {
  readonly seq: number;
  readonly xid: string;
  readonly listingId: number;
  readonly run: string;
}

/** Finds, for the alerts that told them, the listings that left; with what their batch found besides. */
export async function insertLeft(
  tx: Tx,
  facts: readonly LeftFact[],
  { batch, now }: { batch: number; now: Date },
): Promise<void> {
  const column = <T>(read: (fact: LeftFact) => T) => facts.map(read);
  await sql`
    insert into alert_hit as hit (alert_id, run, batch, sure, unsure, at, retry_at)
    select a.id, f.run, ${batch}::bigint, array_agg(f.seq order by f.seq), '{}', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column(({ seq }) => seq)}::bigint[], ${column(({ xid }) => xid)}::text[],
      ${column(({ listingId }) => listingId)}::bigint[], ${column(({ run }) => run)}::text[])
      as f(seq, xid, listing_id, run)
    join alert_follow one on one.listing_id = f.listing_id
    join alert a on a.id = one.alert_id
    where a.status = 'active' and 'gone' = any(a.events) and a.since < f.xid::xid8
    group by a.id, f.run
    on conflict (alert_id, run, batch) do update set sure = hit.sure || excluded.sure
  `.execute(tx);
}

/** Of these listings, those that the alert follows; `shown`: whether their end may be said. */
export async function followedAmong(
  db: Queryable,
  alertId: number,
  listingIds: readonly number[],
): Promise<Map<number, { shown: boolean }>> {
  const { rows } = await sql<{ id: number; shown: boolean }>`
    select l.id, ${mayBeShown} as shown
    from alert_follow one join listing l on l.id = one.listing_id
    where one.alert_id = ${alertId} and one.listing_id = any(${listingIds}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, shown }) => [id, { shown }]));
}

/** Follows these listings from now on, and the listings on line of the homes that others of them showed. */
export async function follow(
  tx: Tx,
  alertId: number,
  { told, elsewhere }: { told: readonly number[]; elsewhere: readonly number[] },
): Promise<void> {
  await sql`
    insert into alert_follow (listing_id, alert_id)
    select l.id, ${alertId} from listing l
    where ${visible('l')} and (l.id = any(${told}::bigint[]) or l.id in (
      select other.listing_id
      from property_listing own join property_listing other using (property_id)
      where own.listing_id = any(${elsewhere}::bigint[])))
    on conflict do nothing
  `.execute(tx);
}

/** Follows what the alert told and is on line still. */
export async function followTold(tx: Tx, alertId: number): Promise<void> {
  await sql`
    insert into alert_follow (listing_id, alert_id)
    select l.id, ${alertId} from listing l
    where ${visible('l')}
      and l.id in (select unnest(listings) from alert_told where alert_id = ${alertId})
    on conflict do nothing
  `.execute(tx);
}

/** Follows these listings no more; all of them when none is said. */
export async function unfollow(tx: Tx, alertId: number, listingIds: readonly number[] | null): Promise<void> {
  await sql`
    delete from alert_follow
    where alert_id = ${alertId} and (${listingIds}::bigint[] is null or listing_id = any(${listingIds}::bigint[]))
  `.execute(tx);
}
