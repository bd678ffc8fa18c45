import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { BARS_MOST } from './budget.ts';
import { matching, notHidden, type Reader, type Sought } from './found.sql.server.ts';

interface BarRow {
  readonly from: number;
  readonly step: number;
  readonly homes: number;
  readonly low: number;
  readonly high: number;
  readonly last: number;
  readonly rank: number;
  readonly n: number;
}

/** Cents: one, two and five times each power of ten euros. */
const steps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((one) => one * 10 ** power * 100)).flat();
/** What is rarer than this at either end widens no scale. */
const RARE = 0.02;

/**
 * How many homes there are in each bar of price, those without any left out; a home that several listings show counts once, at
 * the lowest price. The bars follow from the prices: one statement.
 */
export async function selectBars(db: Queryable, criteria: Sought, reader: Reader): Promise<BarRow[]> {
  const found = sql`${matching(criteria, 'yes')} and ${notHidden(reader)}`;
  const { rows } = await sql<BarRow>`
    with asked as materialized (
      select price from listing where ${found} and home is null
      union all
      select min(price) from listing where ${found} and home is not null group by home
    ), spread as (
      select count(*)::int as homes,
        percentile_disc(array[${sql.lit(RARE)}, 0.25, 0.75, ${sql.lit(1 - RARE)}]) within group (order by price) as ends
      from asked
    ), scale as (
      select homes, ends[2] as low, ends[3] as high, step, ends[1] / step * step as "from",
        ends[4] / step - ends[1] / step as last
      from spread, lateral (
        select step from unnest(${steps}::bigint[]) step
        where step * ${BARS_MOST} >= ends[4] - ends[1] order by step limit 1
      ) chosen
    )
    select "from", step, homes, low, high, last, rank, count(*)::int as n
    from scale, asked, lateral (select least(greatest((price - "from") / step, 0), last) as rank) bar
    group by "from", step, homes, low, high, last, rank
    order by rank`.execute(db);
  return rows;
}
