import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { ALIKE_LEAST, type ReportedWeek, type SellerReport } from './report.ts';

type Row = Pick<
  SellerReport,
  'publishedAt' | 'leftAt' | 'confirmedAt' | 'since' | 'views' | 'fromMails' | 'told' | 'leads' | 'favorites'
> & { readonly agency: string; readonly prices: readonly { readonly at: string; readonly price: number }[] };

/** A listing of the agency that was on line once, and what is counted of it; null for any other. */
export async function selectReported(db: Queryable, agencyId: number, id: number): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select agency.name as agency, listing.published_at, listing.withdrawn_at as left_at,
      confirmation.at as confirmed_at, counted.*,
      (select count(*)::int from lead
        where lead.listing_id = listing.id and disqualified_because is distinct from 'spam') as leads,
      (select count(*)::int from favorite
        where favorite.listing_id = listing.id and removed_at is null) as favorites,
      coalesce((select json_agg(json_build_object('at', at, 'price', price) order by at)
        from listing_price where listing_id = listing.id), '[]') as prices
    from listing
    join agency on agency.id = listing.agency_id
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    cross join lateral (
      select min(day)::text as since, coalesce(sum(views), 0)::int as views,
        coalesce(sum(from_mails), 0)::int as from_mails, coalesce(sum(told), 0)::int as told
      from listing_day where listing_day.listing_id = listing.id) counted
    where listing.id = ${id} and listing.agency_id = ${agencyId} and listing.published_at is not null
  `.execute(db);
  return rows[0] ?? null;
}

const paris = (day: ReturnType<typeof sql>) => sql`(${day})::timestamp at time zone 'Europe/Paris'`;

/** Its weeks from `from` to `to` (Mondays, `YYYY-MM-DD`), beside those of listings alike that were on line then. */
export async function selectWeeks(
  db: Queryable,
  given: { id: number; alike: readonly number[]; from: string; to: string },
): Promise<ReportedWeek[]> {
  const inWeek = sql`created_at >= ${paris(sql`monday`)} and created_at < ${paris(sql`monday + 7`)}
    and disqualified_because is distinct from 'spam'`;
  const { rows } = await sql<ReportedWeek>`
    select monday::text, own.views, own.leads, beside.alike, beside.usual_views, beside.usual_leads
    from (select generate_series(${given.from}::date::timestamp, ${given.to}::date::timestamp, '7 days')::date as monday) week
    cross join lateral (
      select coalesce((select sum(views) from listing_day
          where listing_id = ${given.id} and day between monday and monday + 6), 0)::int as views,
        (select count(*) from lead where listing_id = ${given.id} and ${inWeek})::int as leads
    ) own
    cross join lateral (
      select count(*)::int as alike,
        case when count(*) >= ${ALIKE_LEAST} then percentile_cont(0.5) within group (order by seen.views) end as usual_views,
        case when count(*) >= ${ALIKE_LEAST} then avg(seen.leads)::float8 end as usual_leads
      from listing other
      cross join lateral (
        select coalesce((select sum(views) from listing_day
            where listing_id = other.id and day between monday and monday + 6), 0)::int as views,
          (select count(*) from lead where listing_id = other.id and ${inWeek})::int as leads
      ) seen
      where other.id = any(${given.alike}::bigint[]) and other.published_at < ${paris(sql`monday + 7`)}
    ) beside
    order by monday
  `.execute(db);
  return rows;
}
