import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Place } from '#rooms/places/contract.ts';

/** The public points of these listings; those without one are left out. */
export async function selectPoints(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; lat: number; lng: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; lat: number; lng: number }>`
    select id, lat, lng from listing
    where id = any(${ids}::bigint[]) and lat is not null and lng is not null
  `.execute(db);
  return rows;
}

type NamedSpot = Pick<Place, 'code' | 'kind' | 'name' | 'liaison' | 'cityName' | 'rank'> & {
  readonly lat: number;
  readonly lng: number;
  /** One of these listings is there. */
  readonly own: boolean;
};

/** The places of these listings, then those that they keep as neighbours, the most peopled first. */
export async function selectNames(
  db: Queryable,
  listingIds: readonly number[],
  limit: number,
): Promise<NamedSpot[]> {
  const { rows } = await sql<NamedSpot>`
    with own as (
      select code, neighbours from place
      where code in (select place_code from listing where id = any(${listingIds}::bigint[]))
    ), around as (
      select code from own union select unnest(neighbours) from own
    )
    select place.code, kind, name, liaison, city_name, rank, lat, lng, code in (select code from own) as own
    from around join place using (code)
    where kind <> 'department' and lat is not null and lng is not null
    order by own desc, population desc nulls last, place.code limit ${limit}
  `.execute(db);
  return rows;
}
