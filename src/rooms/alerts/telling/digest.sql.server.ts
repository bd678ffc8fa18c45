import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ListingFacts } from '#rooms/criteria/facts.ts';
import { judgedColumns } from '#rooms/criteria/predicate.server.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import { isOnline } from '#rooms/listings/online.server.ts';

export interface Hit {
  readonly alertId: number;
  readonly run: string;
  /** How many facts were found. */
  readonly finds: number;
}

/** Hits that immediate alerts may be notified of now: of released runs, in the order of their facts, outside quiet hours. */
export async function selectDueHits(
  db: Queryable,
  { now, hour }: { now: Date; hour: number },
  limit: number,
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select h.alert_id, h.run, sum(cardinality(h.sure) + cardinality(h.unsure))::int as finds
    from alert_run r
    join alert_hit h on h.run = r.run and h.told_at is null and h.retry_at <= ${now}
    join alert a on a.id = h.alert_id and a.frequency = 'immediate' and a.deleted_at is null
    where r.released_at is not null and r.swept_at is null
      and (a.quiet_from is null or not case when a.quiet_from < a.quiet_to
        then ${hour} >= a.quiet_from and ${hour} < a.quiet_to
        else ${hour} >= a.quiet_from or ${hour} < a.quiet_to end)
    group by r.released_at, h.run, h.alert_id
    order by r.released_at, min(least(h.sure[1], h.unsure[1])), h.run, h.alert_id
    limit ${limit}
  `.execute(db);
  return rows;
}

/** Runs that no immediate alert waits for any more are not looked at again. */
export async function sweepRuns(db: Queryable, now: Date): Promise<void> {
  await sql`
    update alert_run r set swept_at = ${now}
    where r.released_at is not null and r.swept_at is null
      and not exists (
        select from alert_hit h join alert a on a.id = h.alert_id
        where h.run = r.run and h.told_at is null and a.frequency = 'immediate')
  `.execute(db);
}

export interface ClaimedHits {
  readonly alertId: number;
  readonly run: string;
  readonly sure: number[];
  readonly unsure: number[];
}

/**
 * Pending hits of locked alerts: of this run, or all of them without one. Hits that another worker notified are left
 * out.
 */
export async function selectPendingHits(
  tx: Tx,
  asked: readonly { readonly alertId: number; readonly run: string | null }[],
): Promise<ClaimedHits[]> {
  const { rows } = await sql<ClaimedHits>`
    select h.alert_id, h.run, h.sure, h.unsure
    from unnest(${asked.map(({ alertId }) => alertId)}::bigint[], ${asked.map(({ run }) => run)}::text[])
      as asked(alert_id, run)
    join alert_hit h on h.alert_id = asked.alert_id and h.told_at is null and (asked.run is null or h.run = asked.run)
    join alert_run r on r.run = h.run and r.released_at is not null
    order by h.alert_id, h.run, h.batch
  `.execute(tx);
  return rows;
}

/**
 * Alerts of a day or of a week whose hour has come. A week missed is told on the first day that somebody works again; a
 * day never has two mails.
 */
const isDue = ({ day, hour }: { day: string; hour: number }) => sql<SqlBool>`(case a.frequency
  when 'daily' then a.hour <= ${hour} and (a.told_on is null or a.told_on < ${day}::date)
  when 'weekly' then coalesce(a.told_on, '-infinity') < ${day}::date
    - (extract(isodow from ${day}::date)::int - a.weekday + 7) % 7
    - case when extract(isodow from ${day}::date)::int = a.weekday and a.hour > ${hour} then 7 else 0 end
  else false end)`;

/** Daily and weekly alerts that are due and have pending hits, with their number of facts. */
export async function selectDueDailies(
  db: Queryable,
  at: { day: string; hour: number; now: Date },
  limit: number,
): Promise<Omit<Hit, 'run'>[]> {
  const { rows } = await sql<Omit<Hit, 'run'>>`
    select a.id as alert_id, waiting.finds from alert a
    cross join lateral (
      select sum(cardinality(h.sure) + cardinality(h.unsure))::int as finds
      from alert_hit h join alert_run r on r.run = h.run and r.released_at is not null
      where h.alert_id = a.id and h.told_at is null and h.retry_at <= ${at.now}) waiting
    where a.status = 'active' and a.deleted_at is null and a.frequency in ('daily', 'weekly') and ${isDue(at)}
      and waiting.finds is not null
    order by a.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Closes the day of daily alerts without pending hits: they get no mail. */
export async function closeEmptyDays(db: Queryable, at: { day: string; hour: number }): Promise<void> {
  await sql`
    update alert a set told_on = ${at.day}::date
    where a.status = 'active' and a.deleted_at is null and a.frequency in ('daily', 'weekly') and ${isDue(at)}
      and not exists (
        select from alert_hit h join alert_run r on r.run = h.run and r.released_at is not null
        where h.alert_id = a.id and h.told_at is null)
  `.execute(db);
}

/** Claims the day of locked alerts, once; alerts that no longer wait for it are left out. */
export async function claimDays(
  tx: Tx,
  alertIds: readonly number[],
  at: { day: string; hour: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update alert a set told_on = ${at.day}::date
    where id = any(${alertIds}::bigint[]) and status = 'active' and deleted_at is null and ${isDue(at)}
    returning id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks claimed hits as notified, with the number of listings in the mail; `sent`: alerts that a mail was queued for. */
export async function closeHits(
  tx: Tx,
  claimed: readonly { readonly alertId: number; readonly run: string; readonly told: number }[],
  { sent, now }: { sent: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    update alert_hit h set told_at = ${now}, told = c.told
    from unnest(${claimed.map(({ alertId }) => alertId)}::bigint[], ${claimed.map(({ run }) => run)}::text[],
      ${claimed.map(({ told }) => told)}::int[]) as c(alert_id, run, told)
    where h.alert_id = c.alert_id and h.run = c.run and h.told_at is null
  `.execute(tx);
  await sql`update alert set last_sent_at = ${now} where id = any(${sent}::bigint[])`.execute(tx);
}

/** Postpones the hits of an alert that failed, so that they block no other alert. */
export async function postponeAlert(db: Queryable, alertId: number, until: Date): Promise<void> {
  await db
    .updateTable('alertHit')
    .set({ retryAt: until })
    .where('alertId', '=', alertId)
    .where('toldAt', 'is', null)
    .execute();
}

/** The number of the last fact of the listing `l`: those of one listing are numbered in the order of their commits. */
export const lastFact: RawBuilder<number> = sql`coalesce((
  select c.seq from change c where c.ref = l.id and c.kind = any(${Object.values(listingEvents)})
  order by c.seq desc limit 1), 0)`;

export type SeenListing = ListingFacts & {
  readonly id: number;
  readonly price: number;
  readonly visible: boolean;
  /** Its last fact, as old as what is read of it. */
  readonly upto: number;
};

/** What the predicate reads of these listings, as they are now. */
export async function listingsNow(db: Queryable, ids: readonly number[]): Promise<Map<number, SeenListing>> {
  const { rows } = await sql<SeenListing>`
    select l.id, l.lat, l.lng, ${isOnline('l')} as visible, ${lastFact} as upto, ${judgedColumns('l')}
    from listing l where l.id = any(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
