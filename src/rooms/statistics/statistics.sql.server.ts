import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Figures } from './contract.ts';

export interface DayCount {
  readonly ago: number;
  readonly views: number;
  readonly fromMails: number;
  readonly told: number;
}

/** Counts of an agency by day, `ago` days before `today` (`YYYY-MM-DD`, in Paris), the last `days` of them. */
export async function selectDays(
  db: Queryable,
  agencyId: number,
  { today, days }: { today: string; days: number },
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select ${today}::date - day as ago, sum(views)::int as views, sum(from_mails)::int as from_mails,
      sum(told)::int as told
    from listing_day
    where agency_id = ${agencyId} and day > ${today}::date - ${days}::int and day <= ${today}::date
    group by ago
  `.execute(db);
  return rows;
}

/** Listings on line that were looked at between two days (`YYYY-MM-DD`, in Paris), the most looked at first. */
export async function selectTop(
  db: Queryable,
  agencyId: number,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<Figures['top']> {
  const { rows } = await sql<Figures['top'][number]>`
    select listing.id, listing.reference, listing.title, seen.views,
      (select count(*)::int from lead where lead.listing_id = listing.id
        and created_at >= ${from}::timestamp at time zone 'Europe/Paris'
        and created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Paris'
        and disqualified_because is distinct from 'spam') as leads
    from (
      select listing_id, sum(views)::int as views from listing_day
      where agency_id = ${agencyId} and day between ${from}::date and ${to}::date
      group by listing_id
    ) seen
    join listing_online listing on listing.id = seen.listing_id
    where seen.views > 0
    order by seen.views desc, listing.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Times that somebody keeps a listing of the agency, now and since a moment. */
export async function countFavorites(db: Queryable, agencyId: number, since: Date) {
  const { rows } = await sql<{ now: number; month: number }>`
    select count(*)::int as now, count(*) filter (where favorite.created_at >= ${since})::int as month
    from listing join favorite on favorite.listing_id = listing.id
    where listing.agency_id = ${agencyId} and favorite.removed_at is null
  `.execute(db);
  return rows[0] ?? { now: 0, month: 0 };
}

/**
 * Median minutes to the first answer, of requests received from the first day to the last one (`YYYY-MM-DD`, in Paris), for
 * each of these spans; null under `least` answers.
 */
export async function selectAnswerTimes(
  db: Queryable,
  agencyId: number,
  { spans, least }: { spans: readonly { from: string; to: string }[]; least: number },
): Promise<(number | null)[]> {
  const { rows } = await sql<{ minutes: number | null }>`
    select case when count(lead.id) >= ${least}
      then round(percentile_cont(0.5) within group (order by extract(epoch from first_answer_at - created_at) / 60))::int
      end as minutes
    from unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[])
      with ordinality as span(first, last, rank)
    left join lead on lead.agency_id = ${agencyId} and first_answer_at is not null
      and created_at >= span.first::timestamp at time zone 'Europe/Paris'
      and created_at < (span.last + 1)::timestamp at time zone 'Europe/Paris'
    group by rank order by rank
  `.execute(db);
  return rows.map(({ minutes }) => minutes);
}

/**
 * Counts how often alerts told of each listing, for these whole days in Paris. What was counted before is replaced by the
 * same, or by more: an alert deleted since takes nothing back.
 */
export async function countNotified(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    insert into listing_day (listing_id, day, agency_id, told)
    select listing.id, counted.day, listing.agency_id, counted.told
    from (
      select one.listing_id, (alert_told.at at time zone 'Europe/Paris')::date as day, count(*)::int as told
      from alert_told cross join unnest(alert_told.listings) as one(listing_id)
      where at >= ${from}::timestamp at time zone 'Europe/Paris'
        and at < (${to}::date + 1)::timestamp at time zone 'Europe/Paris'
      group by one.listing_id, day
    ) counted
    join listing on listing.id = counted.listing_id
    order by listing.id, counted.day
    on conflict (listing_id, day) do update set told = excluded.told where listing_day.told < excluded.told
  `.execute(db);
}

/** Forgets counts of before a day (`YYYY-MM-DD`). */
export async function forgetDays(db: Queryable, before: string): Promise<void> {
  await sql`delete from listing_day where day < ${before}::date`.execute(db);
}

/**
 * Invented counts for listings of the demonstration, from their first day to yesterday, unless there are some: more at
 * first, more at week-ends, and not the same for two of them.
 */
export async function layDemoDays(db: Queryable, { today, days }: { today: string; days: number }) {
  await sql`
    insert into listing_day (listing_id, day, agency_id, views, from_mails, told)
    select id, day, agency_id, views, least(views, views * (taste % 40) / 100), told
    from (
      select listing.id, listing.agency_id, date(step.day) as day, one.taste,
        round((0.4 + one.taste % 7 / 4.0) * (0.5 + chance.share)
          * case when extract(isodow from step.day) >= 6 then 1.5 else 1 end
          * (1 + 3 * exp(-greatest(0, date(step.day) - listing.published_at::date) / 6.0)))::int as views,
        case when date(step.day) - listing.published_at::date < 3 then (one.taste % 5) * 2 else 0 end as told
      from listing_online listing
      join agency on agency.id = listing.agency_id and agency.demo
      cross join lateral (select abs(hashtext(listing.technical_id)) % 1000 as taste) one
      cross join generate_series(greatest(listing.published_at::date, ${today}::date - ${days}::int)::timestamp,
        ${today}::timestamp - interval '1 day', interval '1 day') as step(day)
      cross join lateral (select (abs(hashtext(listing.technical_id || step.day)) % 1000) / 1000.0 as share) chance
    ) invented
    where not exists (select from listing_day)
  `.execute(db);
}
