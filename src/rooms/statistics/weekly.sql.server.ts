import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface Reported {
  readonly id: number;
  readonly email: string;
}

/**
 * Agencies that had a space and something on line at that hour in Paris, want the report, and whose mail of this key is not
 * there yet.
 */
export async function selectDue(
  db: Queryable,
  { start, end, at }: { start: string; end: string; at: string },
): Promise<Reported[]> {
  const due = sql`${at}::timestamp at time zone 'Europe/Paris'`;
  const { rows } = await sql<Reported>`
    select agency.id, account.email
    from agency_account account
    join agency on agency.id = account.agency_id and agency.excluded_on is null
    where account.created_at <= ${due}
      and exists (select from listing_online
        where agency_id = agency.id and published_at <= ${due})
      and not exists (select from weekly_report_stop stop where stop.agency_id = agency.id)
      and not exists (select from mail_outbox where dedupe_key = ${start}::text || agency.id || ${end}::text)
    order by agency.id
  `.execute(db);
  return rows;
}

export interface WeeklyRow {
  readonly agency: string;
  readonly ownerReference: string;
  readonly online: number;
  readonly toConfirm: number;
  readonly leads: number;
  readonly leadsBefore: number;
  readonly late: number;
}

/** One agency as it stands, and its requests of a week that begins that Monday; null when it gets no report any more. */
export async function selectWeekly(
  db: Queryable,
  agencyId: number,
  given: { monday: string; lateBefore: Date; confirmedBefore: Date },
): Promise<WeeklyRow | null> {
  const from = sql`${given.monday}::date::timestamp`;
  const { rows } = await sql<WeeklyRow>`
    select agency.name as agency, agency.owner_reference, stock.*, asked.*
    from agency
    cross join lateral (
      select count(*) filter (where status <> 'expired')::int as online,
        count(*) filter (where coalesce(confirmation.at, updated_at) < ${given.confirmedBefore})::int as to_confirm
      from listing left join listing_confirmation confirmation on confirmation.listing_id = listing.id
      where agency_id = agency.id and status in ('online', 'under_offer', 'expired')) stock
    cross join lateral (
      select count(*) filter (where created_at >= ${from} at time zone 'Europe/Paris'
          and created_at < (${from} + interval '7 days') at time zone 'Europe/Paris')::int as leads,
        count(*) filter (where created_at >= (${from} - interval '7 days') at time zone 'Europe/Paris'
          and created_at < ${from} at time zone 'Europe/Paris')::int as leads_before,
        count(*) filter (where status = 'new' and created_at < ${given.lateBefore} and erased_at is null)::int as late
      from lead where agency_id = agency.id and disqualified_because is distinct from 'spam') asked
    where agency.id = ${agencyId} and agency.excluded_on is null and stock.online > 0
      and exists (select from agency_account where agency_id = agency.id)
      and not exists (select from weekly_report_stop stop where stop.agency_id = agency.id)
  `.execute(db);
  return rows[0] ?? null;
}

export async function isStopped(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql`select from weekly_report_stop where agency_id = ${agencyId}`.execute(db);
  return rows.length > 0;
}

export async function stopReports(db: Queryable, agencyId: number, at: Date): Promise<void> {
  await sql`
    insert into weekly_report_stop (agency_id, at) select id, ${at} from agency where id = ${agencyId}
    on conflict do nothing
  `.execute(db);
}

export async function resumeReports(db: Queryable, agencyId: number): Promise<void> {
  await sql`delete from weekly_report_stop where agency_id = ${agencyId}`.execute(db);
}
