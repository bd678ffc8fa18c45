import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clock } from '#platform/clock.server.ts';
import { later } from './leftovers.ts';

const VERSION = '2026-10-28.endive';
const KEY = 'sk_test_vigie0123456789';
const WEBHOOK_SECRET = 'whsec_vigie0123456789';
const MINUTE = 60;

/** Parameters as forms nest them: `line_items[0][quantity]=1`. */
interface Parameters {
  [name: string]: string | Parameters;
}

export interface StripeSession {
  readonly id: string;
  readonly order: string;
  readonly amount: number;
  readonly currency: string;
  readonly expiresAt: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid';
  payment: string | null;
}

interface StripeRefund {
  readonly id: string;
  readonly payment: string;
  readonly amount: number;
  readonly key: string;
  readonly status: string;
}

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * What goes wrong with the next request: refused as it comes, its line cut before it counts, or after. `meanwhile` happens once the
 * request has come and before it is answered; without a status it is then answered as it should be.
 */
export type Trouble =
  | { readonly status?: number; readonly meanwhile?: () => Promise<unknown> }
  | 'cut before'
  | 'cut after';

class ApiError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, type: string, message: string, code?: string) {
    super(message);
    this.status = status;
    this.body = { error: { type, message, ...(code ? { code } : {}) } };
  }
}

const invalid = (message: string, code?: string) => new ApiError(400, 'invalid_request_error', message, code);
const numberOf = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;
const seconds = () => Math.floor(clock.now().getTime() / 1000);

/**
 * The part of Stripe’s API that the product uses, with its memory: sessions of Checkout, refunds and idempotency keys. It refuses
 * what Stripe refuses, and any request that is not made as its SDK must make it.
 */
