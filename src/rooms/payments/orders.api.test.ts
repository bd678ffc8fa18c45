import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { asAdministratorName, asAgencyId } from '#platform/auth.server.ts';
import { runCommand } from '#platform/cli.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { stopBoost } from '#rooms/boosts/boosts.server.ts';
import type { WantedBoost } from '#rooms/boosts/contract.ts';
import { addCoupon } from '#rooms/coupons/coupons.server.ts';
import type { NewCouponGiven } from '#rooms/coupons/new-coupon.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, wantedFor } from '../../../tests/kit/boosts.ts';
import { type Buyer, buyerOf, newKey, ordered, whatBecameOf } from '../../../tests/kit/buyers.ts';
import { makeLawful } from '../../../tests/kit/portfolio.ts';
import { type StripeEvent, type StripeServer, signed, stripeServer } from '../../../tests/kit/stripe.ts';
import { logAlarms, paymentAlarms } from './alarms.server.ts';
import { paymentCommands } from './cli.server.ts';
import { creditSettledBoosts } from './credits.server.ts';
import { cancelOrder, orderOf } from './orders.server.ts';
import { reconcileOrders } from './reconciliation.server.ts';
import { payRefunds } from './refunds.server.ts';
import { SALES_TERMS } from './terms.ts';

const MINUTE = 60_000;
const signal = new AbortController().signal;
/** Of « Essentiel »: 145 € and VAT. */
const GROSS = 17_400;
const EVENTS = '/api/payments/stripe/webhook';

let stripe: StripeServer;
let site: TestApp;
let buyer: Buyer;
let agencies = 0;
const essentiel = (listingId: number, said: Partial<WantedBoost> = {}) =>
  wantedFor([listingId], { formula: 'essentiel', ...said });
const newBuyer = () => buyerOf(site, `acheteuse-${(agencies += 1)}`);
const what = (order: string) => whatBecameOf(site, order);

const post = (event: StripeEvent, how: Parameters<typeof signed>[1] = {}) =>
  site.call('POST', EVENTS, signed(event, how));

let codes = 0;
/** Adds a coupon; answers its code. */
const newCode = (said: Partial<NewCouponGiven> & Pick<NewCouponGiven, 'kind' | 'value'>) =>
  addCoupon(
    site.db,
    {
      code: `ESSAI${(codes += 1)}`,
      label: 'Un code d’essai',
      ceiling: null,
      minimumNet: null,
      formulas: null,
      agencies: null,
      firstOrder: false,
      usesMax: null,
      usesPerAgency: null,
      startsAt: null,
      endsAt: null,
      stackable: false,
      ...said,
    },
    asAdministratorName('essai'),
  );

beforeAll(async () => {
  stripe = await stripeServer();
  site = await testApp(stripe.settings);
  buyer = await newBuyer();
});

afterEach(() => {
  moveClock(0);
  stripe.trouble();
  stripe.takeOutbox();
});

/** An order that its person has just paid; the event is on its way. */
async function justPaid(who = buyer, said: Parameters<typeof ordered>[2] = {}) {
  const { order } = await ordered(site, who, said);
  return { order, ...stripe.pay(order) };
}

/** An order that is paid and known to be. */
async function paid(who = buyer, said: Parameters<typeof ordered>[2] = {}) {
  const made = await justPaid(who, said);
  expect((await post(made.event)).status).toBe(200);
  return made;
}

