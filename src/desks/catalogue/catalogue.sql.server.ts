import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { PropertyType } from '#rooms/listings/contract.ts';
import { type CatalogueOrder, type CatalogueWords, markets } from './contract.ts';

const orders: Record<CatalogueOrder, RawBuilder<unknown>> = {
  date: sql`listing.published_at desc, listing.id desc`,
  prix: sql`listing.price, listing.id`,
  '-prix': sql`listing.price desc, listing.id desc`,
  '-surface': sql`listing.surface desc nulls last, listing.id desc`,
};

interface Asked extends CatalogueWords {
  readonly agencyId: number;
  readonly limit: number;
}

/** One page of the listings on line of an agency, and how many these words find. */
export async function selectCatalogue(
  db: Queryable,
  asked: Asked,
): Promise<{ ids: number[]; found: number }> {
  const { agencyId, market, type, city, most, order, page, limit } = asked;
  const scope = sql`from listing_online listing
    where listing.agency_id = ${agencyId}
      and ${market === null ? sql`true` : sql`listing.transaction = ${markets[market]}`}
      and ${type === null ? sql`true` : sql`listing.property_type = ${type}`}
      and ${most === null ? sql`true` : sql`listing.price <= ${most * 100}`}
      and ${city === null ? sql`true` : sql`listing.city_code = (select code from place where slug = ${city} and kind = 'commune')`}`;
  const { rows } = await sql<{ found: number; ids: number[] }>`
    select (select count(*)::int ${scope}) as found,
      array(select listing.id::int8 ${scope} order by ${orders[order]}
        limit ${limit} offset ${(page - 1) * limit}) as ids
  `.execute(db);
  const { found = 0, ids = [] } = rows[0] ?? {};
  return { found, ids: ids.map(Number) };
}

export interface Share {
  readonly transaction: number;
  readonly propertyType: PropertyType;
  readonly slug: string | null;
  readonly name: string | null;
  readonly count: number;
}

/** The listings on line of an agency, counted by market, type and commune. */
export async function countShares(db: Queryable, agencyId: number): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select listing.transaction, listing.property_type, city.slug, city.name, count(*)::int as count
    from listing_online listing left join place city on city.code = listing.city_code
    where listing.agency_id = ${agencyId}
    group by listing.transaction, listing.property_type, city.slug, city.name
  `.execute(db);
  return rows;
}

/** The next listings of an agency on line for its feed, by number: what is published meanwhile moves nothing. */
export async function selectFeed(
  db: Queryable,
  asked: { agencyId: number; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listing.id from listing_online listing
    where listing.agency_id = ${asked.agencyId} and listing.id > ${asked.after}
    order by listing.id limit ${asked.limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Other listings on line of the agency of this one: of its market first, then the newest. */
export async function selectOthers(db: Queryable, listingId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listing.id from listing_online listing join listing own on own.agency_id = listing.agency_id
    where own.id = ${listingId} and listing.id <> own.id
    order by (listing.transaction = own.transaction) desc, listing.published_at desc, listing.id desc
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What became of a listing in public: messages, put aside as spam or not counted, and favourites. */
export async function countInterest(
  db: Queryable,
  listingId: number,
): Promise<{ contacts: number; kept: number }> {
  const { rows } = await sql<{ contacts: number; kept: number }>`
    select (select count(*)::int from lead
        where listing_id = ${listingId} and disqualified_because is distinct from 'spam') as contacts,
      (select count(*)::int from favorite where listing_id = ${listingId} and removed_at is null) as kept
  `.execute(db);
  return rows[0]!;
}
