import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Bin } from './contract.ts';

/** Statements that turn sales into figures: whole sets, one area after another in none of them. */

/** The surface slices of rooms/prices/contract.ts, in SQL. */
const surfaceSlice = sql`'surface-' || case kind
  when 'apartment' then width_bucket(surface::double precision, array[30, 50, 70, 100]::double precision[]) + 1
  when 'house' then width_bucket(surface::double precision, array[80, 100, 120, 150]::double precision[]) + 1 end`;

// To the euro, as they are shown: a quartile of an odd sample is otherwise the very price of somebody's home.
const cents = (euros: RawBuilder<unknown>) => sql`round(${euros})::bigint * 100`;
const quartiles = sql`percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price_per_m2)`;

export async function selectImportedDepartments(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ departmentCode: string }>`
    select distinct department_code from price_import order by department_code`.execute(db);
  return rows.map(({ departmentCode }) => departmentCode);
}

/**
 * EPCIs that hold a commune of these departments and lie wholly in imported ones: half an intercommunality would give
 * a figure that is not its own.
 */
export async function selectWholeEpcis(db: Queryable, departments: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ epciCode: string }>`
    select epci_code from price_epci join place on place.code = price_epci.commune_code
    group by epci_code
    having bool_or(place.department_code = any(${departments}::text[]))
      and bool_and(exists (select from price_import where department_code = place.department_code))
    order by epci_code`.execute(db);
  return rows.map(({ epciCode }) => epciCode);
}

/** Forgets the figures of a department, and those of the EPCIs that lean on it. */
export async function clearDepartment(tx: Tx, departmentCode: string): Promise<void> {
  const areas = sql`
    (select code from place where department_code = ${departmentCode}
     union select epci_code from price_epci join place on place.code = commune_code
       where department_code = ${departmentCode}
     union select area_code from price_figure where department_code = ${departmentCode})`;
  await sql`delete from price_point where area_code in ${areas}`.execute(tx);
  await sql`delete from price_figure where area_code in ${areas}`.execute(tx);
  await sql`delete from price_source where department_code = ${departmentCode}`.execute(tx);
}

async function openAreas(tx: Tx): Promise<void> {
  await sql`
    create temporary table area_span (
      area_code text collate "C", department_code text, first_on date, last_on date) on commit drop`.execute(
    tx,
  );
  await sql`
    create temporary table area_sale (
      area_code text collate "C", kind text, rooms smallint, surface real, sold_on date, price_per_m2 double precision
    ) on commit drop`.execute(tx);
}

/** The sales of a department, once for each area they count in: commune or district, whole city, department. */
export async function gatherDepartment(tx: Tx, departmentCode: string): Promise<void> {
  await openAreas(tx);
  await sql`
    insert into area_sale
    select area.code, sale.kind, sale.rooms, sale.surface, sale.sold_on, sale.price_per_m2
    from price_sale as sale
    join place on place.code = sale.place_code
    cross join lateral (
      select place.code union all
      select place.city_code where place.kind = 'district' union all
      -- Paris is a department and a commune: the places keep the commune only.
      select code from place as whole where whole.code = sale.department_code and whole.kind = 'department'
    ) as area
    where sale.department_code = ${departmentCode}`.execute(tx);
  await sql`
    insert into area_span
    select area_code, ${departmentCode}, first_on, last_on
    from (select distinct area_code from area_sale) as area,
      (select min(first_on) as first_on, max(last_on) as last_on from price_import
       where department_code = ${departmentCode}) as covered`.execute(tx);
  await sql`analyze area_sale, area_span`.execute(tx);
}

/** The sales of whole EPCIs; the period is the one that all their departments cover. */
export async function gatherEpcis(tx: Tx, epcis: readonly string[]): Promise<void> {
  await openAreas(tx);
  await sql`
    insert into area_sale
    select epci_code, sale.kind, sale.rooms, sale.surface, sale.sold_on, sale.price_per_m2
    from price_epci
    join place on place.city_code = price_epci.commune_code
    join price_sale as sale on sale.place_code = place.code
    where epci_code = any(${epcis}::text[])`.execute(tx);
  await sql`
    insert into area_span
    select epci_code, null, max(covered.first_on), min(covered.last_on)
    from price_epci
    join place on place.code = price_epci.commune_code
    join (select department_code, min(first_on) as first_on, max(last_on) as last_on
          from price_import group by department_code) as covered using (department_code)
    where epci_code = any(${epcis}::text[])
    group by epci_code`.execute(tx);
  await sql`analyze area_sale, area_span`.execute(tx);
}

