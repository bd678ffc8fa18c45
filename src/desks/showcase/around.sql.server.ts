import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Place } from '#rooms/places/contract.ts';

type NamedSpot = Pick<Place, 'code' | 'kind' | 'name' | 'liaison' | 'cityName' | 'rank'> & {
  readonly lat: number;
  readonly lng: number;
};

/**
 * Places whose middle is in the box among the nearest ones and those near them, the most peopled first: two steps of the
 * neighbours that each place keeps, never the whole table.
 */
export async function selectNames(
  db: Queryable,
  placeCode: string,
  [west, south, east, north]: readonly [number, number, number, number],
  limit: number,
): Promise<NamedSpot[]> {
  const { rows } = await sql<NamedSpot>`
    with near as (select unnest(neighbours) as code from place where code = ${placeCode}),
    around as (
      select ${placeCode}::text as code
      union select code from near
      union select unnest(place.neighbours) from near join place using (code)
    )
    select place.code, kind, name, liaison, city_name, rank, lat, lng
    from around join place using (code)
    where (kind = 'district'
        or (kind = 'commune' and not exists (select from place cut where cut.kind = 'district' and cut.city_code = place.code)))
      and lat between ${south} and ${north} and lng between ${west} and ${east}
    order by population desc nulls last, place.code limit ${limit}
  `.execute(db);
  return rows;
}