describe('an order over the API', () => {
  let own: Awaited<ReturnType<typeof joined>>;
  let other: Awaited<ReturnType<typeof joined>>;
  let boosts: WantedBoost[];

  beforeAll(async () => {
    own = await joined(site, 'Agence du Port', 'port@essai.test');
    other = await joined(site, 'Agence du Parc', 'parc@essai.test');
    await makeLawful(site, own.agency.id);
    boosts = [essentiel((await boostable(site.db, own.agency.id, [flat('port-1')]))[0]!)];
  });

  const ask = (method: 'GET' | 'POST', address: string, body?: object, who = own) =>
    site.call(method, `/api/agence${address}`, { cookie: who.cookie, ...(body ? { body } : {}) });
  const pressed = (said: object = {}) => ({
    boosts,
    coupons: [],
    gross: GROSS,
    terms: SALES_TERMS,
    key: newKey(),
    ...said,
  });
  const countOrders = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from payment_order where agency_id = ${own.agency.id}`.execute(site.db)
    ).rows[0]!.count;
  const address = (said: object) =>
    sql`update agency set (address, postal_code, city) = (
      select address, postal_code, city from json_populate_record(null::agency, ${JSON.stringify(said)}::json))
      where id = ${own.agency.id}`.execute(site.db);

  test('is refused while its invoice would lack something', async () => {
    await address({});
    const quote = await ask('POST', '/boosts/quote', { boosts, coupons: [] });
    const lacking = quote.json.data.billingLacks.map(({ field }: { field: string }) => field);
    expect(lacking).toEqual(['billingAddress', 'billingPostalCode', 'billingCity']);
    const { status, json } = await ask('POST', '/boosts/checkout', pressed());
    expect([status, json.code, json.details.lacks.length]).toEqual([409, 'BILLING_INCOMPLETE', 3]);
    await address({ address: '1 quai du Port', postal_code: '34200', city: 'Sète' });
  });

  test('is priced by the server', async () => {
    const { json } = await ask('POST', '/boosts/quote', { boosts, coupons: ['inconnu'] });
    expect(json.data).toMatchObject({
      open: true,
      totals: { net: 14_500, discount: 0, vatRate: 2000, vat: 2_900, gross: GROSS },
      boosts: [
        { formula: 'Essentiel', days: 14, mediaBudget: 11_000, fee: 3_500, failures: [], dropped: [] },
      ],
      coupons: [{ code: 'INCONNU', discount: 0, error: 'Code inconnu.' }],
      billingLacks: [],
    });
  });

  test('at another price than it was read is refused, and nothing is left of it', async () => {
    const before = await countOrders();
    for (const gross of [0, 1, GROSS - 1, GROSS + 1]) {
      const { status, json } = await ask('POST', '/boosts/checkout', pressed({ gross }));
      expect([status, json.code, json.details]).toEqual([409, 'BOOST_PRICE_CHANGED', { gross: GROSS }]);
    }
    expect(await countOrders()).toBe(before);
    const { rows } = await sql`select from boost where agency_id = ${own.agency.id}`.execute(site.db);
    expect(rows).toHaveLength(0);
  });

  test('under other terms, for a formula that is not sold or the listing of another agency is refused', async () => {
    const code = async (said: object) => (await ask('POST', '/boosts/checkout', pressed(said))).json.code;
    expect(await code({ terms: '2020-01-01' })).toBe('TERMS_CHANGED');
    expect(await code({ boosts: [{ ...boosts[0]!, formula: 'gratuite' }], gross: 0 })).toBe(
      'BOOST_PREFLIGHT',
    );
    expect(await code({ boosts: [essentiel(buyer.listingId)] })).toBe('BOOST_PREFLIGHT');
    expect(await code({ coupons: ['INCONNU'] })).toBe('COUPON_UNKNOWN');
  });

  test('is paid by what Stripe says, and only then; its invoice is its agency’s alone', async () => {
    const { json } = await ask('POST', '/boosts/checkout', pressed());
    const { order, url } = json.data;
    const [session] = stripe.sessionsOf(order);
    expect([url, session?.amount, session?.currency]).toEqual([
      `https://checkout.stripe.test/c/pay/${session?.id}`,
      GROSS,
      'eur',
    ]);
    expect(session?.successUrl).toBe(
      `${site.services.env.publicUrl}/agence/boost/paiement?commande=${order}`,
    );
    const shown = async () => (await ask('GET', `/orders/${order}`)).json.data.order;
    expect(await shown()).toMatchObject({ status: 'pending', url, documents: [] });

    // The person is back before the event: nothing is granted by the page.
    const { event } = stripe.pay(order);
    expect(await shown()).toMatchObject({ status: 'pending' });
    expect((await post(event)).status).toBe(200);
    const paidOrder = await shown();
    expect(paidOrder).toMatchObject({ status: 'paid', url: null, paidAt: expect.any(String) });
    expect(paidOrder.documents).toEqual([
      { number: expect.stringMatching(/^F-\d{4}-\d{6}$/), issuedOn: expect.any(String), gross: GROSS },
    ]);
    expect((await ask('GET', '/orders')).json.data.orders[0]).toEqual(paidOrder);

    expect(paidOrder.lines).toEqual([
      {
        boost: paidOrder.boosts[0],
        label: 'Boost Essentiel',
        days: 14,
        freeDays: 0,
        listings: [expect.stringMatching(/./)],
        net: 14_500,
        discount: 0,
      },
    ]);

    const [{ number }] = paidOrder.documents;
    const told = await ask('GET', '/notifications');
    expect(told.json.data.notifications[0]).toMatchObject({
      event: 'invoiceReady',
      title: `Facture ${number}\u00a0: 174,00\u00a0€ TTC`,
      path: `/agence/${own.agency.ownerReference}/boosts#factures`,
    });
    const file = await ask('GET', `/invoices/${number}.pdf`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${number}.pdf"`);
    for (const [method, foreign] of [
      ['GET', `/orders/${order}`],
      ['POST', `/orders/${order}/cancel`],
      ['GET', `/invoices/${number}.pdf`],
    ] as const)
      expect([foreign, (await ask(method, foreign, undefined, other)).status]).toEqual([foreign, 404]);
    expect((await ask('GET', '/orders', undefined, other)).json.data.orders).toEqual([]);
    expect((await what(order)).status).toBe('paid');
  });
});

