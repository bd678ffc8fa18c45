// Settlement: how an order becomes paid, or comes to nothing.
import { formatPrice } from '#contract/fmt.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { cancelBoosts, startBoosts } from '#rooms/boosts/boosts.server.ts';
import { returnCoupons } from '#rooms/coupons/coupons.server.ts';
import { addAlarm } from './alarms.sql.server.ts';
import { type AlarmKind, alarms } from './alarms.ts';
import { type OrderStatus, orderTransitions } from './contract.ts';
import { creditLine } from './credits.server.ts';
import { issueInvoice } from './invoices.server.ts';
import {
  lockOrder,
  markUnproven,
  type OrderRow,
  selectLines,
  updatePaid,
  updateStatus,
} from './orders.sql.server.ts';
import { CURRENCY, type Payment, type SessionState } from './provider.ts';
import { insertRefund } from './refunds.sql.server.ts';

/** The transaction in which orders are settled, and the moment. */
export interface Settling {
  readonly tx: Tx;
  readonly env: Services['env'];
  readonly now: Date;
}

/**
 * What became of money that was announced. `paid`: the order is paid by it. `known`: it was before. `unknown`: no order of ours.
 * `double`: another payment had paid the order. `mismatch`: another amount or currency than was asked. `boostless`: its agency is
 * gone, and its boosts with it. The last three are given back.
 */
export type Taking = 'paid' | 'known' | 'unknown' | 'double' | 'mismatch' | 'boostless';

function mayBecome(order: OrderRow, status: OrderStatus): boolean {
  return orderTransitions[order.status].includes(status);
}

/**
 * Takes in a payment: the one way in which an order becomes paid, once, however often and by whomever it is told. Starts its boosts and
 * writes its invoice in the caller’s transaction. Money that comes after the order came to nothing pays it still: boosts that can no
 * longer start, those that were cancelled with it, are credited and refunded.
 */
export async function takePayment(settling: Settling, reference: string, payment: Payment): Promise<Taking> {
  const { tx, now } = settling;
  const order = await lockOrder(tx, reference);
  if (!order) return 'unknown';
  if (order.endingUnproven) await markUnproven(tx, order.id, false);
  if (order.paymentId === payment.id) return 'known';
  if (payment.amount !== order.gross || payment.currency !== CURRENCY) {
    const came = formatPrice(payment.amount).replace('€', payment.currency.toUpperCase());
    await giveBack(settling, order, payment, {
      kind: 'mismatch',
      detail: `${came} reçus, ${formatPrice(order.gross)} demandés`,
    });
    if (order.status === 'pending') await releaseOrder(tx, order, 'failed', now);
    return 'mismatch';
  }
  if (!mayBecome(order, 'paid')) {
    await giveBack(settling, order, payment, { kind: 'double', detail: formatPrice(payment.amount) });
    return 'double';
  }
  if ((await selectLines(tx, order.id)).length === 0) {
    await giveBack(settling, order, payment, { kind: 'boostless', detail: formatPrice(payment.amount) });
    await releaseOrder(tx, order, 'failed', now);
    return 'boostless';
  }
  await activate(settling, order, payment.id);
  return 'paid';
}

/** Pays an order of which nothing is due. */
export function payNothing(settling: Settling, order: OrderRow): Promise<void> {
  return activate(settling, order, null);
}

async function activate(
  { tx, env, now }: Settling,
  order: OrderRow,
  paymentId: string | null,
): Promise<void> {
  await updatePaid(tx, order.id, { paymentId, paidAt: now });
  const lines = await selectLines(tx, order.id);
  const started = await startBoosts(
    tx,
    lines.map(({ boostId }) => boostId),
    now,
  );
  // Last, with credit notes: their numbers are one queue for all orders.
  await issueInvoice(tx, env, order.id, now);
  for (const line of lines) {
    if (started.includes(line.boostId)) continue;
    const reason = 'Payée après son annulation\u00a0: le boost ne peut plus commencer.';
    await creditLine(tx, { ...order, paymentId }, line, { net: line.net - line.discount, reason }, now);
  }
}

/** Money that no order asked for: it is owed back once, and a person is told. */
async function giveBack(
  { tx, now }: Settling,
  order: OrderRow,
  payment: Payment,
  { kind, detail }: { readonly kind: AlarmKind; readonly detail: string },
): Promise<void> {
  const owed = {
    orderId: order.id,
    boostId: null,
    paymentId: payment.id,
    amount: payment.amount,
    reason: alarms[kind].says,
    key: `payment-${payment.id}`,
    createdAt: now,
  };
  const isNew = payment.amount <= 0 || (await insertRefund(tx, owed));
  if (isNew) await addAlarm(tx, order.id, kind, `${detail} (${payment.id})`);
}

/** Ends an order that is not paid: its boosts are cancelled, its codes are free again. One that is no longer pending stays. */
async function releaseOrder(
  tx: Tx,
  order: OrderRow,
  status: 'failed' | 'cancelled',
  now: Date,
): Promise<boolean> {
  if (!mayBecome(order, status)) return false;
  await updateStatus(tx, order.id, status, now);
  const lines = await selectLines(tx, order.id);
  await cancelBoosts(
    tx,
    lines.map(({ boostId }) => boostId),
    'unpaid',
    now,
  );
  await returnCoupons(tx, order.reference, now);
  return true;
}

/**
 * The same by its reference; false when there is no such order. `unproven`: its provider did not confirm that nobody paid its page, and
 * is asked again; without it, that is confirmed from then on.
 */
export async function releaseByReference(
  tx: Tx,
  reference: string,
  status: 'failed' | 'cancelled',
  now: Date,
  { unproven = false }: { readonly unproven?: boolean } = {},
): Promise<boolean> {
  const order = await lockOrder(tx, reference);
  if (!order) return false;
  const released = await releaseOrder(tx, order, status, now);
  const leaves = unproven && released && order.sessionId !== null;
  if (leaves || (!unproven && order.endingUnproven)) await markUnproven(tx, order.id, leaves);
  return true;
}

/** Takes in what a provider answers of the page of an order: paid, expired, or open still, which changes nothing. */
export async function settleSession(
  settling: Settling,
  reference: string,
  { status, paid }: SessionState,
): Promise<void> {
  if (paid) await takePayment(settling, reference, paid);
  else if (status === 'expired') await releaseByReference(settling.tx, reference, 'cancelled', settling.now);
}
