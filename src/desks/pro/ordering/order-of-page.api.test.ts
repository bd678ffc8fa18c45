import { beforeAll, describe, expect, test } from 'vitest';
import { loginPathFor, safeRedirect } from '#contract/paths.ts';
import { type Actor, nobody } from '#platform/auth.server.ts';
import { loginBefore } from '#platform/pages.server.ts';
import { paySession } from '#rooms/payments/embedded.server.ts';
import { receiveEvent } from '#rooms/payments/events.server.ts';
import { type TestServices, testServices } from '../../../../tests/kit/app.ts';
import { type Buyer, buyerOf, ordered } from '../../../../tests/kit/buyers.ts';
import { pageContext } from '../../../../tests/kit/page-context.ts';
import { loader as buying } from '../pages/order.tsx';
import { loader as cancelling } from '../pages/order-cancel.tsx';
import { loader as paying } from '../pages/order-payment.tsx';

let site: TestServices;
let own: Buyer;
let other: Buyer;
let order: { order: string; url: string | null };

beforeAll(async () => {
  site = await testServices();
  own = await buyerOf(site, 'acheteuse');
  other = await buyerOf(site, 'voisine');
  order = await ordered(site, own);
});

const actorOf = ({ agencyId, ownerReference }: Buyer): Actor => ({
  kind: 'agency',
  agencyId,
  ownerReference,
  name: 'Agence',
});

type Loader = typeof buying | typeof cancelling | typeof paying;

/** What a loader gives for this address, or the status of what it throws. */
async function loaded(loader: Loader, address: string, who: Actor, params: Record<string, string> = {}) {
  const url = new URL(address, site.services.env.publicUrl);
  const given = { context: pageContext(site.services, who), params, url, request: new Request(url) };
  try {
    return await (loader as (given: object) => Promise<Record<string, unknown>>)(given);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}

const back = (reference: string) => `/agence/boost/paiement?${new URLSearchParams({ commande: reference })}`;

describe.each([
  ['return from', paying],
  ['page that gives up', cancelling],
] as const)('the %s a payment', (_, loader) => {
  test('is of an order of the agency that is signed in', async () => {
    expect(await loaded(loader, back(order.order), actorOf(own))).toMatchObject({
      ownerReference: own.ownerReference,
      order: { reference: order.order, status: 'pending', url: order.url },
    });
  });

  test.each(['', 'CMD-0000-0000', 'CMD-0000\0', '%', '../..', 'cmd-0000-0000'])(
    'is no page for the order %j',
    async (reference) => {
      expect(await loaded(loader, back(reference), actorOf(own))).toBe(404);
    },
  );

  test('is no page without an order, nor for the one of another agency', async () => {
    expect(await loaded(loader, '/agence/boost/paiement', actorOf(own))).toBe(404);
    expect(await loaded(loader, back(order.order), actorOf(other))).toBe(404);
  });
});

test('a receipt says what was bought, once the provider was heard', async () => {
  const { order: reference, url } = await ordered(site, own);
  for (const event of await paySession(site.services, url!.split('/').at(-1)!, 1))
    await receiveEvent(site.services, event);
  expect(await loaded(paying, back(reference), actorOf(own))).toMatchObject({
    order: {
      status: 'paid',
      url: null,
      lines: [{ label: 'Boost Essentiel', days: 14, net: 14_500, discount: 0 }],
      documents: [{ number: expect.stringMatching(/^F-/) }],
    },
  });
});

test('the page of an order knows the listings that its address names, and is nobody else’s', async () => {
  const address = `/agence/boost?annonces=${own.listingId},${other.listingId},x`;
  const under = (ownerReference: string) => loaded(buying, address, actorOf(own), { ownerReference });
  expect(await loaded(buying, address, actorOf(own))).toMatchObject({
    open: true,
    askedIds: [own.listingId, other.listingId],
    asked: [{ id: own.listingId, place: { code: '30189' } }],
    found: 1,
  });
  expect(await under(own.ownerReference)).toMatchObject({ ownerReference: own.ownerReference });
  expect(await under(other.ownerReference)).toBe(404);
  expect(await loaded(buying, address, nobody)).toBe(404);
});

test('who is not signed in comes back from the login to the same order', () => {
  const url = new URL(back('CMD-ABCD-EFGH'), site.services.env.publicUrl);
  const login = loginBefore(url, nobody);
  expect(login).toBe('/agence/connexion?redirect=%2Fagence%2Fboost%2Fpaiement%3Fcommande%3DCMD-ABCD-EFGH');
  expect(login).toBe(loginPathFor('agency', url.pathname + url.search));
  expect(safeRedirect(new URL(login!, url).searchParams.get('redirect'))).toBe(back('CMD-ABCD-EFGH'));
  expect(loginBefore(url, actorOf(own))).toBeNull();
});
