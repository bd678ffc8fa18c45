import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { Place } from './contract.ts';
import { placeColumns } from './places.sql.server.ts';

export interface Bearer extends Place {
  /** The name, old name, number or postal code that it bears. */
  readonly term: string;
  /** The name is that of a commune merged into it since. */
  readonly old: boolean;
  /** Inhabitants, lessened for old names and departments. */
  readonly weight: number;
}

/** Every place that bears one of these names in full, the biggest first. */
export async function selectBearers(db: Queryable, terms: readonly string[]): Promise<Bearer[]> {
  const { rows } = await sql<Bearer>`
    with bearer as (
      select term, place_code, max(weight) as weight, bool_and(kind = 3) as old from place_term
      where term = any(${terms}) and kind <> 4 group by term, place_code
    )
    select bearer.term, bearer.weight, bearer.old, ${placeColumns()}
    from bearer join place on place.code = bearer.place_code
    order by bearer.weight desc, place.code`.execute(db);
  return rows;
}