describe('one press of « Payer »', () => {
  test('twenty times at once is one order and one page of payment', async () => {
    const key = newKey();
    stripe.slow(50);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ordered(site, buyer, { key })),
    ).finally(() => stripe.slow(0));
    expect(new Set(answers.map(({ order, url }) => `${order} ${url}`)).size).toBe(1);
    expect(stripe.sessionsOf(answers[0]!.order)).toHaveLength(1);
  });

  test('is answered by the same page when Stripe’s answer was lost', async () => {
    stripe.trouble('cut after');
    const { order, url } = await ordered(site, buyer);
    expect(stripe.sessionsOf(order).map(({ id }) => `https://checkout.stripe.test/c/pay/${id}`)).toEqual([
      url,
    ]);
  });

  test.each(['press', 'reconciliation'] as const)(
    'whose process died before it could keep the page is mended by the same %s',
    async (way) => {
      const key = newKey();
      const { order, url } = await ordered(site, buyer, { key });
      await sql`
        update payment_order set session_id = null, checkout_url = null where reference = ${order}
      `.execute(site.db);
      if (way === 'press') expect(await ordered(site, buyer, { key })).toEqual({ order, url });
      else {
        moveClock(5 * MINUTE);
        await reconcileOrders(site.services, signal);
      }
      expect(stripe.sessionsOf(order)).toHaveLength(1);
      expect((await orderOf(site.db, buyer.agencyId, order)).url).toBe(url);
    },
  );

  test('while Stripe is away leaves nothing behind, and can be pressed again', async () => {
    const code = await newCode({ kind: 'amount', value: 1_000, usesMax: 1 });
    stripe.trouble(...Array.from({ length: 6 }, () => ({ status: 503 })));
    const key = newKey();
    await expect(ordered(site, buyer, { coupons: [code], key })).rejects.toMatchObject({
      spec: { code: 'PAYMENT_UNAVAILABLE' },
    });
    stripe.trouble();
    const { rows } = await sql<{ reference: string }>`
      select reference from payment_order where key = ${key}`.execute(site.db);
    expect(await what(rows[0]!.reference)).toMatchObject({
      status: 'cancelled',
      boosts: ['inactive'],
      codes: [{ code, returned: true }],
    });
    await expect(ordered(site, buyer, { coupons: [code], key })).rejects.toMatchObject({
      spec: { code: 'CONFLICT' },
    });
    expect(await ordered(site, buyer, { coupons: [code] })).toMatchObject({ url: expect.any(String) });
  });

  test('that fails leaves the order to another press of the same, which opened its page meanwhile', async () => {
    const key = newKey();
    let second: { order: string; url: string | null } | undefined;
    const meanwhile = async () => {
      second = await ordered(site, buyer, { key });
    };
    stripe.trouble({ status: 401, meanwhile });
    await Promise.allSettled([ordered(site, buyer, { key })]);
    expect(await orderOf(site.db, buyer.agencyId, second!.order)).toMatchObject({
      status: 'pending',
      url: second!.url,
    });
    expect(stripe.sessionsOf(second!.order)).toMatchObject([{ status: 'open' }]);
  });

  test('whose order is given up while its page opens leads to no page, and nobody can pay it', async () => {
    const key = newKey();
    let reference = '';
    const meanwhile = async () => {
      const { rows } = await sql<{ reference: string }>`
        select reference from payment_order where key = ${key}`.execute(site.db);
      reference = rows[0]!.reference;
      await cancelOrder(site.services, buyer.agencyId, reference);
    };
    stripe.trouble({ meanwhile });
    await expect(ordered(site, buyer, { key })).rejects.toMatchObject({ spec: { code: 'CONFLICT' } });
    expect(await what(reference)).toMatchObject({ status: 'cancelled', boosts: ['inactive'] });
    expect(stripe.sessionsOf(reference)).toMatchObject([{ status: 'expired' }]);
  });
});

