import { formatPrice } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { isConnectionLost, type Tx } from '#platform/db.server.ts';
import { addAlarm } from './alarms.sql.server.ts';
import { openPage } from './orders.server.ts';
import { lockOrder, type OrderRow, recordCheck, selectToReconcile } from './orders.sql.server.ts';
import { providerNamed } from './provider.server.ts';
import { ProviderTrouble, type SessionState } from './provider.ts';
import { releaseByReference, settleSession } from './settlement.server.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

const MINUTE_MS = 60_000;
const FIRST_MS = 5 * MINUTE_MS;
const AGAIN_MS = 60 * MINUTE_MS;
/** How late a page can still be opened: Stripe asks that it stays open for half an hour. */
const OPENED_WITHIN_MS = 14 * MINUTE_MS;
/** How long after its page closed an order waits for an answer of its provider. */
const GIVEN_UP_MS = 60 * MINUTE_MS;
/** How long after it came to nothing an order is asked about, when its provider did not confirm that nobody paid it. */
const UNPROVEN_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Asks the provider what became of orders of which no event told anything (security.md, threat 27): five minutes after they were
 * made, then each hour, until an hour after their page closed. One that its provider does not answer for is then given up, and asked
 * about for three days more, as one that was given up before; then a person is told. Money that comes still pays it.
 */
export async function reconcileOrders(services: Open, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  const due = await selectToReconcile(services.db, {
    first: new Date(now.getTime() - FIRST_MS),
    again: new Date(now.getTime() - AGAIN_MS),
    now,
    askedForMs: UNPROVEN_MS,
  });
  for (const order of due) {
    if (signal.aborted) return;
    try {
      await reconcile(services, order);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      services.log.error({ err: error, order: order.reference }, 'commande non rapprochée');
    }
    // Asked again in an hour, whatever came of it: it holds no other back.
    await recordCheck(services.db, order.id, clock.now());
  }
}

async function reconcile(services: Open, order: OrderRow): Promise<void> {
  const { db, log } = services;
  let state: SessionState | null = null;
  try {
    state = await stateOf(services, order);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    log.warn({ err: error, order: order.reference }, 'prestataire de paiement sans réponse');
  }
  const now = clock.now();
  const closedFor = now.getTime() - order.expiresAt.getTime();
  await db.transaction().execute(async (tx) => {
    if (state) await settleSession({ tx, env: services.env, now }, order.reference, state);
    if (order.endingUnproven) await tellUnproven(tx, order.reference, now);
    // Without a page nobody can have paid.
    else if (!state && closedFor >= (order.sessionId === null ? 0 : GIVEN_UP_MS))
      await releaseByReference(tx, order.reference, 'cancelled', now, {
        unproven: true,
      });
  });
}

/** Tells a person of an order that the provider, asked for long enough, neither says paid nor ended. */
async function tellUnproven(tx: Tx, reference: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, reference);
  if (!order?.endingUnproven || !order.closedAt) return;
  if (now.getTime() - order.closedAt.getTime() < UNPROVEN_MS) return;
  await addAlarm(tx, order.id, 'unproven', `${formatPrice(order.gross)} (${order.sessionId})`);
}

/** What became of its page; null: it has none. One that was never opened is opened while it can be. */
async function stateOf(services: Open, order: OrderRow): Promise<SessionState | null> {
  const now = clock.now();
  if (order.sessionId === null) {
    if (now.getTime() - order.createdAt.getTime() <= OPENED_WITHIN_MS) await openPage(services, order);
    return null;
  }
  const provider = order.provider === 'none' ? null : providerNamed(services, order.provider);
  if (!provider) throw new ProviderTrouble(`${order.provider} sans réglages`, { final: true });
  return order.endingUnproven || order.expiresAt <= now
    ? provider.closeSession(order.sessionId)
    : provider.readSession(order.sessionId);
}
