import { fail } from '#contract/errors.ts';
import { formatPrice } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { addAlarm } from './alarms.sql.server.ts';
import { paymentErrors } from './contract.ts';
import { lockOrder, updateStatus } from './orders.sql.server.ts';
import { providerNamed } from './provider.server.ts';
import { ProviderTrouble } from './provider.ts';
import {
  type ClaimedRefund,
  claimRefund,
  closeRefund,
  retryFailed,
  sumRefunds,
} from './refunds.sql.server.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than any attempt lasts. */
const LEASE_MS = 2 * MINUTE_MS;
/** Between an attempt and the next; after the last one a person looks at it. */
const DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/**
 * Gives back the money that is owed, each debt once: its key is the provider’s idempotency key, and what may have been asked before is
 * looked for first. A provider that refuses for good leaves an alarm on the order.
 */
export async function payRefunds(services: Open, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = clock.now();
    const claimed = await claimRefund(services.db, { now, until: new Date(now.getTime() + LEASE_MS) });
    if (!claimed) return;
    await payRefund(services, claimed);
  }
}

async function payRefund(services: Open, refund: ClaimedRefund): Promise<void> {
  const { db, log } = services;
  try {
    const provider = refund.provider === 'none' ? null : providerNamed(services, refund.provider);
    if (!provider) throw new ProviderTrouble(`${refund.provider} sans réglages`, { final: false });
    const { key, paymentId, amount, attempts } = refund;
    const externalId = await provider.refund({ key, paymentId, amount, again: attempts > 1 });
    await closePaid(services, refund, externalId);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    const delay = error.final ? undefined : DELAYS_MS[refund.attempts - 1];
    const failure = error.message;
    log.warn({ err: error, refund: refund.id, attempts: refund.attempts }, 'remboursement non fait');
    if (delay !== undefined) {
      const nextAttemptAt = new Date(clock.now().getTime() + delay);
      return closeRefund(db, refund, { status: 'pending', failure, nextAttemptAt });
    }
    await db.transaction().execute(async (tx) => {
      await closeRefund(tx, refund, { status: 'failed', failure });
      await addAlarm(tx, refund.orderId, 'unpaid', `${formatPrice(refund.amount)}, ${failure}`);
    });
  }
}

/** Has the refunds of an order that failed asked for again, each under its key; answers how many. Throws ORDER_UNKNOWN. */
export async function retryRefunds(db: Db, reference: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, reference.trim().toUpperCase());
    if (!order) throw fail(paymentErrors.ORDER_UNKNOWN);
    return retryFailed(tx, order.id);
  });
}

/** The order is refunded once everything that it was paid is given back. */
async function closePaid({ db }: Open, refund: ClaimedRefund, externalId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const order = await lockOrder(tx, refund.reference);
    await closeRefund(tx, refund, { status: 'done', externalId, failure: null, doneAt: now });
    if (order?.status !== 'paid' || order.paymentId === null) return;
    if ((await sumRefunds(tx, order.paymentId, 'done')) >= order.gross)
      await updateStatus(tx, order.id, 'refunded', now);
  });
}