describe('an event', () => {
  test('unsigned, altered, signed by another or 301 seconds old is refused and counts for nothing', async () => {
    const { order, event } = await justPaid();
    // One second signs and one receives: they are the same here.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    onTestFinished(() => frozen.mockRestore());
    const { body, headers } = signed(event);
    const refused = await Promise.all([
      site.call('POST', EVENTS, { body, headers: { 'content-type': 'application/json' } }),
      site.call('POST', EVENTS, { body: body.replace(String(GROSS), '1'), headers }),
      site.call('POST', EVENTS, { body: `${body} `, headers }),
      post(event, { secret: 'whsec_another0123456789' }),
      post(event, { ago: 301 }),
    ]);
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      refused.map(() => [400, 'WEBHOOK_SIGNATURE']),
    );
    expect(await what(order)).toMatchObject({ status: 'pending', boosts: ['pending'], invoices: [] });
    expect((await post(event, { ago: 300 })).status).toBe(200);
    expect((await what(order)).status).toBe('paid');
  });

  test('doubled, and twenty at once, is one activation and one invoice', async () => {
    const { order, event, payment } = await justPaid();
    // Every second one is the same fact under another name, as Stripe may send it.
    const named = (rank: number) => (rank % 2 === 0 ? event : { ...event, id: `${event.id}_${rank}` });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, rank) => post(named(rank))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await what(order)).toMatchObject({
      status: 'paid',
      payment,
      alarm: null,
      boosts: ['new'],
      starts: 1,
      invoices: [{ series: 'F', gross: GROSS }],
      refunds: [],
    });
  });

  test('that is not about us, or that nobody knows, is taken and changes nothing', async () => {
    stripe.announce('customer.created', { id: 'cus_1', object: 'customer' });
    stripe.announce('checkout.session.expired', { client_reference_id: 'CMD-2222-2222' });
    stripe.announce('checkout.session.expired', { client_reference_id: null });
    const events = stripe.takeOutbox();
    for (const event of [...events, ...events]) expect((await post(event)).status).toBe(200);
    const { rows } = await sql<{ outcome: string }>`
      select outcome from payment_event where id = any(${events.map(({ id }) => id)}::text[]) order by outcome
    `.execute(site.db);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ignored', 'ignored', 'unknown']);
  });

  test('that comes late and says less undoes nothing', async () => {
    const { order } = await paid();
    const [session] = stripe.sessionsOf(order);
    const said = { client_reference_id: order, id: session!.id };
    stripe.takeOutbox();
    stripe.announce('checkout.session.expired', said);
    stripe.announce('checkout.session.async_payment_failed', said);
    for (const event of stripe.takeOutbox()) expect((await post(event)).status).toBe(200);
    expect(await what(order)).toMatchObject({ status: 'paid', boosts: ['new'], alarm: null });
  });

  test('that never comes is asked for five minutes after, and no sooner', async () => {
    const { order } = await justPaid();
    moveClock(4 * MINUTE);
    await reconcileOrders(site.services, signal);
    expect((await what(order)).status).toBe('pending');
    moveClock(6 * MINUTE);
    await reconcileOrders(site.services, signal);
    await reconcileOrders(site.services, signal);
    expect(await what(order)).toMatchObject({ status: 'paid', starts: 1, invoices: [{ series: 'F' }] });
  });
});

