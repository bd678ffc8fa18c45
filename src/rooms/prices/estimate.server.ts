import type { Queryable } from '#platform/db.server.ts';
import { selectComparableSales } from './estimate.sql.server.ts';
import type { Estimate, Home } from './estimate.ts';

/** Cents: no bound tells the price of a sale (LPF R*112 A-3), and none is known better. */
const ROUNDED_TO = 100_000;

/**
 * What homes like this one were sold for, in and around a commune or a district: the middle price and the bounds that hold
 * eight comparable sales out of ten, of the three years up to `until` (the last day of the data). The asked price of the home
 * plays no part.
 */
export async function estimateHome(
  db: Queryable,
  asked: {
    readonly placeCode: string;
    readonly kind: 'apartment' | 'house';
    readonly home: Pick<Home, 'surface' | 'rooms'>;
    readonly until: string;
  },
): Promise<Estimate> {
  const { placeCode, kind, home, until } = asked;
  const { surface, rooms } = home;
  const found = await selectComparableSales(db, { placeCode, kind, surface, rooms, until });
  if (!found) return { kind: 'insufficient' };
  const total = (euros: number) => Math.max(1, Math.round((euros * 100 * surface) / ROUNDED_TO)) * ROUNDED_TO;
  return {
    kind: 'interval',
    n: found.n,
    low: total(found.low),
    median: total(found.median),
    high: total(found.high),
    from: found.from,
    to: until,
    km: Math.ceil(found.km),
  };
}
