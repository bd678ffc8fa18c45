import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { BoostEnd } from '#rooms/boosts/contract.ts';
import type { OrderLine } from './orders.sql.server.ts';

export interface SettledLine extends OrderLine {
  /** Of its order. */
  readonly reference: string;
  readonly endedBecause: BoostEnd | null;
}

/** Paid lines whose boost is settled and of which nothing was decided yet, the first bought first. */
export async function selectSettledLines(db: Queryable, limit: number): Promise<SettledLine[]> {
  const { rows } = await sql<SettledLine>`
    select line.boost_id, line.net, line.discount, payment_order.reference, boost.ended_because
    from payment_line line join payment_order on payment_order.id = line.order_id join boost on boost.id = line.boost_id
    where line.settled_at is null and boost.settled_at is not null and payment_order.status = 'paid'
    order by line.order_id, line.position limit ${limit}
  `.execute(db);
  return rows;
}

/** False: it was decided before. The caller holds the lock of the order. */
export async function settleLine(tx: Tx, boostId: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_line set settled_at = ${now} where boost_id = ${boostId} and settled_at is null
  `.execute(tx);
  return numAffectedRows === 1n;
}