/**
 * The figures of the gathered areas over windows of so many months, for the slices that have none yet: called with 12,
 * then 24, then 60, each slice gets the shortest window that holds enough sales.
 */
export async function computeFigures(tx: Tx, months: 12 | 24 | 60, least: number): Promise<void> {
  await sql`
    insert into price_figure (area_code, department_code, kind, slice, months, first_on, last_on, n, median, q1, q3, mean)
    select area_code, department_code, kind, slice, ${months}::smallint, first_on, last_on, n,
      ${cents(sql`quartile[2]`)}, ${cents(sql`quartile[1]`)}, ${cents(sql`quartile[3]`)}, ${cents(sql`mean`)}
    from (
      select area_code, department_code, span.first_on, span.last_on, cut.kind, cut.slice, count(*) as n,
        ${quartiles} as quartile, avg(price_per_m2) as mean
      from (
        select area_code, department_code, last_on,
          greatest((last_on + 1 - make_interval(months => ${months}))::date, date_trunc('month', first_on)::date) as first_on
        from area_span
      ) as span
      join area_sale as sale using (area_code)
      cross join lateral (
        select kind, 'all' as slice union all
        select 'all', 'all' union all
        select kind, 'rooms-' || least(rooms, 5) where rooms >= 1 union all
        select kind, ${surfaceSlice}
      ) as cut
      where sale.sold_on between span.first_on and span.last_on
        and not exists (
          select from price_figure as had
          where had.area_code = span.area_code and had.kind = cut.kind and had.slice = cut.slice)
      group by area_code, department_code, span.first_on, span.last_on, cut.kind, cut.slice
      having count(*) >= ${least}
    ) as cell`.execute(tx);
}

const inWindow = sql`
  (sale.kind = figure.kind or figure.kind = 'all') and sale.sold_on between figure.first_on and figure.last_on`;

/** R_iqr of whole slices (formats/prices.md 2.2, 7): Tukey, k = 1.5, on the logarithm; none where too few remain. */
export async function computeTrimmed(tx: Tx, least: number): Promise<void> {
  await sql`
    with bound as (
      select area_code, figure.kind, figure.first_on, figure.last_on,
        percentile_cont(array[0.25, 0.75]) within group (order by ln(price_per_m2)) as edge
      from price_figure as figure join area_sale as sale using (area_code)
      where figure.slice = 'all' and ${inWindow}
      group by area_code, figure.kind, figure.first_on, figure.last_on
    ), figure as (
      select *, edge[1] - 1.5 * (edge[2] - edge[1]) as low, edge[2] + 1.5 * (edge[2] - edge[1]) as high from bound
    ), trimmed as (
      select area_code, figure.kind, low, high, count(*) as n, ${quartiles} as quartile
      from figure join area_sale as sale using (area_code)
      where ${inWindow} and ln(price_per_m2) between low and high
      group by area_code, figure.kind, low, high
      having count(*) >= ${least}
    )
    update price_figure set trimmed = jsonb_build_object('n', trimmed.n, 'median', ${cents(sql`quartile[2]`)},
      'q1', ${cents(sql`quartile[1]`)}, 'q3', ${cents(sql`quartile[3]`)},
      'low', ${cents(sql`exp(low)`)}, 'high', ${cents(sql`exp(high)`)})
    from trimmed
    where price_figure.area_code = trimmed.area_code and price_figure.kind = trimmed.kind
      and price_figure.slice = 'all'`.execute(tx);
}

interface RawBins {
  readonly areaCode: string;
  readonly kind: string;
  /** Cents. */
  readonly step: number;
  /** Ranks of the steps that hold sales, and how many. */
  readonly ranks: readonly number[];
  readonly counts: readonly number[];
}

/** Counts by round steps of figures with enough sales; the extremes stand in the first and the last step. */
export async function countBins(tx: Tx, least: number): Promise<RawBins[]> {
  const { rows } = await sql<RawBins>`
    with shape as (
      select area_code, kind, first_on, last_on, (trimmed->>'low')::double precision / 100 as low,
        (trimmed->>'high')::double precision / 100 as high,
        (select min(step) from unnest(array[50, 100, 200, 250, 500, 1000, 2000, 5000, 10000]) as step
         where step >= ((trimmed->>'high')::double precision - (trimmed->>'low')::double precision) / 1600
            or step = 10000) as step
      from price_figure
      where slice = 'all' and n >= ${least} and trimmed is not null
        and area_code in (select area_code from area_span)
    ), figure as (
      select area_code, figure.kind, step, floor(least(greatest(price_per_m2, low), high) / step)::integer as rank,
        count(*) as count
      from shape as figure join area_sale as sale using (area_code)
      where ${inWindow}
      group by area_code, figure.kind, step, rank
    )
    select area_code, kind, step * 100 as step, array_agg(rank order by rank) as ranks,
      array_agg(count::integer order by rank) as counts
    from figure group by area_code, kind, step`.execute(tx);
  return rows;
}

