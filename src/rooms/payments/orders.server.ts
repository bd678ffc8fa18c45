import { fail, sharedErrors } from '#contract/errors.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { newReference } from '#platform/senders.server.ts';
import { requireOpen } from '#rooms/administrators/switches.server.ts';
import { createBoosts } from '#rooms/boosts/boosts.server.ts';
import { takeCoupons } from '#rooms/coupons/coupons.server.ts';
import { type Order, paymentErrors, SESSION_MINUTES } from './contract.ts';
import {
  insertOrder,
  lockAgency,
  lockOrder,
  type OrderRow,
  recordSession,
  type ShownOrder,
  selectOrderOfKey,
  selectOrders,
} from './orders.sql.server.ts';
import { currentProvider, providerNamed } from './provider.server.ts';
import { type Provider, ProviderTrouble, type SessionOrder, type SessionState } from './provider.ts';
import { type Cart, type PricedCart, priceCart } from './quote.server.ts';
import { payNothing, releaseByReference, settleSession } from './settlement.server.ts';
import { SALES_TERMS } from './terms.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

const MINUTE_MS = 60_000;
const DEMO_MINUTES = 365 * 24 * 60;

/** What is ordered, at the price that was read. */
export interface Checkout extends Cart {
  /** Cents, with VAT. */
  readonly gross: number;
  readonly terms: string;
  readonly key: string;
  /** Of the demonstration: its page of payment stays open for whoever tries it. */
  readonly demo?: boolean;
}

/**
 * Orders a cart and opens the page where it is paid; `url` is null when nothing is due. The order is committed before the provider
 * is asked: when that fails, the same key finds it again. Throws SERVICE_CLOSED, BOOSTS_CLOSED, TERMS_CHANGED, the errors of
 * coupons with `{ code }`, BOOST_PREFLIGHT with the failures and what was dropped, BILLING_INCOMPLETE with what lacks, BOOST_PRICE_CHANGED
 * with the total, CONFLICT for the key of an order that came to nothing, and PAYMENT_UNAVAILABLE.
 */
export async function checkout(
  services: Open,
  asked: Checkout,
): Promise<{ order: string; url: string | null }> {
  await requireOpen(services.db, 'boosts');
  const provider = currentProvider(services);
  if (!provider) throw fail(paymentErrors.BOOSTS_CLOSED);
  const { order, isNew } = await services.db
    .transaction()
    .execute((tx) => placeOrder(tx, services, provider, asked));
  if (order.status === 'paid') return { order: order.reference, url: null };
  if (order.status !== 'pending') throw fail(sharedErrors.CONFLICT);
  try {
    return { order: order.reference, url: await openPage(services, order) };
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    services.log.warn({ err: error, order: order.reference }, 'page de paiement non ouverte');
    // Another press may be opening it: that one answers.
    if (isNew) await services.db.transaction().execute((tx) => releaseUnopened(tx, order.reference));
    throw fail(paymentErrors.PAYMENT_UNAVAILABLE);
  }
}

async function placeOrder(
  tx: Tx,
  services: Open,
  provider: Provider,
  asked: Checkout,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const now = clock.now();
  const { agencyId, key, demo = false } = asked;
  await lockAgency(tx, agencyId);
  const known = await selectOrderOfKey(tx, agencyId, key);
  if (known) {
    if (known.gross !== asked.gross) throw fail(sharedErrors.CONFLICT);
    return { order: known, isNew: false };
  }
  if (asked.terms !== SALES_TERMS) throw fail(paymentErrors.TERMS_CHANGED, { terms: SALES_TERMS });
  const reference = newReference('CMD');
  const cart = await priceCart({ db: tx, services }, asked, now, (presented) =>
    takeCoupons(tx, { ...presented, orderReference: reference }, now),
  );
  refuseCart(cart, asked.gross);
  const { lines, totals, billing } = cart;
  const boosts = await createBoosts(
    tx,
    agencyId,
    lines.map(({ wanted }) => wanted),
    // A cart with a formula that is not sold was refused.
    lines.flatMap(({ formula, freeDays }) => (formula ? [{ formula, freeDays, demo }] : [])),
    now,
  );
  const order = await insertOrder(
    tx,
    {
      ...totals,
      reference,
      agencyId,
      provider: totals.gross === 0 ? 'none' : provider.name,
      key,
      termsVersion: asked.terms,
      buyer: billing.identity,
      createdAt: now,
      demo,
      expiresAt: new Date(now.getTime() + (demo ? DEMO_MINUTES : SESSION_MINUTES) * MINUTE_MS),
    },
    lines.map(({ formula, net, discount }, line) => ({
      boostId: boosts[line]!,
      label: `Boost ${formula?.name}`,
      net,
      discount,
    })),
  );
  if (totals.gross > 0) return { order, isNew: true };
  await payNothing({ tx, env: services.env, now }, order);
  return { order: { ...order, status: 'paid' }, isNew: true };
}

/** Throws what keeps a cart from being ordered at this total. */
function refuseCart({ open, lines, totals, billing }: PricedCart, gross: number): void {
  if (!open) throw fail(paymentErrors.BOOSTS_CLOSED);
  const failures = lines.flatMap((line, boost) => line.failures.map((failure) => ({ boost, ...failure })));
  // What is sold meanwhile is bought no more: the cart is read again without it.
  const dropped = lines.flatMap(({ check }, boost) =>
    check.dropped.map((listing) => ({ boost, ...listing })),
  );
  if (failures.length > 0 || dropped.length > 0)
    throw fail(paymentErrors.BOOST_PREFLIGHT, { failures, dropped });
  if (billing.lacks.length > 0) throw fail(paymentErrors.BILLING_INCOMPLETE, { lacks: billing.lacks });
  if (totals.gross !== gross) throw fail(paymentErrors.BOOST_PRICE_CHANGED, { gross: totals.gross });
}

