import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface Asked {
  readonly id: number;
  /** Shares of the price and of the surface, up and down. */
  readonly priceSlack: number;
  readonly surfaceSlack: number;
  readonly limit: number;
}

/** Nearest places that are looked at, and the listings of each commune that are compared, on either side. */
const COMMUNES = 8;
const COMPARED = 60;

/**
 * Listings on line that could be bought or rented instead: same market and type, in the commune or the nearest ones,
 * prices and surfaces near, of other homes, one of each home. One statement: the nearest prices of each commune by
 * `listing_city_type`, never all of them, then the order: what differs least in price, surface, rooms and place.
 */
export async function selectAlike(db: Queryable, asked: Asked): Promise<number[]> {
  const { priceSlack, surfaceSlack } = asked;
  const { rows } = await sql<{ id: number }>`
    with own as (
      select listing.id, listing.place_code, listing.city_code, listing.transaction, listing.is_new,
        listing.property_type, listing.price, listing.surface, listing.rooms, listing.furnished, listing.life_annuity,
        kept.property_id
      from listing
      left join property_listing kept on kept.listing_id = listing.id
      where listing.id = ${asked.id}
    ),
    near as (
      select city_code as code, 0::float8 as away from own
      union all
      (select distinct on (beside.city_code) beside.city_code, step::float8 / ${COMMUNES}
      from own
      join place on place.code = own.place_code
      cross join unnest(place.neighbours) with ordinality as neighbour(code, step)
      join place beside on beside.code = neighbour.code
      where beside.city_code <> own.city_code and step <= ${COMMUNES}
      order by beside.city_code, step)
    ),
    compared as (
      select other.*, near.away
      from own cross join near cross join lateral (
        (select id, place_code, price, surface, rooms, is_new, furnished, life_annuity from listing_online
          where city_code = near.code and transaction = own.transaction and property_type = own.property_type
            and price >= own.price and price <= own.price * (1 + ${priceSlack}::float8)
          order by price limit ${COMPARED})
        union all
        (select id, place_code, price, surface, rooms, is_new, furnished, life_annuity from listing_online
          where city_code = near.code and transaction = own.transaction and property_type = own.property_type
            and price < own.price and price >= own.price * (1 - ${priceSlack}::float8)
          order by price desc limit ${COMPARED})
      ) other
      where other.id <> own.id and other.is_new = own.is_new and other.life_annuity = own.life_annuity
        and (own.surface is null or other.surface is null
          or other.surface between own.surface * (1 - ${surfaceSlack}::float8) and own.surface * (1 + ${surfaceSlack}::float8))
    ),
    scored as (
      select compared.id, coalesce(kept.property_id, -compared.id) as home, coalesce(kept.rank, 1) as rank,
        abs(ln(compared.price::float8 / own.price)) / ln(1 + ${priceSlack}::float8)
        + coalesce(abs(ln(greatest(compared.surface, 1)::float8 / greatest(own.surface, 1)::float8)) / ln(1 + ${surfaceSlack}::float8), 0.5)
        + case when compared.rooms = own.rooms then 0 when compared.rooms is null or own.rooms is null then 0.3 else 0.6 end
        + case when compared.place_code = own.place_code then 0 else 0.25 + compared.away end
        + case when own.transaction = 2 and compared.furnished is distinct from own.furnished then 0.6 else 0 end as unlike
      from own cross join compared
      left join property_listing kept on kept.listing_id = compared.id
      where kept.property_id is null or kept.property_id is distinct from own.property_id
    )
    select id from (
      select distinct on (home) id, unlike from scored order by home, rank, unlike, id
    ) one
    order by unlike, id limit ${asked.limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
