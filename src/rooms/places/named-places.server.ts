import type { Queryable } from '#platform/db.server.ts';
import { type Bearer, selectBearers } from './named-places.sql.server.ts';

export type { Bearer } from './named-places.sql.server.ts';

/**
 * The places that bear each of these names in full, the biggest first, in one statement. Names are search spellings
 * (`searchKey`); a postal code or a department's number is a name too, « lyon 7 » that of a district.
 */
export async function placesByName(db: Queryable, names: readonly string[]): Promise<Map<string, Bearer[]>> {
  const bearers = names.length > 0 ? await selectBearers(db, [...new Set(names)]) : [];
  return Map.groupBy(bearers, ({ term }) => term);
}
