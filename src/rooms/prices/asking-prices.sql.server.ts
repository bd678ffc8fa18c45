import { sql } from 'kysely';
import type { Tx } from '#platform/db.server.ts';

/**
 * Medians asked for the homes now on sale (not new, not life annuities), by district, commune, whole city and
 * department; areas with fewer listings than `least` have none.
 */
export async function replaceAsking(tx: Tx, least: number, at: Date): Promise<number> {
  await sql`delete from price_asking`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with asked as (
      insert into price_asking (area_code, kind, n, median, q1, q3, at)
      select area_code, kind, n, round(quartile[2])::bigint, round(quartile[1])::bigint, round(quartile[3])::bigint, ${at}
      from (
        select area.code as area_code, home.kind, count(*) as n,
          percentile_cont(array[0.25, 0.5, 0.75]) within group (order by listing.price_per_m2) as quartile
        from listing
        cross join lateral (
          select case when property_type in ('apartment', 'loft') then 'apartment' when property_type = 'house' then 'house' end as kind
        ) as home
        cross join lateral (
          select listing.place_code as code union select listing.city_code union
          select code from place where code = listing.department_code
        ) as area
        where status = 'online' and transaction = 1 and not is_new and not life_annuity
          and price_per_m2 > 0 and home.kind is not null
        group by area.code, home.kind
        having count(*) >= ${least}
      ) as cell
      returning 1
    )
    select count(*)::integer as count from asked`.execute(tx);
  return rows[0]?.count ?? 0;
}
