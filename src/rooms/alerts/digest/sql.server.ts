import { type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import { judgedColumns, type ListingFacts, visible } from '../../search/criteria/rules.server.ts';
import { rejected } from '../verdicts/sql.server.ts';

export interface Hit {
  readonly alertId: number;
  readonly run: string;
}

/** What immediate alerts may be told now: of released runs, the oldest first. Quiet hours are waited for. */
export async function dueHits(
  db: Queryable,
  { now, hour }: { now: Date; hour: number },
  limit: number,
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select distinct h.alert_id, h.run, r.released_at
    from alert_run r
    join alert_hit h on h.run = r.run and h.told_at is null and h.retry_at <= ${now}
    join alert a on a.id = h.alert_id and a.frequency = 'immediate' and a.deleted_at is null
    where r.released_at is not null and r.swept_at is null
      and (a.quiet_from is null or not case when a.quiet_from < a.quiet_to
        then ${hour} >= a.quiet_from and ${hour} < a.quiet_to
        else ${hour} >= a.quiet_from or ${hour} < a.quiet_to end)
    order by r.released_at, h.run, h.alert_id
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

export interface Claimed {
  readonly run: string;
  readonly sure: number[];
  readonly unsure: number[];
}

/** Takes what a run found for an alert to tell it; nothing when somebody else did. */
export async function claimHit(tx: Tx, { alertId, run }: Hit, now: Date): Promise<Claimed[]> {
  return tx
    .updateTable('alertHit')
    .set({ toldAt: now })
    .where('alertId', '=', alertId)
    .where('run', '=', run)
    .where('toldAt', 'is', null)
    .returning(['run', 'sure', 'unsure'])
    .execute();
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

/** Those of them that have something to be told. */
export async function dueDailies(
  db: Queryable,
  at: { day: string; hour: number; now: Date },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from alert a
    where a.status = 'active' and a.deleted_at is null and a.frequency in ('daily', 'weekly') and ${isDue(at)}
      and exists (
        select from alert_hit h join alert_run r on r.run = h.run and r.released_at is not null
        where h.alert_id = a.id and h.told_at is null and h.retry_at <= ${at.now})
    order by a.id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The day of daily alerts that have nothing to be told: settled without a mail. */
export async function settleQuietDays(db: Queryable, at: { day: string; hour: number }): Promise<void> {
  await sql`
    update alert a set told_on = ${at.day}::date
    where a.status = 'active' and a.deleted_at is null and a.frequency in ('daily', 'weekly') and ${isDue(at)}
      and not exists (
        select from alert_hit h join alert_run r on r.run = h.run and r.released_at is not null
        where h.alert_id = a.id and h.told_at is null)
  `.execute(db);
}

/** Takes an alert's day, once; false when it is taken or the alert no longer waits for it. */
export async function claimDay(tx: Tx, alertId: number, at: { day: string; hour: number }): Promise<boolean> {
  const { rows } = await sql`
    update alert a set told_on = ${at.day}::date
    where id = ${alertId} and status = 'active' and deleted_at is null and ${isDue(at)}
    returning id
  `.execute(tx);
  return rows.length > 0;
}

export async function claimDayHits(tx: Tx, alertId: number, now: Date): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update alert_hit h set told_at = ${now}
    from alert_run r
    where h.alert_id = ${alertId} and h.told_at is null and r.run = h.run and r.released_at is not null
    returning h.run, h.sure, h.unsure
  `.execute(tx);
  return rows;
}

/** How many listings the mail told, noted on what was claimed for it. */
export async function countTold(
  tx: Tx,
  claim: { alertId: number; runs: readonly string[]; at: Date },
  told: number,
): Promise<void> {
  await tx
    .updateTable('alertHit')
    .set({ told })
    .where('alertId', '=', claim.alertId)
    .where('run', 'in', claim.runs)
    .where('toldAt', '=', claim.at)
    .execute();
}

export async function noteSent(tx: Tx, alertId: number, now: Date): Promise<void> {
  await tx.updateTable('alert').set({ lastSentAt: now }).where('id', '=', alertId).execute();
}

/** Puts off what could not be written, so that it holds no other alert back. */
export async function putOff(db: Queryable, alertId: number, until: Date): Promise<void> {
  await db
    .updateTable('alertHit')
    .set({ retryAt: until })
    .where('alertId', '=', alertId)
    .where('toldAt', 'is', null)
    .execute();
}

export interface Fact {
  readonly seq: number;
  readonly kind: string;
  readonly listingId: number;
  /** Cents; null when the fact says none. */
  readonly price: number | null;
  readonly previousPrice: number | null;
  /** Its owner rejected this listing, or another of its home. */
  readonly rejected: boolean;
}

/**
 * The facts of what was found, in order: for each listing all those of the same run that the alert sees, whether or
 * not it matched at the instant it was looked at, so that what is told does not depend on that instant. What its
 * owner rejected is said here and not where it is found: a rejection is rare, a find is not.
 */
export async function factsOf(
  db: Queryable,
  claimed: readonly Claimed[],
  see: { alertId: number; since: string; kinds: readonly string[] },
): Promise<Fact[]> {
  const seqs = claimed.flatMap(({ sure, unsure }) => [...sure, ...unsure]);
  const runs = claimed.map(({ run }) => run);
  const { rows } = await sql<Fact>`
    select c.seq, c.kind, c.ref as listing_id, (c.payload ->> 'price')::bigint as price,
      (c.payload ->> 'previousPrice')::bigint as previous_price,
      ${rejected(sql`${see.alertId}::bigint`, sql`c.ref`)} as rejected
    from change c
    where c.ref in (select found.ref from change found where found.seq = any(${seqs}::bigint[]))
      and (c.run = any(${runs}::text[]) or c.seq = any(${seqs}::bigint[]))
      and c.kind = any(${see.kinds}::text[]) and c.xid > ${see.since}::xid8
    order by c.seq
  `.execute(db);
  return rows;
}

export type SeenListing = ListingFacts & {
  readonly id: number;
  readonly price: number;
  readonly visible: boolean;
};

/** What the predicate reads of these listings, as they are now. */
export async function listingsNow(db: Queryable, ids: readonly number[]): Promise<Map<number, SeenListing>> {
  const { rows } = await sql<SeenListing>`
    select l.id, l.lat, l.lng, ${visible('l')} as visible, ${judgedColumns('l')}
    from listing l where l.id = any(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where an alert writes to, and whose it is once its address is proven. */
export function subscriberOf(
  db: Queryable,
  subscriberId: number,
): Promise<{ email: string; accountId: number | null }> {
  return db
    .selectFrom('subscriber')
    .select(['email', 'accountId'])
    .where('id', '=', subscriberId)
    .executeTakeFirstOrThrow();
}
