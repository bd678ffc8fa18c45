import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { ADDRESSES_MAX } from './sitemap.ts';

export interface ListingAddress {
  readonly id: number;
  readonly at: Date;
}

/** Numbers of the files that hold listings on line: file n has the ids up to n times 50,000. */
export async function listingParts(db: Queryable): Promise<{ part: number; at: Date }[]> {
  const { rows } = await sql<{ part: number; at: Date }>`
    select ((id - 1) / ${ADDRESSES_MAX} + 1)::int as part, max(updated_at) as at
    from listing_online group by 1 order by 1
  `.execute(db);
  return rows;
}

/** The next listings on line of a file, after this id. */
export async function listingAddresses(
  db: Queryable,
  part: number,
  after: number,
  limit: number,
): Promise<ListingAddress[]> {
  const { rows } = await sql<ListingAddress>`
    select id, updated_at as at from listing_online
    where id > ${Math.max(after, (part - 1) * ADDRESSES_MAX)} and id <= ${part * ADDRESSES_MAX}
    order by id limit ${limit}
  `.execute(db);
  return rows;
}

export interface PlaceAddress {
  readonly kind: 'commune' | 'district';
  readonly slug: string;
  readonly citySlug: string;
  readonly rank: number | null;
  readonly at: Date;
}

/** Communes and districts that have listings on line, with the newest one's date. */
export async function placeAddresses(
  db: Queryable,
  transaction: TransactionWord,
  propertyType: string | null,
): Promise<PlaceAddress[]> {
  const wanted: Record<TransactionWord, RawBuilder<SqlBool>> = {
    achat: sql`listing.transaction = 1`,
    location: sql`listing.transaction = 2`,
    neuf: sql`listing.transaction = 1 and listing.is_new`,
  };
  const scope = sql`${wanted[transaction]} and ${propertyType === null ? sql`true` : sql`listing.property_type = ${propertyType}`}`;
  // A district has no page by type of its own: there a type is a word (interface.md, fine points 3).
  const districts =
    propertyType === null
      ? sql`union all select place_code, max(published_at) from listing_online listing where ${scope} and place_code <> city_code group by place_code`
      : sql``;
  const { rows } = await sql<PlaceAddress>`
    select place.kind, place.slug, place.city_slug, place.rank, counted.at
    from (
      select city_code as code, max(published_at) as at from listing_online listing where ${scope} group by city_code ${districts}
    ) as counted
    join place on place.code = counted.code
    order by place.code
  `.execute(db);
  return rows;
}

/**
 * Places with a price of their own, of a kind or of any: our figure, the published median, or the mean of their parts for a
 * department and a city cut into districts. As `indexingOf` of prices: a page that is told is indexed.
 */
export async function priceAddresses(
  db: Queryable,
  kind: string | null,
  limit = ADDRESSES_MAX,
): Promise<{ slug: string }[]> {
  const isWanted = (table: string) =>
    kind === null ? sql`${sql.ref(`${table}.kind`)} <> 'all'` : sql`${sql.ref(`${table}.kind`)} = ${kind}`;
  const { rows } = await sql<{ slug: string }>`
    with published as materialized (
      select part.code, part.kind, part.city_code, part.department_code
      from price_published as median join place as part on part.code = median.code
      where ${isWanted('median')}
    ), whole as materialized (
      select code from published
      union select city_code from published where kind = 'district'
      union select department_code from published
    )
    select place.slug from place
    where place.code in (select code from whole)
      or exists (
        select from price_figure as figure
        where figure.area_code = place.code and figure.slice = 'all' and ${isWanted('figure')})
    order by place.code limit ${limit}
  `.execute(db);
  return rows;
}

/** Agencies with listings on line, and when the last of these changed. */
export async function catalogueAddresses(db: Queryable): Promise<{ ownerReference: string; at: Date }[]> {
  const { rows } = await sql<{ ownerReference: string; at: Date }>`
    select agency.owner_reference, max(listing.updated_at) as at
    from listing_online listing join agency on agency.id = listing.agency_id
    where agency.excluded_on is null and agency.suspended_on is null
    group by agency.owner_reference order by agency.owner_reference limit ${ADDRESSES_MAX}
  `.execute(db);
  return rows;
}
