import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { BoostStatus, DropReason } from './contract.ts';

/** Boosts of an agency, the newest first; those of an order that was not paid are left out once they ended. */
export async function selectBoostIds(db: Queryable, agencyId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from boost where agency_id = ${agencyId} and ended_because is distinct from 'unpaid'
    order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface ShownListing {
  readonly boostId: number;
  readonly id: number;
  readonly reference: string;
  readonly title: string;
  readonly photo: { readonly key: string; readonly width: number } | null;
  readonly dropped: DropReason | null;
}

export async function selectShownListings(
  db: Queryable,
  boostIds: readonly number[],
): Promise<ShownListing[]> {
  const { rows } = await sql<ShownListing>`
    select boost_listing.boost_id, listing.id, listing.reference, listing.title, boost_listing.dropped_because as dropped,
      photo.storage_key as "photo.key", photo.width as "photo.width"
    from boost_listing join listing on listing.id = boost_listing.listing_id
      left join lateral (select storage_key, width from listing_photo
        where listing_id = listing.id and status = 'ready' order by position limit 1) photo on true
    where boost_id = any(${boostIds}::bigint[]) order by boost_id, boost_listing.position
  `.execute(db);
  return rows;
}

export interface LedgerRow {
  readonly boostId: number;
  readonly day: string;
  readonly impressions: number;
  readonly reach: number;
  readonly clicks: number;
  readonly leads: number;
  readonly spend: number;
}

/** The days with figures or leads of boosts, the oldest first. Leads put aside as spam are none. */
export async function selectLedger(db: Queryable, boostIds: readonly number[]): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    with brought as (
      select boost.id as boost_id, (lead.created_at at time zone 'Europe/Paris')::date as day, count(*)::int as leads
      from boost join lead on lead.boost_reference = boost.reference
      where boost.id = any(${boostIds}::bigint[]) and lead.disqualified_because is distinct from 'spam'
      group by 1, 2
    ), told as (select * from boost_day where boost_id = any(${boostIds}::bigint[]))
    select coalesce(told.boost_id, brought.boost_id) as boost_id, coalesce(told.day, brought.day) as day,
      coalesce(impressions, 0) as impressions, coalesce(reach, 0) as reach, coalesce(clicks, 0) as clicks,
      coalesce(leads, 0) as leads, coalesce(spend, 0) as spend
    from told full join brought on brought.boost_id = told.boost_id and brought.day = told.day
    order by 1, 2
  `.execute(db);
  return rows;
}

export interface EventRow {
  readonly boostId: number;
  readonly status: BoostStatus;
  readonly at: Date;
  readonly reason: string | null;
}

export async function selectTimeline(db: Queryable, boostIds: readonly number[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select boost_id, to_status as status, at, reason from boost_event
    where boost_id = any(${boostIds}::bigint[]) order by boost_id, id
  `.execute(db);
  return rows;
}

export interface Comparison {
  readonly boostId: number;
  /** Leads of its listings from its first moment to its last, whatever brought them. */
  readonly boostedLeads: number;
  readonly boostedListings: number;
  /** The same of the listings alike: those of the agency, on line all that time, never in a boost then. */
  readonly alikeLeads: number;
  readonly alikeListings: number;
}

/** Share of the price by which a listing alike may differ. */
const ALIKE = 0.3;

/** What the listings of begun boosts brought, and what the agency's own ones alike brought meanwhile without a boost. */
export async function selectComparisons(
  db: Queryable,
  boostIds: readonly number[],
  now: Date,
): Promise<Comparison[]> {
  const { rows } = await sql<Comparison>`
    with span as (
      select id, agency_id, started_at, coalesce(ended_at, ${now}) as until from boost
      where id = any(${boostIds}::bigint[]) and started_at is not null
    ), boosted as (
      select span.*, listing.id as listing_id, listing.transaction, listing.property_type, listing.price
      from span join boost_listing on boost_listing.boost_id = span.id
        join listing on listing.id = boost_listing.listing_id
    ), alike as (
      select distinct boosted.id, boosted.started_at, boosted.until, listing.id as listing_id
      from boosted join listing on listing.agency_id = boosted.agency_id
        and listing.transaction = boosted.transaction and listing.property_type = boosted.property_type
        and listing.price between boosted.price * ${sql.lit(1 - ALIKE)} and boosted.price * ${sql.lit(1 + ALIKE)}
        and listing.published_at <= boosted.started_at
        and (${isOnline('listing')} or listing.withdrawn_at >= boosted.until)
      where not exists (select from boost_listing other join boost running on running.id = other.boost_id
        where other.listing_id = listing.id and running.started_at is not null and running.started_at <= boosted.until
          and coalesce(running.ended_at, ${now}) >= boosted.started_at)
    ), counted as (
      select id, true as own, listing_id, started_at, until from boosted
      union all select id, false, listing_id, started_at, until from alike
    )
    select counted.id as boost_id,
      count(distinct counted.listing_id) filter (where own)::int as boosted_listings,
      count(distinct counted.listing_id) filter (where not own)::int as alike_listings,
      count(lead.id) filter (where own)::int as boosted_leads,
      count(lead.id) filter (where not own)::int as alike_leads
    from counted left join lead on lead.listing_id = counted.listing_id
      and lead.created_at between counted.started_at and counted.until
      and lead.disqualified_because is distinct from 'spam'
    group by counted.id
  `.execute(db);
  return rows;
}
