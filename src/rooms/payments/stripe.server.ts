import type Stripe from 'stripe';
import { clock } from '#platform/clock.server.ts';
import type { Env } from '#platform/env.server.ts';
import {
  CURRENCY,
  type Payment,
  type Provider,
  type ProviderEvent,
  ProviderTrouble,
  type SessionState,
} from './provider.ts';

type Settings = NonNullable<Env['stripe']>;

/** Of the types of the SDK: another one is another set of fields. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 8_000;
/** After a lost connection, a conflict of idempotency keys or a failure of theirs; always under the same key. */
const RETRIES = 2;
/** How old a signature may be. */
const TOLERANCE_SECONDS = 300;

const clients = new Map<string, Promise<Stripe>>();

/** The SDK is loaded when it is first needed: most processes never pay. */
function clientOf({ secretKey, apiUrl }: Settings): Promise<Stripe> {
  const known = clients.get(`${apiUrl} ${secretKey}`);
  if (known) return known;
  const { protocol, hostname, port } = new URL(apiUrl);
  const made = import('stripe').then(
    ({ default: Sdk }) =>
      new Sdk(secretKey, {
        apiVersion: API_VERSION,
        protocol: protocol === 'http:' ? 'http' : 'https',
        host: hostname,
        port: port || (protocol === 'http:' ? 80 : 443),
        timeout: TIMEOUT_MS,
        maxNetworkRetries: RETRIES,
        // Measures of our requests, and a number of this machine, are nobody’s business.
        telemetry: false,
      }),
  );
  clients.set(`${apiUrl} ${secretKey}`, made);
  return made;
}

/** Stripe Checkout (docs.stripe.com/payments/checkout): one line, the total with VAT, which is ours to compute. */
export function stripeProvider(settings: Settings): Provider {
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await call(await clientOf(settings));
    } catch (error) {
      throw troubleOf(error);
    }
  };
  return {
    name: 'stripe',
    openSession: (order) =>
      ask(async (stripe) => {
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.reference,
            customer_email: order.email,
            locale: 'fr',
            allowed_payment_method_types: ['card'],
            // Another currency than that of the order would be another amount.
            adaptive_pricing: { enabled: false },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: order.amount,
                  product_data: { name: order.label },
                },
              },
            ],
            metadata: { order: order.reference },
            payment_intent_data: { metadata: { order: order.reference } },
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            expires_at: Math.floor(order.expiresAt.getTime() / 1000),
          },
          { idempotencyKey: order.reference },
        );
        if (url === null) throw new ProviderTrouble('page de paiement sans adresse', { final: true });
        return { id, url };
      }),
    readSession: (id) => ask(async (stripe) => stateOf(await stripe.checkout.sessions.retrieve(id))),
    closeSession: async (id) => {
      try {
        return await ask(async (stripe) => stateOf(await stripe.checkout.sessions.expire(id)));
      } catch (error) {
        // Only an open one can be expired: it was paid, or has expired, meanwhile.
        if (!(error instanceof ProviderTrouble) || !error.final) throw error;
        return ask(async (stripe) => stateOf(await stripe.checkout.sessions.retrieve(id)));
      }
    },
    refund: ({ key, paymentId, amount, again }) =>
      ask(async (stripe) => {
        // Keys are forgotten after a day: what was asked longer ago is looked for.
        const before = again ? await stripe.refunds.list({ payment_intent: paymentId, limit: 100 }) : null;
        const { id, status } =
          before?.data.find(({ metadata }) => metadata?.key === key) ??
          (await stripe.refunds.create(
            { payment_intent: paymentId, amount, metadata: { key } },
            { idempotencyKey: key },
          ));
        // Its number does not say that the money left.
        if (status === 'failed' || status === 'canceled')
          throw new ProviderTrouble(`remboursement ${id} ${status}`, { final: true });
        return id;
      }),
    readEvent: async ({ signature, body }) => {
      const stripe = await clientOf(settings);
      try {
        const given = typeof body === 'string' ? body : Buffer.from(body);
        const event = stripe.webhooks.constructEvent(
          given,
          signature,
          settings.webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          clock.now().getTime(),
        );
        return newsOf(event);
      } catch (error) {
        if (isSignatureError(error)) return null;
        throw error;
      }
    },
  };
}

function isSignatureError(error: unknown): boolean {
  return (error as { type?: unknown } | null)?.type === 'StripeSignatureVerificationError';
}

/** Refusals that end: a key that was revoked or lacks a right is replaced by a person, a conflict and a crowd pass. */
const PASSING: readonly number[] = [401, 403, 409, 429];

function troubleOf(error: unknown): unknown {
  if (error instanceof ProviderTrouble) return error;
  const { type, statusCode, code, message } = error as {
    type?: string;
    statusCode?: number;
    code?: string;
    message?: string;
  };
  if (!type?.startsWith('Stripe')) return error;
  const final =
    statusCode !== undefined && statusCode >= 400 && statusCode < 500 && !PASSING.includes(statusCode);
  return new ProviderTrouble([type, code, message].filter(Boolean).join(' '), { final, cause: error });
}

function stateOf(session: Stripe.Checkout.Session): SessionState {
  // A status that is new to us is no end.
  const status = (['complete', 'expired'] as const).find((end) => end === session.status) ?? 'open';
  return { status, paid: paymentOf(session) };
}

function paymentOf(session: Stripe.Checkout.Session): Payment | null {
  const { payment_status: status, payment_intent: intent, amount_total: amount, currency } = session;
  const id = typeof intent === 'string' ? intent : (intent?.id ?? null);
  if (status !== 'paid' || id === null || amount === null) return null;
  return { id, amount, currency: currency ?? '' };
}

function newsOf(event: Stripe.Event): ProviderEvent {
  return { id: event.id, type: event.type, news: ofEvent(event) };
}

function ofEvent(event: Stripe.Event): ProviderEvent['news'] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const payment = paymentOf(session);
      const reference = session.client_reference_id;
      // Completed and not paid yet: money that takes days announces itself.
      return payment && reference ? { kind: 'paid', reference, payment } : { kind: 'other' };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const reference = event.data.object.client_reference_id;
      const kind = event.type === 'checkout.session.expired' ? 'expired' : 'failed';
      return reference ? { kind, reference } : { kind: 'other' };
    }
    case 'refund.failed': {
      const { id, metadata, failure_reason: reason } = event.data.object;
      return {
        kind: 'refund-failed',
        refundId: id,
        key: metadata?.key ?? null,
        reason: reason ?? 'sans raison donnée',
      };
    }
    case 'charge.dispute.created': {
      const { payment_intent: intent } = event.data.object;
      const paymentId = typeof intent === 'string' ? intent : intent?.id;
      return paymentId ? { kind: 'disputed', paymentId } : { kind: 'other' };
    }
    default:
      return { kind: 'other' };
  }
}
