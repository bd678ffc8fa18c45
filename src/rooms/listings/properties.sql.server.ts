import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { isOnline } from './online.sql.server.ts';
import type { Offer, PropertyEvent } from './properties.ts';

/** The property of a listing; null when it never was on line, or only for less than a moment. */
export async function selectProperty(
  db: Queryable,
  listingId: number,
): Promise<{ id: number; firstSeenAt: Date } | null> {
  const { rows } = await sql<{ id: number; firstSeenAt: Date }>`
    select property.id, property.first_seen_at
    from property_listing join property on property.id = property_id
    where listing_id = ${listingId}
  `.execute(db);
  return rows[0] ?? null;
}

export async function selectPropertyIds(
  db: Queryable,
  listingIds: readonly number[],
): Promise<{ listingId: number; propertyId: number }[]> {
  const { rows } = await sql<{ listingId: number; propertyId: number }>`
    select listing_id, property_id from property_listing where listing_id = any(${listingIds}::bigint[])
  `.execute(db);
  return rows;
}

/** The property of each of these listings and its rank there; null when it is alone. */
export async function selectStanding(
  db: Queryable,
  listingIds: readonly number[],
): Promise<{ listingId: number; propertyId: number; rank: number | null }[]> {
  const { rows } = await sql<{ listingId: number; propertyId: number; rank: number | null }>`
    select listing_id, property_id, rank from property_listing where listing_id = any(${listingIds}::bigint[])
  `.execute(db);
  return rows;
}

/** Every listing of the property, the one that stands for all first. */
export async function selectOffers(db: Queryable, propertyId: number): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select listing.id as listing_id, kept.rank, listing.status,
      json_build_object('ownerReference', agency.owner_reference, 'name', agency.name) as agency,
      listing.reference, listing.title, listing.price, listing.price_without_fees, listing.fees_payer,
      listing.fees_percent, listing.tenant_fees, listing.inventory_fees,
      coalesce(listing.fee_schedule_url, agency.fee_schedule_url) as fee_schedule_url, listing.published_at,
      case when ${isOnline('listing')} then null
        else coalesce(listing.withdrawn_at, listing.updated_at) end as left_at
    from property_listing kept
    join listing on listing.id = kept.listing_id
    join agency on agency.id = listing.agency_id
    where kept.property_id = ${propertyId}
    order by kept.rank, listing.id
  `.execute(db);
  return rows;
}

/** Prices and comings and goings of the property's listings, in the order of time. */
export async function selectHappenings(db: Queryable, propertyId: number): Promise<PropertyEvent[]> {
  const { rows } = await sql<PropertyEvent>`
    select at, listing_id, price, visible from (
      select price.at, price.listing_id, price.price, null::boolean as visible, 1 as kind
      from property_listing kept join listing_price price using (listing_id)
      where kept.property_id = ${propertyId}
      union all
      select state.at, state.listing_id, null, ${isOnline('state')}, 2
      from property_listing kept join listing_availability state using (listing_id)
      where kept.property_id = ${propertyId}
    ) happening
    order by at, kind, listing_id
  `.execute(db);
  return rows;
}

type Condition = (alias: string) => RawBuilder<SqlBool>;

/**
 * A condition for lists of listings: true of one listing of each property among those that match, the best placed (the
 * most complete, then the cheapest, all fees included). `matches` gives the condition of the search on `listing` under
 * a name, on line included: a property whose best listing does not match is shown by its next one. `preferred`, for
 * lists of what may match: properties that one of their listings puts in the other list are left out of this one.
 * `alias` names the outer `listing`. Served by property_listing_shared and property_listing_of, which hold only
 * properties of several listings.
 */
export function representatives(
  matches: Condition,
  { alias = 'listing', preferred }: { alias?: string; preferred?: Condition } = {},
): RawBuilder<SqlBool> {
  const better = preferred
    ? sql`(${preferred('rival')} or (other.rank < own.rank and ${matches('rival')}))`
    : sql`other.rank < own.rank and ${matches('rival')}`;
  return sql<SqlBool>`(${sql.ref(`${alias}.home`)} is null or not exists (
    select from property_listing own
    join property_listing other on other.property_id = own.property_id and other.listing_id <> own.listing_id
    join listing rival on rival.id = other.listing_id
    where own.listing_id = ${sql.ref(`${alias}.id`)} and own.rank is not null and ${better}
    -- Asked of the few listings of a page: without this, of all that match at once.
    offset 0
  ))`;
}

/** The exact number of homes among rows of `listing`: an aggregate of all of them, or of those of a facet. */
export function homesAmong(
  alias = 'listing',
  filter: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<number> {
  const home = sql.ref(`${alias}.home`);
  // Only rows that share their property are told apart: count(distinct …) over all would sort them all.
  return sql<number>`(count(*) filter (where ${filter}) - coalesce((
    select count(*) - count(distinct home)
    from unnest(array_agg(${home}) filter (where ${home} is not null and ${filter})) as home
  ), 0))`;
}

/** How much waits to be compared, and what is kept. */
export async function selectCounts(
  db: Queryable,
): Promise<{ waiting: number; listings: number; properties: number; shared: number; onLine: number }> {
  const { rows } = await sql<{
    waiting: number;
    listings: number;
    properties: number;
    shared: number;
    onLine: number;
  }>`
    select (select count(*) from property_work) as waiting, (select count(*) from property_listing) as listings,
      (select count(*) from property) as properties,
      (select count(*) from (select from property_listing where rank = 1) one) as shared,
      (select ${homesAmong()} from listing_online listing) as on_line
  `.execute(db);
  return rows[0]!;
}

/** Which of these ids are listings. */
export async function selectExisting(db: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listing where id = any(${ids}::bigint[]) order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertSeparation(
  tx: Tx,
  given: { low: number; high: number; separated: boolean; reason: string; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into property_separation (low, high, separated, reason, by_whom, at)
    values (${given.low}, ${given.high}, ${given.separated}, ${given.reason}, ${given.by}, ${given.now})
  `.execute(tx);
}
