import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { prepare } from '#platform/prepared.server.ts';
import type { Place } from './contract.ts';

/** The columns of a `Place`, from a table or an alias of it. */
export function placeColumns(table = 'place'): RawBuilder<unknown> {
  const columns = [
    'code',
    'kind',
    'name',
    'liaison',
    'slug',
    'department_code',
    'department_name',
    'city_code',
    'city_name',
    'city_slug',
    'rank',
    'postal_codes',
    'population',
    'lng',
    'lat',
    'bbox',
  ];
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
}

const bySlug = prepare<[slug: string], Place>(
  (slug) => sql`select ${placeColumns()} from place where slug = ${slug}`,
);

export async function selectBySlug(db: Queryable, slug: string): Promise<Place | undefined> {
  return (await bySlug(db, slug))[0];
}

/** By codes of today or of the past; `asked` is the code that was given. */
export const selectByCodes = prepare<[codes: readonly string[]], Place & { asked: string }>(
  (codes) => sql`
    select asked.code as asked, ${placeColumns()}
    from unnest(${codes}::text[]) as asked(code)
    join lateral (
      select place.code from place where place.code = asked.code
      union all
      select place_code from place_alias where place_alias.code = asked.code limit 1
    ) as known on true
    join place on place.code = known.code`,
);

export const selectDistricts = prepare<[cityCode: string], Place>(
  (cityCode) =>
    sql`select ${placeColumns()} from place where kind = 'district' and city_code = ${cityCode} order by rank`,
);

export async function selectCommunes(db: Queryable, departmentCode: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${placeColumns()} from place where kind = 'commune' and department_code = ${departmentCode}
    order by name`.execute(db);
  return rows;
}

export const selectNeighbours = prepare<[code: string, limit: number], Place>(
  (code, limit) => sql`
    select ${placeColumns('near')}
    from place, unnest(place.neighbours) with ordinality as neighbour(code, distance_rank)
    join place as near on near.code = neighbour.code
    where place.code = ${code}
    order by distance_rank limit ${limit}`,
);

const EARTH_KM = 6_371;
const KM_PER_DEGREE = 111.3;

/** What lies around the centre of a place. */
export interface Surroundings {
  readonly code: string;
  readonly radiusKm: number;
}

/**
 * Inhabitants of the communes whose centre is so near the centre of a place, itself included; null or absent without a centre. Each
 * that is asked once: it reads every commune.
 */
export async function selectPopulations(
  db: Queryable,
  asked: readonly Surroundings[],
): Promise<(Surroundings & { population: number | null })[]> {
  const codes = asked.map(({ code }) => code);
  const radii = asked.map(({ radiusKm }) => radiusKm);
  const { rows } = await sql<Surroundings & { population: number | null }>`
    select asked.code, asked.radius_km, sum(near.population)::int as population
    from (select distinct code, radius_km from unnest(${codes}::text[], ${radii}::float8[]) as one(code, radius_km)) asked
    join place centre on centre.code = asked.code
    join place near on near.kind = 'commune'
      and near.lat between centre.lat - asked.radius_km / ${sql.lit(KM_PER_DEGREE)}
        and centre.lat + asked.radius_km / ${sql.lit(KM_PER_DEGREE)}
      and ${sql.lit(2 * EARTH_KM)} * asin(sqrt(least(1,
        power(sin(radians(near.lat - centre.lat) / 2), 2) + cos(radians(centre.lat)) * cos(radians(near.lat))
          * power(sin(radians(near.lng - centre.lng) / 2), 2)))) <= asked.radius_km
    group by asked.code, asked.radius_km`.execute(db);
  return rows;
}

export async function selectBiggest(db: Queryable, limit: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ${placeColumns()} from place where kind = 'commune'
    order by population desc nulls last, code limit ${limit}`.execute(db);
  return rows;
}

/**
 * Places that bear exactly this name in search spelling, most inhabitants first; `termKind` says how (name 1,
 * without article 2, alias 3). Departments are named too.
 */
export async function selectNamed(db: Queryable, key: string): Promise<(Place & { termKind: number })[]> {
  const { rows } = await sql<Place & { termKind: number }>`
    select min(place_term.kind) as term_kind, ${placeColumns()}
    from place_term join place on place.code = place_term.place_code
    where place_term.term = ${key} and place_term.kind <= 3
    group by place.code
    order by population desc nulls last, place.code`.execute(db);
  return rows;
}
