import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db.server.ts';
import type { Place } from '../../places/contract.ts';

type NamedSpot = Pick<Place, 'code' | 'kind' | 'name' | 'liaison' | 'cityName' | 'rank'> & {
  readonly lat: number;
  readonly lng: number;
};

/** Communes, and districts instead of cities cut in them, whose middle is in the box; the most peopled first. */
export async function selectNames(
  db: Queryable,
  [west, south, east, north]: readonly [number, number, number, number],
  limit: number,
): Promise<NamedSpot[]> {
  const { rows } = await sql<NamedSpot>`
    select code, kind, name, liaison, city_name, rank, lat, lng from place
    where kind in ('commune', 'district') and lat between ${south} and ${north} and lng between ${west} and ${east}
    order by population desc nulls last, code limit ${limit}
  `.execute(db);
  return rows;
}
