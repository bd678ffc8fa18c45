import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { mayBeShown } from '../owner/results.sql.server.ts';

const FOLLOWING_LOCK = 7_203_060;

/**
 * Locks departures until the transaction ends: listings notified meanwhile are followed by then. The reader of
 * departures takes the lock alone (`alone`), notifiers share it.
 */
export async function lockFollowing(tx: Tx, alone: boolean): Promise<void> {
  const lock = alone ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
  await sql`select ${lock}(${sql.lit(FOLLOWING_LOCK)})`.execute(tx);
}

interface LeftFact {
  readonly seq: number;
  readonly xid: string;
  readonly listingId: number;
  readonly run: string;
}

/** Matches departed listings to the alerts that follow them, merged into the hits of the same batch. */
export async function insertDepartureHits(
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

interface Followed {
  readonly alertId: number;
  readonly listingId: number;
}

const pairs = (some: readonly Followed[]) => sql`unnest(${some.map(({ alertId }) => alertId)}::bigint[],
  ${some.map(({ listingId }) => listingId)}::bigint[]) as asked(alert_id, listing_id)`;

/** The followed pairs among these, as `<alert> <listing>`, and whether the end of the listing may be disclosed. */
export async function followedAmong(
  db: Queryable,
  asked: readonly Followed[],
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ alertId: number; id: number; shown: boolean }>`
    select one.alert_id, l.id, ${mayBeShown} as shown
    from ${pairs(asked)}
    join alert_follow one using (alert_id, listing_id)
    join listing l on l.id = one.listing_id
  `.execute(db);
  return new Map(rows.map(({ alertId, id, shown }) => [`${alertId} ${id}`, shown]));
}

/** Follows these listings from now on, and the listings on line of the homes that others of them showed. */
export async function follow(
  tx: Tx,
  { told, elsewhere }: { told: readonly Followed[]; elsewhere: readonly Followed[] },
): Promise<void> {
  if (told.length + elsewhere.length === 0) return;
  await sql`
    insert into alert_follow (listing_id, alert_id)
    select l.id, one.alert_id from (
      select alert_id, listing_id from ${pairs(told)}
      union
      select asked.alert_id, other.listing_id from ${pairs(elsewhere)}
      join property_listing own on own.listing_id = asked.listing_id
      join property_listing other on other.property_id = own.property_id) one
    join listing l on l.id = one.listing_id
    where ${isOnline('l')}
    on conflict do nothing
  `.execute(tx);
}

/** Follows what the alert told and is on line still. */
export async function followNotified(tx: Tx, alertId: number): Promise<void> {
  await sql`
    insert into alert_follow (listing_id, alert_id)
    select l.id, ${alertId} from listing l
    where ${isOnline('l')}
      and l.id in (select unnest(listings) from alert_told where alert_id = ${alertId})
    on conflict do nothing
  `.execute(tx);
}

export async function unfollow(tx: Tx, over: readonly Followed[]): Promise<void> {
  if (over.length === 0) return;
  await sql`
    delete from alert_follow one using ${pairs(over)}
    where one.alert_id = asked.alert_id and one.listing_id = asked.listing_id
  `.execute(tx);
}

/** Unfollows these pairs, except those that a mail notified. */
export async function unfollowUnmailed(tx: Tx, over: readonly Followed[]): Promise<void> {
  if (over.length === 0) return;
  await sql`
    delete from alert_follow one using ${pairs(over)}
    where one.alert_id = asked.alert_id and one.listing_id = asked.listing_id and not exists (
      select from alert_told mail where mail.alert_id = one.alert_id and one.listing_id = any(mail.listings))
  `.execute(tx);
}

export async function unfollowAll(tx: Tx, alertId: number): Promise<void> {
  await tx.deleteFrom('alertFollow').where('alertId', '=', alertId).execute();
}