/** Gives up a pending order that has no page: nobody can pay it. False: it has one, and stays as it is. */
async function releaseUnopened(tx: Tx, reference: string): Promise<boolean> {
  const order = await lockOrder(tx, reference);
  if (order && order.sessionId !== null) return false;
  await releaseByReference(tx, reference, 'cancelled', clock.now());
  return true;
}

/**
 * The page of a pending order, opened if it was not yet; the same order again is the same page. Throws ProviderTrouble, and CONFLICT
 * when the order came to something meanwhile: nobody can pay the page any more.
 */
export async function openPage(services: Open, order: OrderRow): Promise<string> {
  const { db, env, log } = services;
  if (order.checkoutUrl !== null) return order.checkoutUrl;
  const provider = order.provider === 'none' ? null : providerNamed({ db, env }, order.provider);
  if (!provider) throw new ProviderTrouble(`${order.provider} sans réglages`, { final: true });
  const session = await provider.openSession(pageOf(env, order, await countBoosts(db, order)));
  if (!(await recordSession(db, order.id, session))) {
    await closePage(services, provider, { reference: order.reference, sessionId: session.id });
    throw fail(sharedErrors.CONFLICT);
  }
  log.debug({ order: order.reference, session: session.id }, 'page de paiement ouverte');
  return session.url;
}

/** Lets nobody pay a page any more, and answers what became of it; null: the provider does not answer. */
async function closePage(
  { log }: Open,
  provider: Provider,
  { reference, sessionId }: { readonly reference: string; readonly sessionId: string },
): Promise<SessionState | null> {
  try {
    return await provider.closeSession(sessionId);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    log.warn({ err: error, order: reference }, 'page de paiement non fermée');
    return null;
  }
}

async function countBoosts(db: Queryable, { agencyId, reference }: OrderRow): Promise<number> {
  const [shown] = agencyId === null ? [] : await selectOrders(db, agencyId, reference);
  return shown?.boosts.length ?? 1;
}

function pageOf({ publicUrl }: Open['env'], order: OrderRow, boosts: number): SessionOrder {
  const words = new URLSearchParams({ commande: order.reference });
  return {
    reference: order.reference,
    amount: order.gross,
    label: `Vigie, commande ${order.reference}\u00a0: ${formatCount(boosts, 'boost', 'boosts')}, TVA comprise`,
    email: order.buyer.email ?? '',
    successUrl: `${publicUrl}${paths.agencyBoostPayment()}?${words}`,
    cancelUrl: `${publicUrl}${paths.agencyBoostCancel()}?${words}`,
    expiresAt: order.expiresAt,
  };
}

/** Every order of an agency with its documents, the newest first, 200 at most. */
export async function ordersOf(db: Queryable, agencyId: AgencyId): Promise<Order[]> {
  const now = clock.now();
  return (await selectOrders(db, agencyId, null)).map((order) => shown(order, now));
}

/** One of them. Throws ORDER_UNKNOWN, also for another agency’s. */
export async function orderOf(db: Queryable, agencyId: AgencyId, reference: string): Promise<Order> {
  return shown(await ownOrder(db, agencyId, reference), clock.now());
}

async function ownOrder(db: Queryable, agencyId: AgencyId, reference: string): Promise<ShownOrder> {
  const [order] = await selectOrders(db, agencyId, reference);
  if (!order) throw fail(paymentErrors.ORDER_UNKNOWN);
  return order;
}

function shown(order: ShownOrder, now: Date): Order {
  const { reference, status, net, discount, vatRate, vat, gross, checkoutUrl } = order;
  const { boosts, lines, documents, givenBack } = order;
  return {
    reference,
    status,
    totals: { net, discount, vatRate, vat, gross },
    boosts,
    lines,
    documents,
    url: status === 'pending' && order.expiresAt > now ? checkoutUrl : null,
    givenBack,
    unproven: order.endingUnproven,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
  };
}

/**
 * Gives a pending order up: nobody can pay it any more, its codes are free again. When it was paid just before, it stays paid. Any
 * other order stays as it is. Throws ORDER_UNKNOWN, also for another agency’s.
 */
export async function cancelOrder(services: Open, agencyId: AgencyId, reference: string): Promise<Order> {
  const { db } = services;
  const order = await ownOrder(db, agencyId, reference);
  const { sessionId } = order;
  if (order.status !== 'pending') return shown(order, clock.now());
  if (sessionId === null) {
    // A press of « Payer » may have opened its page since it was read.
    if (!(await db.transaction().execute((tx) => releaseUnopened(tx, reference))))
      return cancelOrder(services, agencyId, reference);
  } else {
    const provider = order.provider === 'none' ? null : providerNamed(services, order.provider);
    // Without an answer of theirs it is given up all the same: money that comes later is not lost.
    const state = provider && (await closePage(services, provider, { reference, sessionId }));
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      if (state?.paid) await settleSession({ tx, env: services.env, now }, reference, state);
      else
        await releaseByReference(tx, reference, 'cancelled', now, {
          unproven: state?.status !== 'expired',
        });
    });
  }
  return orderOf(db, agencyId, reference);
}
