import { sql } from 'kysely';
import { statusesOf } from '#desks/portfolio/table.ts';
import type { Queryable } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { Dashboard } from './contract.ts';

type Hold = Dashboard['holds'][number];

export async function countListings(
  db: Queryable,
  agencyId: number,
  confirmedBefore: Date,
): Promise<Dashboard['listings']> {
  const { rows } = await sql<Dashboard['listings']>`
    select count(*) filter (where ${isOnline('listing')})::int as online,
      count(*) filter (where verdict.hold is not null and ${isOnline('verdict', 'wanted')}
        and listing.status in ('pending', 'refused', 'suspended'))::int as held,
      count(*) filter (where listing.status = any(${statusesOf['a-confirmer']}::text[])
        and coalesce(confirmation.at, listing.updated_at) < ${confirmedBefore})::int as to_confirm,
      count(*) filter (where verdict.hold is null and listing.status in ('draft', 'pending', 'suspended'))::int as aside
    from listing
    left join listing_verdict verdict on verdict.listing_id = listing.id
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where listing.agency_id = ${agencyId}
  `.execute(db);
  return rows[0] ?? { online: 0, held: 0, aside: 0, toConfirm: 0 };
}

/** What keeps the listings of an agency off line, the most frequent first. */
export async function selectHolds(db: Queryable, agencyId: number, limit: number): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select finding->>'rule' as rule, finding->>'severity' as severity,
      (array_agg(finding->>'message' order by listing.reference))[1] as message,
      (array_agg(finding->>'remedy' order by listing.reference))[1] as remedy,
      min(listing.reference) as reference, (array_agg(listing.id order by listing.reference))[1] as listing_id,
      count(distinct listing.id)::int as listings
    from listing join listing_verdict verdict on verdict.listing_id = listing.id,
      jsonb_array_elements(verdict.findings) as finding
    where listing.agency_id = ${agencyId} and verdict.hold is not null
      and ${isOnline('verdict', 'wanted')} and listing.status in ('pending', 'refused', 'suspended')
      and finding->>'severity' in ('block', 'review')
    group by finding->>'rule', finding->>'code', finding->>'severity'
    order by listings desc, rule limit ${limit}
  `.execute(db);
  return rows;
}

export async function selectFeeds(db: Queryable, agencyId: number, limit: number) {
  const { rows } = await sql<{
    file: string;
    format: Dashboard['feeds'][number]['format'];
    receivedAt: Date;
    status: Dashboard['feeds'][number]['status'];
  }>`
    select feed_import.file_name as file, feed_import.format, feed_import.received_at, feed_agency.status
    from feed_agency join feed_import on feed_import.id = feed_agency.import_id
    where feed_agency.agency_id = ${agencyId}
    order by feed_agency.import_id desc limit ${limit}
  `.execute(db);
  return rows;
}

interface LeadDay {
  /** Days before today, in Paris. */
  readonly ago: number;
  readonly leads: number;
}

/** Messages of the last 60 days, by day; what was put aside as spam is none. */
export async function countLeadDays(db: Queryable, agencyId: number, now: Date): Promise<LeadDay[]> {
  const { rows } = await sql<LeadDay>`
    select (${now}::timestamptz at time zone 'Europe/Paris')::date
        - (created_at at time zone 'Europe/Paris')::date as ago, count(*)::int as leads
    from lead
    where agency_id = ${agencyId} and created_at > ${now}::timestamptz - interval '61 days'
      and disqualified_because is distinct from 'spam'
    group by ago
  `.execute(db);
  return rows;
}

export async function countLateLeads(db: Queryable, agencyId: number, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lead
    where agency_id = ${agencyId} and status in ('new', 'processing', 'error') and first_answer_at is null
      and created_at < ${before} and erased_at is null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectRecentLeads(db: Queryable, agencyId: number, limit: number) {
  const { rows } = await sql<{
    id: number;
    firstName: string;
    lastName: string;
    listingId: number | null;
    listingReference: string | null;
    status: Dashboard['leads']['recent'][number]['status'];
    createdAt: Date;
  }>`
    select id, first_name, last_name, listing_id, listing_reference, status, created_at from lead
    where agency_id = ${agencyId} and erased_at is null and disqualified_because is distinct from 'spam'
    order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** People whom an alert watches for. */
export async function countWatchers(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct subscriber_id)::int as count from alert where status = 'active'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