describe('an order that nobody pays', () => {
  test('ends with its page: its boosts are cancelled, its code is free again', async () => {
    const code = await newCode({ kind: 'percent', value: 1_000, usesMax: 1 });
    const { order } = await ordered(site, buyer, { coupons: [code] });
    moveClock(44 * MINUTE);
    await reconcileOrders(site.services, signal);
    expect(await what(order)).toMatchObject({ status: 'pending', codes: [{ code, returned: false }] });
    moveClock(46 * MINUTE);
    await reconcileOrders(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'cancelled',
      boosts: ['inactive'],
      codes: [{ code, returned: true }],
      invoices: [],
    });
  });

  test('while Stripe does not answer ends an hour after its page', async () => {
    const { order } = await ordered(site, buyer);
    for (const [minutes, status] of [
      [46, 'pending'],
      [104, 'pending'],
      [107, 'cancelled'],
    ] as const) {
      moveClock(minutes * MINUTE);
      stripe.trouble(...Array.from({ length: 90 }, () => ({ status: 503 })));
      await reconcileOrders(site.services, signal);
      expect([minutes, (await what(order)).status]).toEqual([minutes, status]);
    }
  });

  test('is given up by its agency: nobody can pay its page any more', async () => {
    const { order } = await ordered(site, buyer);
    const given = await cancelOrder(site.services, buyer.agencyId, order);
    expect(given).toMatchObject({ status: 'cancelled', url: null, givenBack: false, unproven: false });
    expect(stripe.sessionsOf(order).map(({ status }) => status)).toEqual(['expired']);
    expect((await cancelOrder(site.services, buyer.agencyId, order)).status).toBe('cancelled');
  });

  test('is given up although Stripe does not answer, and says that its end is not confirmed until Stripe is heard', async () => {
    const { order } = await ordered(site, buyer);
    stripe.trouble(...Array.from({ length: 6 }, () => ({ status: 503 })));
    const given = await cancelOrder(site.services, buyer.agencyId, order);
    expect(given).toMatchObject({ status: 'cancelled', givenBack: false, unproven: true });
    stripe.announce('checkout.session.expired', { client_reference_id: order });
    for (const event of stripe.takeOutbox()) expect((await post(event)).status).toBe(200);
    expect(await orderOf(site.db, buyer.agencyId, order)).toMatchObject({
      status: 'cancelled',
      unproven: false,
    });
  });

  describe('and is given up while Stripe does not answer', () => {
    beforeAll(async () => {
      // Those of other tests end here, not below.
      moveClock(4 * 60 * MINUTE);
      await reconcileOrders(site.services, signal);
      moveClock(0);
    });

    async function givenUp() {
      const { order } = await ordered(site, buyer);
      stripe.trouble({ status: 401 });
      expect(await cancelOrder(site.services, buyer.agencyId, order)).toMatchObject({ unproven: true });
      return order;
    }

    test('is asked about each hour: money that came meanwhile without a word is given back', async () => {
      const order = await givenUp();
      const { payment } = stripe.pay(order);
      moveClock(59 * MINUTE);
      await reconcileOrders(site.services, signal);
      expect((await what(order)).status).toBe('cancelled');
      moveClock(61 * MINUTE);
      await reconcileOrders(site.services, signal);
      await payRefunds(site.services, signal);
      expect(await what(order)).toMatchObject({
        status: 'refunded',
        starts: 0,
        invoices: [{ series: 'F' }, { series: 'A' }],
        refunds: [{ payment, amount: GROSS, status: 'done' }],
      });
      expect(await orderOf(site.db, buyer.agencyId, order)).toMatchObject({
        givenBack: true,
        unproven: false,
      });
    });

    test('is ended by what Stripe answers, and asked about no more', async () => {
      const order = await givenUp();
      moveClock(61 * MINUTE);
      await reconcileOrders(site.services, signal);
      expect(stripe.sessionsOf(order)).toMatchObject([{ status: 'expired' }]);
      expect(await orderOf(site.db, buyer.agencyId, order)).toMatchObject({
        status: 'cancelled',
        unproven: false,
      });
      const asked = stripe.requests.length;
      moveClock(3 * 60 * MINUTE);
      await reconcileOrders(site.services, signal);
      expect(stripe.requests).toHaveLength(asked);
    });

    test('is told to a person after three days without an answer, once', async () => {
      const order = await givenUp();
      for (const [hours, alarm] of [
        [2, null],
        [71, null],
        [73, expect.stringMatching(/^Fin non confirmée[^\n]*$/)],
        [75, expect.stringMatching(/^Fin non confirmée[^\n]*$/)],
      ] as const) {
        moveClock(hours * 60 * MINUTE);
        stripe.trouble({ status: 401 });
        await reconcileOrders(site.services, signal);
        expect([hours, (await what(order)).alarm]).toEqual([hours, alarm]);
      }
      expect(await orderOf(site.db, buyer.agencyId, order)).toMatchObject({ unproven: true });
    });
  });

  test('stays paid when it is given up just after', async () => {
    const { order } = await justPaid();
    expect((await cancelOrder(site.services, buyer.agencyId, order)).status).toBe('paid');
    expect(await what(order)).toMatchObject({ boosts: ['new'], invoices: [{ series: 'F' }] });
  });
});

