import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { type Buyer, buyerOf, ordered, whatBecameOf } from '../../../tests/kit/buyers.ts';
import { paySession } from './embedded.server.ts';
import { receiveEvent } from './events.server.ts';
import { payRefunds } from './refunds.server.ts';

let site: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  site = await testApp();
  buyer = await buyerOf(site, 'acheteuse');
});

/** An order, and the address of its page. */
async function waiting() {
  const { order, url } = await ordered(site, buyer);
  const { origin, pathname } = new URL(url!);
  expect([origin, pathname]).toEqual([
    site.services.env.publicUrl,
    expect.stringMatching(/^\/dev\/paiement\/session_[\da-f]{24}$/),
  ]);
  return { order, page: pathname, session: pathname.split('/').at(-1)! };
}

const press = async (page: string, gesture: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: said } = await site.app.inject({
    method: 'POST',
    url: `${page}/${gesture}`,
    headers: { 'content-type': 'text/plain', ...headers },
    payload: '',
  });
  return [statusCode, said.location];
};

describe('the payment of demonstrations', () => {
  test('pays an order once, however often « Payer » is pressed', async () => {
    const { order, page } = await waiting();
    const back = `/agence/boost/paiement?commande=${order}`;
    for (let times = 0; times < 2; times += 1) expect(await press(page, 'payer')).toEqual([303, back]);
    expect(await whatBecameOf(site, order)).toMatchObject({
      status: 'paid',
      boosts: ['new'],
      starts: 1,
      alarm: null,
      invoices: [{ series: 'F' }],
    });
  });

  test('pays it twice, and the second payment is given back', async () => {
    const { order, page } = await waiting();
    await press(page, 'payer-deux-fois');
    await payRefunds(site.services, new AbortController().signal);
    expect(await whatBecameOf(site, order)).toMatchObject({
      status: 'paid',
      starts: 1,
      alarm: expect.stringContaining('Payée deux fois'),
      refunds: [{ amount: 17_400, status: 'done' }],
    });
  });

  test('refuses the card and lets the person try again', async () => {
    const { order, page } = await waiting();
    expect(await press(page, 'refuser')).toEqual([303, `${page}?refus`]);
    expect((await whatBecameOf(site, order)).status).toBe('pending');
    await press(page, 'payer');
    expect((await whatBecameOf(site, order)).status).toBe('paid');
  });

  test('gives the order up', async () => {
    const { order, page } = await waiting();
    expect(await press(page, 'abandonner')).toEqual([303, `/agence/boost/annulation?commande=${order}`]);
    await press(page, 'payer');
    expect(await whatBecameOf(site, order)).toMatchObject({ status: 'cancelled', boosts: ['inactive'] });
  });

  test('believes no event that it did not sign', async () => {
    const { order, session } = await waiting();
    const [event] = await paySession(site.services, session, 1);
    const forged = [
      { ...event!, signature: '' },
      { ...event!, body: `${event!.body} ` },
      { ...event!, signature: event!.signature.replace(/t=\d+/, 't=1') },
      { ...event!, signature: event!.signature.replace(/.{4}$/, 'zzzz') },
    ];
    for (const one of forged)
      await expect(receiveEvent(site.services, one)).rejects.toMatchObject({
        spec: { code: 'WEBHOOK_SIGNATURE' },
      });
    expect((await whatBecameOf(site, order)).status).toBe('pending');
    await receiveEvent(site.services, event!);
    expect((await whatBecameOf(site, order)).status).toBe('paid');
  });

  test('is for this machine alone: no proxy, no other site, no page that does not exist', async () => {
    const { order, page } = await waiting();
    expect(await press(page, 'payer', { 'x-forwarded-for': '203.0.113.9' })).toEqual([404, undefined]);
    expect(await press(page, 'payer', { origin: 'https://ailleurs.example' })).toEqual([403, undefined]);
    expect(await press(page, 'voler')).toEqual([404, undefined]);
    expect(await press('/dev/paiement/session_0', 'payer')).toEqual([404, undefined]);
    expect((await whatBecameOf(site, order)).status).toBe('pending');
  });
});

test('without keys production sells nothing', async () => {
  const closed = { ...site.services, env: { ...site.services.env, production: true } };
  await expect(ordered({ services: closed }, buyer)).rejects.toMatchObject({
    spec: { code: 'BOOSTS_CLOSED' },
  });
  await expect(receiveEvent(closed, { signature: '', body: '' })).rejects.toMatchObject({
    spec: { code: 'WEBHOOK_SIGNATURE' },
  });
});