export async function stripeServer() {
  const sessions = new Map<string, StripeSession>();
  const payments = new Map<string, { amount: number; currency: string }>();
  const refunds: StripeRefund[] = [];
  const answers = new Map<string, { path: string; body: string; answer: object | null }>();
  const requests: { method: string; path: string; key: string | null }[] = [];
  const wrong: string[] = [];
  /** Announced and not delivered yet, in the order of the facts. */
  let outbox: StripeEvent[] = [];
  let troubles: Trouble[] = [];
  let refundStatuses: string[] = [];
  let delayMs = 0;

  const shownSession = (session: StripeSession) => ({
    id: session.id,
    object: 'checkout.session',
    mode: 'payment',
    status: session.status,
    payment_status: session.paymentStatus,
    payment_intent: session.payment,
    client_reference_id: session.order,
    amount_total: session.amount,
    currency: session.currency,
    expires_at: session.expiresAt,
    metadata: { order: session.order },
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    url: session.status === 'open' ? `https://checkout.stripe.test/c/pay/${session.id}` : null,
  });
  const shownRefund = (refund: StripeRefund) => ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    payment_intent: refund.payment,
    metadata: { key: refund.key },
    status: refund.status,
  });

  function eventOf(type: string, object: object): StripeEvent {
    return {
      id: numberOf('evt'),
      object: 'event',
      api_version: VERSION,
      created: seconds(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object },
    };
  }
  const announce = (type: string, object: object) => outbox.push(eventOf(type, object));

  function createSession(given: Parameters) {
    const line = child(child(given, 'line_items'), '0');
    const price = child(line, 'price_data');
    const amount = Number(text(price, 'unit_amount')) * Number(text(line, 'quantity'));
    const expiresAt = Number(text(given, 'expires_at'));
    if (text(given, 'mode') !== 'payment') throw invalid('mode');
    // Cards alone, by the parameter of this version of the API.
    const means = child(given, 'allowed_payment_method_types');
    if (given.payment_method_types !== undefined || JSON.stringify(Object.values(means)) !== '["card"]')
      throw invalid('Received unknown parameter: payment_method_types', 'parameter_unknown');
    if (text(child(given, 'adaptive_pricing'), 'enabled') !== 'false') throw invalid('adaptive_pricing');
    if (!Number.isInteger(amount) || amount < 50)
      throw invalid(
        'The Checkout Session’s total amount must convert to at least 50 cents.',
        'amount_too_small',
      );
    const ahead = expiresAt - seconds();
    if (ahead < 30 * MINUTE || ahead > 24 * 60 * MINUTE)
      throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.');
    const session: StripeSession = {
      id: numberOf('cs_test'),
      order: text(given, 'client_reference_id'),
      amount,
      currency: text(price, 'currency'),
      expiresAt,
      successUrl: new URL(text(given, 'success_url')).href,
      cancelUrl: new URL(text(given, 'cancel_url')).href,
      status: 'open',
      paymentStatus: 'unpaid',
      payment: null,
    };
    sessions.set(session.id, session);
    return shownSession(session);
  }

  function sessionOf(id: string): StripeSession {
    const session = sessions.get(id);
    if (!session)
      throw new ApiError(404, 'invalid_request_error', `No such checkout.session: ${id}`, 'resource_missing');
    if (session.status === 'open' && session.expiresAt <= seconds()) session.status = 'expired';
    return session;
  }

  function expire(id: string) {
    const session = sessionOf(id);
    if (session.status !== 'open')
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    session.status = 'expired';
    announce('checkout.session.expired', shownSession(session));
    return shownSession(session);
  }

  function refund(given: Parameters) {
    const payment = text(given, 'payment_intent');
    const paid = payments.get(payment);
    if (!paid)
      throw new ApiError(
        404,
        'invalid_request_error',
        `No such payment_intent: ${payment}`,
        'resource_missing',
      );
    const amount = Number(text(given, 'amount'));
    const left = paid.amount - refundsOf(payment).reduce((sum, one) => sum + one.amount, 0);
    if (left === 0) throw invalid('Charge has already been refunded.', 'charge_already_refunded');
    if (!Number.isInteger(amount) || amount < 1 || amount > left)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
    const key = text(child(given, 'metadata'), 'key');
    const made = { id: numberOf('re'), payment, amount, key, status: refundStatuses.shift() ?? 'succeeded' };
    refunds.push(made);
    return shownRefund(made);
  }
  const refundsOf = (payment: string) => refunds.filter((one) => one.payment === payment);

  function act(method: string, url: URL, given: Parameters): object {
    const [, version, ...rest] = url.pathname.split('/');
    const route = `${method} ${rest.join('/')}`;
    if (version !== 'v1') throw invalid(`Unrecognized request URL (${url.pathname})`);
    if (route === 'POST checkout/sessions') return createSession(given);
    const [, id = '', action] = /^(?:GET|POST) checkout\/sessions\/(cs_\w+)(\/expire)?$/.exec(route) ?? [];
    if (id && method === 'GET') return shownSession(sessionOf(id));
    if (id && action) return expire(id);
    if (route === 'POST refunds') return refund(given);
    if (route === 'GET refunds') {
      const data = refundsOf(url.searchParams.get('payment_intent') ?? '').map(shownRefund);
      return { object: 'list', data, has_more: false, url: '/v1/refunds' };
    }
    throw invalid(`Unrecognized request URL (${route})`);
  }

  /** A key answers the same request alike; another request under it, or one that comes meanwhile, is refused. */
  async function once(key: string, path: string, body: string, make: () => Promise<object>): Promise<object> {
    const known = answers.get(key);
    if (known && (known.path !== path || known.body !== body))
      throw new ApiError(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    if (known?.answer === null)
      throw new ApiError(
        409,
        'idempotency_error',
        'There is currently another in-progress request using this key.',
      );
    if (known) return known.answer;
    answers.set(key, { path, body, answer: null });
    try {
      const answer = await make();
      answers.set(key, { path, body, answer });
      return answer;
    } catch (error) {
      // What was refused did not begin: nothing is kept of it.
      answers.delete(key);
      throw error;
    }
  }

  /** What a request lacks that every one must have. */
  function lacks({ method = '', headers }: IncomingMessage): string[] {
    const post = method === 'POST';
    return [
      headers.authorization !== `Bearer ${KEY}` && 'authorization',
      headers['stripe-version'] !== VERSION && 'stripe-version',
      post && !headers['content-type']?.startsWith('application/x-www-form-urlencoded') && 'content-type',
      post && !headers['idempotency-key'] && 'idempotency-key',
      (headers['idempotency-key']?.length ?? 0) > 255 && 'idempotency-key too long',
      headers['x-stripe-client-telemetry'] !== undefined && 'telemetry',
    ].filter((lack) => lack !== false);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const { method = 'GET' } = request;
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    requests.push({ method, path: url.pathname, key });
    const trouble = troubles.shift();
    if (trouble === 'cut before') return void request.socket.destroy();
    const say = (status: number, said: object) =>
      trouble === 'cut after'
        ? void request.socket.destroy()
        : void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    try {
      const missing = lacks(request);
      if (missing.length > 0) {
        wrong.push(`${method} ${url.pathname}: ${missing.join(', ')}`);
        throw new ApiError(401, 'invalid_request_error', missing.join(', '));
      }
      if (typeof trouble === 'object') {
        await trouble.meanwhile?.();
        if (trouble.status) throw new ApiError(trouble.status, 'api_error', 'Something went wrong.');
      }
      const make = async () => {
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        return act(method, url, nested(body));
      };
      say(200, method === 'POST' && key !== null ? await once(key, url.pathname, body, make) : await make());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 400) wrong.push(`${method} ${url.pathname}: ${error.message}`);
      say(error.status, error.body);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    /** Settings of a site that pays here. */
    settings: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    /** Requests so far, and those that Stripe would have refused. */
    requests,
    wrong,
    refunds,
    sessionsOf: (order: string) => [...sessions.values()].filter((session) => session.order === order),
    /** The next requests fail like this, one after the other. */
    trouble(...next: Trouble[]) {
      troubles = next;
    },
    /** What becomes of the next refunds, one after the other; the others succeed. */
    refundAs(...next: string[]) {
      refundStatuses = next;
    },
    /** How long each request lasts. */
    slow(milliseconds: number) {
      delayMs = milliseconds;
    },
    /** The person pays the open page of an order; `changes`: what no page of Stripe’s would do, but must be survived. */
    pay(
      order: string,
      changes: { amount?: number; currency?: string } = {},
    ): { payment: string; event: StripeEvent } {
      const session = [...sessions.values()].findLast((one) => one.order === order)!;
      const payment = numberOf('pi');
      const paid = {
        ...session,
        payment,
        status: 'complete' as const,
        paymentStatus: 'paid' as const,
        ...changes,
      };
      sessions.set(session.id, { ...paid });
      payments.set(payment, { amount: paid.amount, currency: paid.currency });
      announce('checkout.session.completed', shownSession(paid));
      return { payment, event: outbox.at(-1)! };
    },
    announce,
    /** Takes what was announced and not delivered, in the order of the facts: what is not posted is lost. */
    takeOutbox(): StripeEvent[] {
      const taken = outbox;
      outbox = [];
      return taken;
    },
  };
}
export type StripeServer = Awaited<ReturnType<typeof stripeServer>>;

/** An event as Stripe posts it, signed so many seconds ago, by this secret. */
export function signed(
  event: StripeEvent,
  { ago = 0, secret = WEBHOOK_SECRET }: { ago?: number; secret?: string } = {},
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event);
  const time = seconds() - ago;
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
  };
}

function nested(body: string): Parameters {
  const root: Parameters = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/\[|\]\[|\]/).filter(Boolean);
    let at = root;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Parameters;
    at[path.at(-1) ?? ''] = value;
  }
  return root;
}

function child(given: Parameters, name: string): Parameters {
  const value = given[name];
  if (typeof value !== 'object') throw invalid(`Missing required param: ${name}.`, 'parameter_missing');
  return value;
}

function text(given: Parameters, name: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value === '')
    throw invalid(`Missing required param: ${name}.`, 'parameter_missing');
  return value;
}
