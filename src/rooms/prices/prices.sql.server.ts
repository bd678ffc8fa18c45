import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Area, Bin, PriceKind } from './contract.ts';

/** The place, then what it can be widened to, in order: whole city, EPCI, department. */
export async function selectAreas(db: Queryable, placeCode: string): Promise<Area[]> {
  const { rows } = await sql<Area>`
    with asked as (select * from place where code = ${placeCode})
    select code, level, name, slug from (
      select 1 as rank, code, kind as level, name, slug from asked
      union all
      select 2, city.code, 'commune', city.name, city.slug
      from asked join place as city on city.code = asked.city_code where asked.kind = 'district'
      union all
      select 3, epci_code, 'epci', epci_name, null
      from asked join price_epci on commune_code = asked.city_code
      union all
      select 4, whole.code, 'department', whole.name, whole.slug
      from asked join place as whole on whole.code = asked.department_code
      where whole.kind = 'department' and asked.kind <> 'department'
    ) as area order by rank`.execute(db);
  return rows;
}

/** Changes with whatever an answer is made from, and with nothing else. */
export async function selectAnswersEdition(db: Queryable): Promise<string> {
  const { rows } = await sql<{ edition: string }>`
    select concat_ws(' ', (select version from price_edition where name = 'answers'),
      (select version from place_edition), (select max(loaded_at) from place_contour)) as edition`.execute(
    db,
  );
  return rows[0]?.edition ?? '';
}

export interface FigureRow {
  readonly areaCode: string;
  readonly kind: PriceKind;
  readonly slice: string;
  readonly months: number;
  readonly from: string;
  readonly to: string;
  readonly n: number;
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
  readonly mean: number;
  readonly trimmed: { n: number; median: number; q1: number; q3: number; low: number; high: number } | null;
  readonly bins: Bin[] | null;
}

/** All figures of some areas, and of others the whole slices alone, without their histograms. */
export async function selectFigures(
  db: Queryable,
  full: readonly string[],
  heads: readonly string[],
): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select area_code, kind, slice, months, first_on as "from", last_on as "to", n, median, q1, q3, mean, trimmed, bins
    from price_figure where area_code = any(${full}::text[])
    union all
    select area_code, kind, slice, months, first_on, last_on, n, median, q1, q3, mean, trimmed, null
    from price_figure where area_code = any(${heads}::text[]) and slice = 'all'`.execute(db);
  return rows;
}

export interface PointRow {
  readonly areaCode: string;
  readonly kind: PriceKind;
  readonly to: string;
  readonly n: number;
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
}

/** Oldest first. */
export async function selectPoints(db: Queryable, areas: readonly string[]): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    select area_code, kind, last_on as "to", n, median, q1, q3 from price_point
    where area_code = any(${areas}::text[]) order by last_on`.execute(db);
  return rows;
}

export interface AskingRow {
  readonly areaCode: string;
  readonly kind: PriceKind;
  readonly n: number;
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
  readonly at: Date;
}

export async function selectAsking(db: Queryable, areaCode: string): Promise<AskingRow[]> {
  const { rows } = await sql<AskingRow>`
    select area_code, kind, n, median, q1, q3, at from price_asking where area_code = ${areaCode}`.execute(
    db,
  );
  return rows;
}

export interface SourceRow {
  readonly origin: 'import' | 'embedded';
  readonly release: string;
  readonly firstOn: string;
  readonly lastOn: string;
}

export async function selectSource(db: Queryable, departmentCode: string): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`
    select origin, release, first_on, last_on from price_source where department_code = ${departmentCode}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface MedianRow {
  readonly areaCode: string;
  readonly kind: PriceKind;
  readonly n: number;
  readonly median: number;
  readonly months: number;
  readonly from: string;
  readonly to: string;
}

/** The whole-slice medians of places. */
export async function selectMedians(db: Queryable, codes: readonly string[]): Promise<MedianRow[]> {
  const { rows } = await sql<MedianRow>`
    select area_code, kind, n, median, months, first_on as "from", last_on as "to" from price_figure
    where area_code = any(${codes}::text[]) and slice = 'all' and kind <> 'all'`.execute(db);
  return rows;
}

/** Cities that have a figure of their own, ours or published, or whose districts have; most inhabitants first. */
export async function selectPricedCities(
  db: Queryable,
  limit: number,
): Promise<{ code: string; name: string; slug: string }[]> {
  const { rows } = await sql<{ code: string; name: string; slug: string }>`
    select code, name, slug from place
    where kind = 'commune'
      and (exists (select from price_figure where area_code = place.code and slice = 'all' and kind <> 'all')
        or exists (select from price_published as published where published.code = place.code)
        or exists (select from place as district join price_published as published on published.code = district.code
          where district.kind = 'district' and district.city_code = place.code))
    order by population desc nulls last, code limit ${limit}`.execute(db);
  return rows;
}
