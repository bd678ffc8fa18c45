import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { inBox } from '#rooms/criteria/area.server.ts';
import type { Box } from '#rooms/criteria/rings.ts';
import { UNITS } from '#rooms/criteria/rings.ts';
import { notHidden, oneCardOfAll, type Reader, type Sought, searchConditions } from './found.sql.server.ts';

/** Degrees. */
export interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

interface Summary extends Partial<Extent> {
  readonly placed: number;
  readonly unplaced: number;
  /** With a point in sight. */
  readonly seen: number;
}

function found(sought: Sought, reader: Reader): RawBuilder<SqlBool> {
  return sql`${searchConditions(sought).notNo} and ${oneCardOfAll(sought)} and ${notHidden(reader)}`;
}

function inSight(view: Box | null): RawBuilder<SqlBool> {
  return view ? sql`(listing.lat is not null and ${inBox(view)})` : sql`listing.lat is not null`;
}

/** How many homes a search has, with and without a point, in sight, and from where to where. */
export async function summarise(
  db: Queryable,
  sought: Sought,
  view: Box | null,
  reader: Reader,
): Promise<Summary> {
  const { rows } = await sql<Summary>`
    select count(listing.lat)::int as placed, (count(*) - count(listing.lat))::int as unplaced,
      count(*) filter (where ${inSight(view)})::int as seen,
      min(listing.lng) as west, min(listing.lat) as south, max(listing.lng) as east, max(listing.lat) as north
    from listing where ${found(sought, reader)}
  `.execute(db);
  return rows[0] ?? { placed: 0, unplaced: 0, seen: 0 };
}

interface PinRow {
  readonly id: number;
  readonly lng: number;
  readonly lat: number;
  readonly price: number;
  readonly sure: boolean;
  readonly fresh: boolean;
}

export async function pinsOf(
  db: Queryable,
  sought: Sought,
  view: Box | null,
  reader: Reader,
  freshSince: Date,
): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    select listing.id, listing.lng, listing.lat, listing.price, (${searchConditions(sought).sure ?? sql`true`}) is true as sure,
      coalesce(coalesce(listing.market_since, listing.published_at) > ${freshSince}, false) as fresh
    from listing where ${found(sought, reader)} and ${inSight(view)}
    order by listing.id
  `.execute(db);
  return rows;
}

interface ClusterRow {
  readonly lng: number;
  readonly lat: number;
  readonly count: number;
  readonly price: number;
}

/** One group for each square of a grid of `step` degrees that has a listing, at the middle of its listings. */
export async function clustersOf(
  db: Queryable,
  sought: Sought,
  view: Box | null,
  reader: Reader,
  step: { readonly lng: number; readonly lat: number },
): Promise<ClusterRow[]> {
  const { rows } = await sql<ClusterRow>`
    select round(avg(listing.lng)::numeric, 5)::float8 as lng, round(avg(listing.lat)::numeric, 5)::float8 as lat,
      count(*)::int as count, min(listing.price) as price
    from listing where ${found(sought, reader)} and ${inSight(view)}
    group by floor(listing.lng / ${step.lng}::float8), floor(listing.lat / ${step.lat}::float8)
    order by count desc, lng, lat
  `.execute(db);
  return rows;
}

/** The biggest communes in sight. */
export async function namesIn(
  db: Queryable,
  { west, south, east, north }: Extent,
  limit: number,
): Promise<{ name: string; lng: number; lat: number }[]> {
  const { rows } = await sql<{ name: string; lng: number; lat: number }>`
    select name, lng, lat from place
    where kind = 'commune' and lng between ${west} and ${east} and lat between ${south} and ${north}
    order by population desc nulls last, code limit ${limit}
  `.execute(db);
  return rows;
}

/** Units to degrees. */
export function extentOf([west, south, east, north]: Box): Extent {
  return { west: west / UNITS, south: south / UNITS, east: east / UNITS, north: north / UNITS };
}