describe('money that should not have come', () => {
  test.each([{ amount: 100 }, { amount: GROSS + 1 }, { currency: 'usd' }])(
    'another amount or currency (%j) pays nothing and is given back',
    async (changes) => {
      const { order } = await ordered(site, buyer);
      const { payment, event } = stripe.pay(order, changes);
      expect((await post(event)).status).toBe(200);
      const amount = changes.amount ?? GROSS;
      expect(await what(order)).toMatchObject({
        status: 'failed',
        boosts: ['inactive'],
        invoices: [],
        alarm: expect.stringContaining(payment),
        refunds: [{ payment, amount, status: 'pending' }],
      });
      // Its page must not say that nothing was paid.
      expect(await orderOf(site.db, buyer.agencyId, order)).toMatchObject({
        status: 'failed',
        givenBack: true,
        unproven: false,
      });
      await payRefunds(site.services, signal);
      expect(stripe.refunds.filter((refund) => refund.payment === payment)).toMatchObject([{ amount }]);
    },
  );

  test('a payment of an order whose agency is gone is given back, without an invoice', async () => {
    const gone = await newBuyer();
    const { order, payment, event } = await justPaid(gone);
    await site.db.deleteFrom('listing').where('agencyId', '=', gone.agencyId).execute();
    await site.db.deleteFrom('agency').where('id', '=', gone.agencyId).execute();
    for (let times = 0; times < 2; times += 1) expect((await post(event)).status).toBe(200);
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'failed',
      boosts: [],
      invoices: [],
      alarm: expect.stringMatching(/^Payée sans boost[^\n]*$/),
      refunds: [{ payment, amount: GROSS, status: 'done' }],
    });
  });

  test('a second payment of an order is given back, and alarms', async () => {
    const first = await paid();
    const second = stripe.pay(first.order);
    for (let times = 0; times < 2; times += 1) expect((await post(second.event)).status).toBe(200);
    await payRefunds(site.services, signal);
    expect(await what(first.order)).toMatchObject({
      status: 'paid',
      payment: first.payment,
      starts: 1,
      invoices: [{ series: 'F' }],
      alarm: expect.stringContaining(second.payment),
      refunds: [{ payment: second.payment, amount: GROSS, status: 'done' }],
    });
    expect(stripe.refunds.map(({ payment }) => payment)).not.toContain(first.payment);
  });

  test('what alarms is in the log once, and in the list of the operator until a person has looked at it', async () => {
    await sql`update payment_order set alarm = null`.execute(site.db);
    const first = await paid();
    expect((await post(stripe.pay(first.order).event)).status).toBe(200);
    const { order } = await ordered(site, buyer);
    expect((await post(stripe.pay(order, { amount: GROSS - 1 }).event)).status).toBe(200);
    const error = vi.spyOn(site.services.log, 'error').mockImplementation(() => {});
    for (const _ of [1, 2]) await logAlarms(site.services);
    expect(error.mock.calls.map(([said]) => (said as { order: string }).order)).toEqual([first.order, order]);
    const listed = async () => (await paymentAlarms(site.db)).map(({ reference }) => reference);
    expect(await listed()).toEqual([first.order, order]);
    const lines = (await paymentAlarms(site.db)).flatMap((alarm) => alarm.lines);
    expect(lines.map(({ says }) => says.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringMatching(/^Payée deux fois : 174,00 €/),
      expect.stringMatching(/^Montant inattendu : 173,99 EUR reçus, 174,00 € demandés/),
    ]);
    for (const { todo } of lines) expect(todo).toMatch(/prestataire/);

    const vigie = (...words: string[]) =>
      runCommand(paymentCommands, ['payments', 'alarms', ...words], async () => ({
        services: site.services,
        close: async () => {},
      }));
    const out = vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await vigie('--seen', 'CMD-0000-0000')).toBe(1);
    expect(await vigie('--seen', first.order)).toBe(0);
    expect(out.mock.calls.flat().join('\n')).toContain(order);
    expect(out.mock.calls.flat().join('\n')).not.toContain(first.order);
    expect(await vigie('--all', '--json')).toBe(0);
    expect(out.mock.calls.flat().at(-1)).toContain(first.order);
    // Another trouble of the same order is another alarm.
    expect((await post(stripe.pay(first.order).event)).status).toBe(200);
    await logAlarms(site.services);
    expect(error.mock.calls).toHaveLength(3);
    expect(await listed()).toEqual([first.order, order]);
    vi.restoreAllMocks();
  });

  test('a payment of an order that was given up is invoiced, credited and given back', async () => {
    const code = await newCode({ kind: 'amount', value: 1_000, usesMax: 1 });
    const { order } = await ordered(site, buyer, { coupons: [code] });
    const late = stripe.pay(order);
    const gross = stripe.sessionsOf(order)[0]!.amount;
    stripe.announce('checkout.session.expired', { client_reference_id: order });
    for (const event of stripe.takeOutbox().toReversed()) expect((await post(event)).status).toBe(200);
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'refunded',
      starts: 0,
      invoices: [
        { series: 'F', gross },
        { series: 'A', gross },
      ],
      refunds: [{ payment: late.payment, amount: gross, status: 'done' }],
      codes: [{ code, returned: true }],
    });
  });
});

