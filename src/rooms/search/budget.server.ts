import type { Db } from '#platform/db.server.ts';
import { selectBars } from './budget.sql.server.ts';
import type { PriceSpread } from './budget.ts';
import { hidingReader, type Reader } from './found.sql.server.ts';
import { criteriaOf } from './search.server.ts';

/**
 * How the prices of the search that an address says are spread, without the prices that it asks and what `reader` hid; null
 * where nothing surely matches, and for unknown places.
 */
export async function pricesOfSearch(
  db: Db,
  params: URLSearchParams,
  reader: Reader = null,
): Promise<PriceSpread | null> {
  const [criteria, hiding] = await Promise.all([criteriaOf(db, params), hidingReader(db, reader)]);
  if (!criteria) return null;
  const { prixMin: _min, prixMax: _max, ...unpriced } = criteria;
  const rows = await selectBars(db, unpriced, hiding);
  const [first] = rows;
  if (!first) return null;
  const { from, step, homes, low, high, last } = first;
  const bars = Array.from<number>({ length: last + 1 }).fill(0);
  for (const { rank, n } of rows) bars[rank] = n;
  return { from, step, bars, homes, low, high };
}
