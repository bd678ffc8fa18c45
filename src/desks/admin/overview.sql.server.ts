import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { AuditAction } from '#rooms/administrators/contract.ts';
import { talliesOf } from '#rooms/listings/tally.server.ts';
import { failedImportNames } from './agencies.ts';

/** A day in Paris, `YYYY-MM-DD`; days without anything are left out. */
export interface DayCount {
  readonly day: string;
  readonly value: number;
}

/** What is counted by the day on which it was made: each table has an index that begins with that moment. */
const made = {
  accounts: sql`account where created_at`,
  agencies: sql`agency_account where created_at`,
  leads: sql`lead where created_at`,
  alerts: sql`alert where created_at`,
  mails: sql`mail_outbox where status = 'sent' and created_at`,
} as const;
export type Counted = keyof typeof made;

/**
 * How many were made on each day from one to another. Mails: those that were sent, by the day they were asked for. Each day is a
 * stretch of the index: to find the day in Paris of each row would cost ten times as much.
 */
export async function countByDay(
  db: Queryable,
  what: Counted,
  { from, to }: { from: string; to: string },
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, counted.value
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    cross join lateral (
      select count(*)::int as value from ${made[what]} >= day at time zone 'Europe/Paris'
        and created_at < (day + interval '1 day') at time zone 'Europe/Paris') counted
    where counted.value > 0
  `.execute(db);
  return rows;
}

/** What was invoiced on each day since one, in cents without VAT, credit notes taken off. */
export async function sumRevenue(db: Queryable, since: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(issued_on, 'YYYY-MM-DD') as day, sum(case series when 'F' then net else -net end)::bigint as value
    from invoice where issued_on >= ${since}::date group by issued_on
  `.execute(db);
  return rows;
}

interface Stock {
  readonly agencies: number;
  readonly activeAgencies: number;
  readonly online: number;
  readonly refused: number;
  readonly waiting: number;
  readonly suspended: number;
  readonly activeAlerts: number;
}

/** What there is now. Homes on line come from the tally: counting a million listings would read them all. */
export async function selectStock(db: Queryable): Promise<Stock> {
  const homes = (market: 'achat' | 'location') =>
    sql`(select coalesce(sum(homes), 0) from ${talliesOf(sql`'FR'`, market, 'infinity')} ${sql.ref(market)})`;
  const { rows } = await sql<Stock>`
    select
      (select count(*)::int from agency) as agencies,
      (select count(*)::int from agency_account opened join agency on agency.id = opened.agency_id
        where agency.excluded_on is null and agency.suspended_on is null) as active_agencies,
      (${homes('achat')} + ${homes('location')})::int as online,
      (select count(*)::int from listing where status = 'refused') as refused,
      (select count(*)::int from listing where status = 'pending') as waiting,
      (select count(*)::int from listing_suspension) as suspended,
      (select count(*)::int from alert where status = 'active') as active_alerts
  `.execute(db);
  return rows[0]!;
}

interface MailHealth {
  readonly medianDelay: number | null;
  readonly longDelay: number | null;
  readonly failed: number;
  readonly bounced: number;
  readonly complaints: number;
  readonly setAside: number;
}

/**
 * How mails go. Delays are those of the mails asked for since `recent`, in seconds from the moment each was due: one that is
 * tried again has lost that moment, and counts from its request. Bounces and complaints are addresses, since `since`.
 */
export async function selectMailHealth(
  db: Queryable,
  { since, recent }: { since: Date; recent: Date },
): Promise<MailHealth> {
  const { rows } = await sql<MailHealth>`
    with late as (
      select extract(epoch from sent_at - case when attempts = 1 then greatest(created_at, next_at) else created_at end)
        as seconds
      from mail_outbox where created_at >= ${recent} and status = 'sent')
    select
      (select percentile_cont(0.5) within group (order by greatest(seconds, 0)) from late)::float8 as median_delay,
      (select percentile_cont(0.95) within group (order by greatest(seconds, 0)) from late)::float8 as long_delay,
      (select count(*)::int from mail_outbox where created_at >= ${since} and status = 'failed') as failed,
      (select count(*)::int from mail_address where last_bounce_at >= ${since}) as bounced,
      (select count(*)::int from mail_address where reason = 'complaint' and suppressed_at >= ${since}) as complaints,
      (select count(*)::int from mail_address where suppressed_at is not null) as set_aside
  `.execute(db);
  return rows[0]!;
}