describe('a refund', () => {
  /** A paid order whose boost was stopped before its first day. */
  async function stopped(said: Parameters<typeof ordered>[2] = {}) {
    const made = await paid(buyer, said);
    const { rows } = await sql<{ boostId: number }>`
      select boost_id from payment_line join payment_order o on o.id = order_id where reference = ${made.order}
      order by position
    `.execute(site.db);
    const actor = { agencyId: buyer.agencyId, name: 'Julie' };
    await stopBoost(site.db, actor, String(rows[0]!.boostId));
    await creditSettledBoosts(site.services);
    await creditSettledBoosts(site.services);
    return made;
  }

  test('of a boost that never began is the whole of its price, once, with its credit note', async () => {
    const { order, payment } = await stopped();
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'refunded',
      invoices: [
        { series: 'F', gross: GROSS },
        { series: 'A', gross: GROSS },
      ],
      refunds: [{ payment, amount: GROSS, status: 'done' }],
    });
  });

  test('of one boost of two leaves the other, and gives back the price really paid', async () => {
    const code = await newCode({ kind: 'percent', value: 5_000, usesMax: 1 });
    const [other = 0] = await boostable(site.db, buyer.agencyId, [flat(`deux-${codes}`)]);
    const { order, payment } = await stopped({
      boosts: [essentiel(buyer.listingId), essentiel(other, { formula: 'decouverte' })],
      coupons: [code],
    });
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'paid',
      boosts: ['inactive', 'new'],
      invoices: [
        { series: 'F', gross: 12_840 },
        { series: 'A', gross: GROSS / 2 },
      ],
      refunds: [{ payment, amount: GROSS / 2, status: 'done' }],
    });
  });

  test('that Stripe did not answer is asked again later, and made once', async () => {
    const { order, payment } = await stopped();
    stripe.trouble('cut after', 'cut before', 'cut before', 'cut before');
    await payRefunds(site.services, signal);
    expect((await what(order)).refunds).toMatchObject([{ status: 'pending' }]);
    stripe.trouble();
    await payRefunds(site.services, signal);
    expect((await what(order)).refunds).toMatchObject([{ status: 'pending' }]);
    moveClock(2 * MINUTE);
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({ status: 'refunded', refunds: [{ status: 'done' }] });
    expect(stripe.refunds.filter((refund) => refund.payment === payment)).toHaveLength(1);
  });

  test('waits for a key that Stripe takes, and when it was given up is asked again by command, once', async () => {
    const { order, payment } = await stopped();
    for (const [minutes, status] of [
      [0, 401],
      [2, 403],
    ] as const) {
      moveClock(minutes * MINUTE);
      stripe.trouble({ status });
      await payRefunds(site.services, signal);
      expect([status, (await what(order)).refunds]).toMatchObject([status, [{ status: 'pending' }]]);
    }
    moveClock(10 * MINUTE);
    stripe.trouble({ status: 402 });
    await payRefunds(site.services, signal);
    expect((await what(order)).refunds).toMatchObject([{ status: 'failed' }]);

    const vigie = (...words: string[]) =>
      runCommand(paymentCommands, ['payments', 'refund', ...words], async () => ({
        services: site.services,
        close: async () => {},
      }));
    const out = vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expect([await vigie(), await vigie('--retry', 'CMD-0000-0000')]).toEqual([2, 1]);
    for (const said of ['1\u00a0remboursement sera redemandé.', '0\u00a0remboursement sera redemandé.']) {
      expect(await vigie('--retry', order.toLowerCase())).toBe(0);
      expect(out.mock.calls.at(-1)).toEqual([said]);
    }
    vi.restoreAllMocks();
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({ status: 'refunded', refunds: [{ status: 'done' }] });
    expect(stripe.refunds.filter((refund) => refund.payment === payment)).toHaveLength(1);
  });

  test.each([
    ['failed', []],
    ['canceled', ['cut after', 'cut after', 'cut after']],
  ] as const)(
    'that is %s at Stripe is not taken for done, nor when it is found there later',
    async (status, lost) => {
      const { order, payment } = await stopped();
      stripe.refundAs(status);
      stripe.trouble(...lost);
      await payRefunds(site.services, signal);
      moveClock(2 * MINUTE);
      await payRefunds(site.services, signal);
      expect(await what(order)).toMatchObject({
        status: 'paid',
        refunds: [{ payment, status: 'failed' }],
        alarm: expect.stringMatching(new RegExp(`^Remboursement non fait.*${status}$`)),
      });
      expect(stripe.refunds.filter((refund) => refund.payment === payment)).toHaveLength(1);
    },
  );

  test('that the bank sends back is known by its key, when its number was not heard', async () => {
    const { order, payment } = await stopped();
    stripe.trouble('cut after', 'cut after', 'cut after');
    await payRefunds(site.services, signal);
    expect((await what(order)).refunds).toMatchObject([{ status: 'pending' }]);
    const { id, key } = stripe.refunds.find((refund) => refund.payment === payment)!;
    stripe.takeOutbox();
    stripe.announce('refund.failed', { id, metadata: { key }, failure_reason: 'lost_or_stolen_card' });
    for (const event of stripe.takeOutbox()) expect((await post(event)).status).toBe(200);
    moveClock(2 * MINUTE);
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'paid',
      refunds: [{ status: 'failed' }],
      alarm: expect.stringContaining('lost_or_stolen_card'),
    });
  });

  test('that Stripe refuses for good is left to a person', async () => {
    const { order } = await stopped();
    stripe.trouble({ status: 402 });
    await payRefunds(site.services, signal);
    expect(await what(order)).toMatchObject({
      status: 'paid',
      refunds: [{ status: 'failed' }],
      alarm: expect.stringContaining('Remboursement non fait'),
    });
  });
});

