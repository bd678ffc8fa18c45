import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { SALES_MIN } from './contract.ts';
import { comparable, TAIL } from './estimate.ts';

/** Of a degree of latitude. */
const KM_PER_DEGREE = 111.3;
/** Of the natural logarithm of a surface: a tenth of surface is 0.1 of it, and counts 1. */
const PER_LOGARITHM = 10;

interface Described {
  readonly placeCode: string;
  readonly kind: 'apartment' | 'house';
  /** m². */
  readonly surface: number;
  readonly rooms: number | null;
  /** Last day of the sales to compare with, YYYY-MM-DD. */
  readonly until: string;
}

interface ComparableSales {
  readonly n: number;
  /** Euros per m². */
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** First day of the month of the oldest. */
  readonly from: string;
  /** From the centre of the place to that of the farthest place with a sale. */
  readonly km: number;
}

/** Date and price so that the same question has the same answer. */
const leastFirst = sql`order by difference, sold_on desc, price_per_m2 limit ${sql.lit(comparable.most)}`;

/** The least different sales of the places `around` that the condition keeps. */
function leastDifferent(
  { kind, surface, rooms, until }: Described,
  places: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select price_per_m2, sold_on, km, difference
    from (
      select sale.price_per_m2, sale.sold_on, around.km,
        ${PER_LOGARITHM}::double precision
            * abs(ln(sale.surface::double precision / ${surface}::double precision))
          + case
              when ${rooms}::integer is null then 0
              -- Unknown to the administration: taken for one room more or less.
              when coalesce(sale.rooms, 0) = 0 then 1
              else abs(sale.rooms - ${rooms}::integer)
            end
          + around.km
          + (${until}::date - sale.sold_on) / 365.25 as difference
      from around
      join price_sale as sale on sale.place_code = around.place_code
      where ${places}
        and sale.kind = ${kind}
        and sale.surface between ${surface / comparable.surfaceRatio}::real
          and ${surface * comparable.surfaceRatio}::real
        and sale.sold_on <= ${until}::date
        and sale.sold_on > (${until}::date - make_interval(years => ${comparable.years}))::date
    ) as candidate
    where difference <= ${comparable.difference}
    ${leastFirst}`;
}

/**
 * The prices of the sales most comparable to a home, in its place (all districts of a whole city) and the places around;
 * null under 11 of them. Of n sales, the bounds are those of ranks (n + 1) × 0.1 and (n + 1) × 0.9, which one more sale of
 * the same kind falls between eight times out of ten, however prices spread.
 */
export async function selectComparableSales(
  db: Queryable,
  described: Described,
): Promise<ComparableSales | null> {
  const { rows } = await sql<ComparableSales>`
    with here as (
      select code, city_code, lng, lat, neighbours from place where code = ${described.placeCode}
    ), around as (
      select code as place_code, 0::double precision as km from here
      union all
      select district.code, 0 from here
      join place as district on district.city_code = here.code and district.kind = 'district'
      union all
      select near.code, apart.km
      from here
      cross join lateral (
        select code, city_code, lng, lat from place where code = any(here.neighbours)
        union all
        -- The neighbours of a commune are communes, and a cut city has sales by district alone.
        select code, city_code, lng, lat from place where kind = 'district' and city_code <> here.city_code
      ) as near
      cross join lateral (
        select ${KM_PER_DEGREE}::double precision * sqrt(
          power((near.lng - here.lng) * cos(radians(here.lat)), 2) + power(near.lat - here.lat, 2)) as km
      ) as apart
      -- The districts of a whole city are counted already.
      where near.city_code <> here.code and apart.km <= ${comparable.difference}
    ), own as (
      ${leastDifferent(described, sql`around.km = 0`)}
    ), reach as (
      -- A farther place adds at least its distance to the difference; beyond the worst of the 60 kept it cannot enter.
      select case when count(*) < ${comparable.most} then ${comparable.difference}::double precision
        else max(difference) end as km
      from own
    ), farther as (
      ${leastDifferent(described, sql`around.km > 0 and around.km <= (select km from reach)`)}
    ), nearest as (
      select * from own union all select * from farther ${leastFirst}
    ), counted as (
      select *, count(*) over () as n from nearest
    )
    select n, bound[1] as low, bound[2] as median, bound[3] as high, "from", km
    from (
      select n::integer as n, to_char(min(sold_on), 'YYYY-MM-01') as "from", max(km) as km,
        percentile_cont(array[
          (${TAIL}::double precision * (n + 1) - 1) / (n - 1),
          0.5,
          ((1 - ${TAIL}::double precision) * (n + 1) - 1) / (n - 1)
        ]::double precision[]) within group (order by price_per_m2) as bound
      from counted where n >= ${SALES_MIN} group by n
    ) as interval_of`.execute(db);
  return rows[0] ?? null;
}
