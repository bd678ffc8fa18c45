import { formatPrice } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { isConnectionLost, type Tx } from '#platform/db.server.ts';
import { unspentOf } from '#rooms/boosts/boosts.server.ts';
import { boostEnds } from '#rooms/boosts/contract.ts';
import { addAlarm } from './alarms.sql.server.ts';
import { creditOf } from './amounts.ts';
import { type SettledLine, selectSettledLines, settleLine } from './credits.sql.server.ts';
import { issueCreditNote } from './invoices.server.ts';
import { lockOrder, type OrderLine, type OrderRow } from './orders.sql.server.ts';
import { insertRefund, sumRefunds } from './refunds.sql.server.ts';

const AT_ONCE = 50;

/**
 * Gives `net` cents without VAT of a line back: a credit note and, when money came for the order, its refund, in the caller’s
 * transaction, once for each boost. The caller holds the lock of the order.
 */
export async function creditLine(
  tx: Tx,
  order: OrderRow,
  { boostId }: OrderLine,
  { net, reason }: { readonly net: number; readonly reason: string },
  now: Date,
): Promise<void> {
  if (!(await settleLine(tx, boostId, now)) || net === 0) return;
  const credit = await issueCreditNote(tx, { orderId: order.id, boostId, net, reason }, now);
  if (!credit || order.paymentId === null) return;
  const { gross } = credit;
  const left = order.gross - (await sumRefunds(tx, order.paymentId, 'owed'));
  const amount = Math.min(gross, left);
  if (amount < gross)
    await addAlarm(
      tx,
      order.id,
      'credit',
      `avoir de ${formatPrice(gross)}, ${formatPrice(left)} restaient à rendre`,
    );
  if (amount <= 0) return;
  await insertRefund(tx, {
    orderId: order.id,
    boostId,
    paymentId: order.paymentId,
    amount,
    reason,
    key: `boost-${boostId}-${order.reference}`,
    createdAt: now,
  });
}

/** Credits the boosts that are settled since; one that cannot be credited holds no other back. True: there may be more. */
export async function creditSettledBoosts({ db, log }: Pick<Services, 'db' | 'log'>): Promise<boolean> {
  const lines = await selectSettledLines(db, AT_ONCE);
  let credited = 0;
  for (const line of lines)
    try {
      await db.transaction().execute((tx) => creditSettled(tx, line));
      credited += 1;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      log.error({ err: error, order: line.reference, boost: line.boostId }, 'avoir non établi');
    }
  return credited === AT_ONCE;
}

async function creditSettled(tx: Tx, line: SettledLine): Promise<void> {
  const order = await lockOrder(tx, line.reference);
  const spending = await unspentOf(tx, line.boostId);
  if (!order || !spending) return;
  const net = creditOf({ ...spending, net: line.net }, line.net - line.discount);
  await creditLine(tx, order, line, { net, reason: boostEnds[line.endedBecause ?? 'over'] }, clock.now());
}