describe('coupons', () => {
  test('a whole order that is free is paid at once and asks nothing of Stripe', async () => {
    const who = await newBuyer();
    const code = await newCode({ kind: 'free_boost', value: 1, firstOrder: true });
    const asked = stripe.requests.length;
    const { order, url } = await ordered(site, who, { coupons: [code] });
    expect([url, stripe.requests.length]).toEqual([null, asked]);
    expect(await what(order)).toMatchObject({
      status: 'paid',
      boosts: ['new'],
      invoices: [{ series: 'F', gross: 0 }],
      codes: [{ code, returned: false }],
    });
    await expect(ordered(site, who, { coupons: [code] })).rejects.toMatchObject({
      spec: { code: 'COUPON_FIRST_ORDER' },
    });
  });

  test('a code of one use gives one discount to fifty that order at once', async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => newBuyer()));
    const code = await newCode({ kind: 'amount', value: 5_000, usesMax: 1 });
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, rank) => ordered(site, buyers[rank % 10]!, { coupons: [code] })),
    );
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused.map((error) => error.spec?.code ?? error)).toEqual(
      Array.from({ length: 49 }, () => 'COUPON_USED'),
    );
    const { rows } = await sql<{ discount: number; orders: number }>`
      select sum(o.discount)::int as discount, count(*)::int as orders from payment_order o
      where agency_id = any(${buyers.map(({ agencyId }) => agencyId)}::bigint[])
    `.execute(site.db);
    expect(rows).toEqual([{ discount: 5_000, orders: 1 }]);
  });

  test('an order keeps the days that a code gives, at the same price', async () => {
    const code = await newCode({ kind: 'free_days', value: 7 });
    const { order } = await ordered(site, buyer, { coupons: [code] });
    expect(stripe.sessionsOf(order)[0]!.amount).toBe(GROSS);
    const { rows } = await sql<{ freeDays: number }>`
      select free_days from boost join payment_line l on l.boost_id = boost.id join payment_order o on o.id = l.order_id
      where o.reference = ${order}
    `.execute(site.db);
    expect(rows).toEqual([{ freeDays: 7 }]);
  });
});

test('no number of another agency opens an order', async () => {
  const { order } = await ordered(site, buyer);
  await expect(orderOf(site.db, asAgencyId(buyer.agencyId + 1), order)).rejects.toMatchObject({
    spec: { code: 'ORDER_UNKNOWN' },
  });
});

test('every request was one that Stripe takes', () => {
  expect(stripe.requests.length).toBeGreaterThan(0);
  // Only an open page can be closed: that one is asked for and its refusal read.
  expect(stripe.wrong.filter((said) => !said.includes('can be expired'))).toEqual([]);
});
