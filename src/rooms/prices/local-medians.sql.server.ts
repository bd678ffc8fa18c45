import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { MedianKind } from '#rooms/listings/scam.ts';
import { SALES_NORMAL } from './contract.ts';

/**
 * The medians of these places; of all places of the agency when they are null: one statement. Of our own figures only: a
 * median published over five years would call today's price too low where prices fell (docs/decisions/0080).
 */
export async function selectLocalMedians(
  db: Queryable,
  { agencyId, places }: { readonly agencyId: number; readonly places: readonly string[] | null },
): Promise<{ placeCode: string; kind: MedianKind; median: number }[]> {
  const wanted =
    places === null
      ? sql`array(select distinct place_code from listing where agency_id = ${agencyId})`
      : sql`${places}::text[]`;
  const { rows } = await sql<{ placeCode: string; kind: MedianKind; median: number }>`
    select area_code as place_code, kind, median
    from price_figure
    where area_code = any(${wanted}) and slice = 'all' and kind in ('apartment', 'house') and n >= ${sql.lit(SALES_NORMAL)}
    union all
    (select distinct on (place_code, kind) place_code,
      case kind when 'house' then 'rent-house' when 'apartment-large' then 'rent-large' else 'rent-small' end, rent
     from price_rent where place_code = any(${wanted}) and kind in ('house', 'apartment-small', 'apartment-large')
     order by place_code, kind, year desc)
  `.execute(db);
  return rows;
}
