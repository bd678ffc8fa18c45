import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { CityCount, Figures } from './contract.ts';

export async function latestListings(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listing_online order by published_at desc, id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The strongest price drops since then, in share of the price. */
export async function strongestDrops(db: Queryable, since: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listing_online
    where previous_price > price and price_changed_at > ${since}
    order by (previous_price - price)::float8 / previous_price desc, id desc
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function countFigures(db: Queryable, fresh: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*)::int as listings, count(distinct agency_id)::int as agencies,
      count(distinct city_code)::int as cities,
      count(*) filter (where published_at >= ${fresh})::int as fresh
    from listing_online
  `.execute(db);
  return rows[0] ?? { listings: 0, agencies: 0, cities: 0, fresh: 0 };
}

/** The communes with the most listings on line. */
export async function busiestCities(db: Queryable, limit: number): Promise<CityCount[]> {
  const { rows } = await sql<CityCount>`
    select place.code, place.kind, place.name, place.liaison, place.slug, place.city_slug, place.city_name, place.rank,
      counted.achat, counted.location, counted.neuf
    from (
      select city_code, count(*) as total, count(*) filter (where transaction = 1)::int as achat,
        count(*) filter (where transaction = 2)::int as location,
        count(*) filter (where transaction = 1 and is_new)::int as neuf
      from listing_online group by city_code order by total desc, city_code limit ${limit}
    ) as counted
    join place on place.code = counted.city_code
    order by counted.total desc, place.code
  `.execute(db);
  return rows;
}
