import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface Judged {
  readonly tooDear: number;
  readonly tooSmall: number;
  /** Cents and m²: the cheapest found too dear, the dearest kept, the largest found too small, the smallest kept. */
  readonly cheapest: number | null;
  readonly dearestKept: number | null;
  readonly largest: number | null;
  readonly smallestKept: number | null;
}

/** What the verdicts of an alert say of its prices and sizes; those that its criteria already leave out say nothing. */
export async function verdictStatistics(
  db: Queryable,
  alertId: number,
  asked: { readonly maxPrice: number | null; readonly minSurface: number | null },
): Promise<Judged> {
  const dear = sql`v.reason = 'price' and l.price <= coalesce(${asked.maxPrice}::bigint, l.price)`;
  const small = sql`v.reason = 'size' and l.surface >= coalesce(${asked.minSurface}::numeric, l.surface)`;
  const { rows } = await sql<Judged>`
    select count(*) filter (where ${dear}) as too_dear,
      count(*) filter (where ${small}) as too_small,
      min(l.price) filter (where ${dear}) as cheapest,
      max(l.price) filter (where v.verdict = 'keep') as dearest_kept,
      max(l.surface) filter (where ${small}) as largest,
      min(l.surface) filter (where v.verdict = 'keep') as smallest_kept
    from alert_verdict v join listing l on l.id = v.listing_id
    where v.alert_id = ${alertId}
  `.execute(db);
  return rows[0]!;
}

/** Filters alerts of which so many listings were rejected. */
export async function rejectingAmong(
  db: Queryable,
  alertIds: readonly number[],
  atLeast: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ alertId: number }>`
    select alert_id from alert_verdict
    where alert_id = any(${alertIds}::bigint[]) and verdict = 'reject' and reason in ('price', 'size')
    group by alert_id having count(*) >= ${atLeast}
  `.execute(db);
  return new Set(rows.map(({ alertId }) => alertId));
}