interface WorkQueue {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly oldest: Date | null;
}

/** What waits for the worker in the tables of rooms: each part reads an index of what waits, and nothing else. */
export async function selectQueues(db: Queryable, now: Date): Promise<WorkQueue[]> {
  const due = (written: RawBuilder<unknown>) =>
    sql`select next_at from mail_outbox where status = 'pending' and ${written} and next_at <= ${now}`;
  const { rows } = await sql<WorkQueue>`
    select 'mail' as name, count(*)::int as waiting,
      (select count(*)::int from mail_outbox where status = 'sending') as running, min(next_at) as oldest
    from (${due(sql`writer is null`)} union all ${due(sql`writer is not null`)}) mail
    union all
    select 'push', count(*)::int, 0, min(next_at) from push_outbox where status = 'pending' and next_at <= ${now}
    union all
    select 'imports', count(*)::int,
      (select count(*)::int from feed_import where status in ('staging', 'applying')), min(received_at)
    from feed_import where status in ('received', 'ordered')
    union all
    select 'photos', count(*)::int, 0, min(next_at) from listing_photo where status = 'pending' and next_at <= ${now}
    union all
    select 'properties', count(*)::int, 0, null::timestamptz from property_work
    union all
    select 'webhooks', count(*)::int, 0, min(next_at) from lead_delivery where status = 'pending' and next_at <= ${now}
    union all
    select 'boosts', count(*)::int, 0, min(next_attempt_at) from boost where next_attempt_at <= ${now}
    union all
    select 'invoices', count(*)::int, 0, min(created_at) from invoice
    where mailed_at is null and coalesce(next_draw_at, created_at) <= ${now}
    union all
    select 'refunds', count(*)::int, 0, min(coalesce(next_attempt_at, created_at)) from payment_refund
    where status = 'pending' and next_attempt_at <= ${now}
  `.execute(db);
  return rows;
}

interface Waiting {
  readonly kind: string;
  readonly count: number;
  readonly urgent: number;
  readonly since: Date | null;
}

/**
 * What waits for a person, by kind, those without anything left out or zero: each part reads an index of what waits, or goes
 * through agencies with a space once.
 */
export async function selectWaiting(db: Queryable): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select case report.kind when 'rule' then 'wordings' else 'reports' end as kind, count(*)::int as count,
      count(*) filter (where priority = 1)::int as urgent, min(created_at) as since
    from report where waiting and not contested group by report.kind
    union all
    select 'appeals', count(*)::int, 0,
      (select min(report_appeal.at) from report said join report_appeal on report_appeal.report_id = said.id
        where said.contested and report_appeal.outcome is null)
    from report where contested
    union all
    select 'signals', count(*)::int, 0, min(found_at) from listing_scam where waits and decided is null
    union all
    select 'claims', count(*)::int, 0, min(proven_at) from agency_registration
    where agency_id is not null and proven_at is not null and settled_at is null
    union all
    select 'identities', count(*)::int, 0, min(opened.created_at)
    from agency_account opened join agency on agency.id = opened.agency_id
    join agency_identity on agency_identity.agency_id = agency.id
    where agency.siren is not null and agency.card_number is not null
      and agency.suspended_on is null and agency.excluded_on is null and agency_identity.state = 'unverified'
    union all
    select 'imports', count(*)::int, 0, min(feed_import.received_at)
    from feed_agency last join feed_import on feed_import.id = last.import_id
    where last.status in (${sql.join(failedImportNames.map(sql.lit))}) and not exists (
      select from feed_agency later where later.agency_id = last.agency_id and later.import_id > last.import_id)
    union all
    select 'alarms', count(*)::int, 0, min(coalesce(alarm_logged_at, created_at)) from payment_order
    where alarm is not null and alarm_seen_at is null
  `.execute(db);
  return rows;
}

interface LastAct {
  readonly action: AuditAction;
  readonly at: Date;
  readonly administrator: string;
}

/** The last time that each of these was done: one step of an index each. */
export async function selectLastActs(db: Queryable, actions: readonly AuditAction[]): Promise<LastAct[]> {
  const { rows } = await sql<LastAct>`
    select asked.action, last.at, last.administrator
    from unnest(${[...actions]}::text[]) as asked(action) cross join lateral (
      select at, administrator from admin_audit where admin_audit.action = asked.action order by id desc limit 1) last
  `.execute(db);
  return rows;
}