export async function writeBins(
  tx: Tx,
  rows: readonly { areaCode: string; kind: string; bins: readonly Bin[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update price_figure set bins = given.bins
    from json_to_recordset(${JSON.stringify(rows)}::json) as given("areaCode" text, kind text, bins jsonb)
    where price_figure.area_code = given."areaCode" and price_figure.kind = given.kind
      and price_figure.slice = 'all'`.execute(tx);
}

/** Rolling twelve months, a quarter apart, as far back as the data hold twelve of them. */
export async function computePoints(tx: Tx, least: number): Promise<void> {
  await sql`
    insert into price_point (area_code, kind, last_on, n, median, q1, q3)
    select area_code, kind, to_on, n, ${cents(sql`quartile[2]`)}, ${cents(sql`quartile[1]`)}, ${cents(sql`quartile[3]`)}
    from (
      select area_code, sale.kind, twelve.to_on, count(*) as n, ${quartiles} as quartile
      from area_span as span
      cross join lateral (
        select (last_on + 1 - make_interval(months => 3 * rank + 12))::date as from_on,
          (last_on + 1 - make_interval(months => 3 * rank))::date - 1 as to_on
        from generate_series(0, 20) as rank
      ) as twelve
      join area_sale as sale using (area_code)
      where twelve.from_on >= date_trunc('month', span.first_on)::date
        and sale.sold_on between twelve.from_on and twelve.to_on
      group by area_code, sale.kind, twelve.to_on
      having count(*) >= ${least}
    ) as cell`.execute(tx);
}

/** How far the imports of a department reach, and the release that their last file is said to be of. */
export async function selectCovered(
  db: Queryable,
  departmentCode: string,
): Promise<{ firstOn: string; lastOn: string; release: string | null; saleCount: number } | null> {
  const { rows } = await sql<{ firstOn: string; lastOn: string; release: string | null; saleCount: number }>`
    select min(first_on) as first_on, max(last_on) as last_on, sum(sale_count)::integer as sale_count,
      (array_agg(release order by year desc))[1] as release
    from price_import where department_code = ${departmentCode} having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

export async function writeSource(
  tx: Tx,
  row: {
    departmentCode: string;
    origin: 'import' | 'embedded';
    release: string;
    firstOn: string;
    lastOn: string;
    saleCount: number;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into price_source (department_code, origin, release, first_on, last_on, sale_count, computed_at)
    values (${row.departmentCode}, ${row.origin}, ${row.release}, ${row.firstOn}, ${row.lastOn}, ${row.saleCount},
      ${row.at})
    on conflict (department_code) do update set origin = excluded.origin, release = excluded.release,
      first_on = excluded.first_on, last_on = excluded.last_on, sale_count = excluded.sale_count,
      computed_at = excluded.computed_at`.execute(tx);
}

export async function countFigures(db: Queryable): Promise<{ areas: number; figures: number }> {
  const { rows } = await sql<{ areas: number; figures: number }>`
    select count(distinct area_code)::integer as areas, count(*)::integer as figures from price_figure`.execute(
    db,
  );
  return rows[0] ?? { areas: 0, figures: 0 };
}

/**
 * The same figure straight from the sales, over any period: what the aggregates are checked and measured against. Never
 * behind a door: it would answer for a single sale.
 */
export async function figureFromSales(
  db: Queryable,
  asked: { areaCode: string; kind: 'apartment' | 'house'; from: string; to: string },
): Promise<{ n: number; median: number | null; q1: number | null; q3: number | null }> {
  const { rows } = await sql<{ n: number; median: number | null; q1: number | null; q3: number | null }>`
    select count(*)::integer as n, (${quartiles})[1] as q1, (${quartiles})[2] as median, (${quartiles})[3] as q3
    from price_sale
    where place_code in (select code from place where code = ${asked.areaCode} or city_code = ${asked.areaCode})
      and kind = ${asked.kind} and sold_on between ${asked.from}::date and ${asked.to}::date`.execute(db);
  return rows[0] ?? { n: 0, median: null, q1: null, q3: null };
}
