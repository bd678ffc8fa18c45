import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asUserId, nobody } from '#platform/auth.server.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { propertyIdsOf } from '#rooms/listings/properties.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { homeOf } from './offers.server.ts';
import { SEPARATIONS_PER_DAY } from './same-home.ts';

let site: TestApp;
let cookie = '';
let first: Awaited<ReturnType<typeof makeAgency>>;
let second: Awaited<ReturnType<typeof makeAgency>>;
let pairs = 0;

beforeAll(async () => {
  site = await testApp();
  first = await makeAgency(site.services, 'arenes');
  second = await makeAgency(site.services, 'port');
  cookie = await site.loginAs('camille@essai.test');
});
beforeEach(async () => {
  await site.db.deleteFrom('propertySeparation').execute();
});

/** Two listings of two agencies that are one home, by their certificate. */
async function pair(): Promise<[number, number]> {
  pairs += 1;
  const facts = {
    energyNumber: `2330E168083${pairs}R`,
    energyValue: 100 + pairs,
    climateValue: 10 + pairs,
    surface: 40 + 3 * pairs,
    floor: 2,
  };
  const [a = 0] = await first.publish(flat(`A${pairs}`, { ...facts, price: 25_000_000 }));
  const [b = 0] = await second.publish(flat(`B${pairs}`, { ...facts, price: 24_500_000 }));
  await settle();
  return [a, b];
}
const settle = async () => {
  while (await matchNextHomes(site.db));
};
const areOne = async (a: number, b: number) => {
  const ids = await propertyIdsOf(site.db, [a, b]);
  return ids.get(a) === ids.get(b);
};
const separate = (a: number | string, b: number | string, given: object = {}) =>
  site.call('PUT', `/api/listings/${a}/separations/${b}`, {
    body: { difference: 'floor', ...given },
    cookie,
  });
const account = () =>
  site.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'camille@essai.test')
    .executeTakeFirstOrThrow();

describe('« ce n’est pas le même bien »', () => {
  it('takes two listings apart for everyone, and whoever said it takes it back', async () => {
    const [a, b] = await pair();
    expect(await areOne(a, b)).toBe(true);
    const { id } = await account();
    const actor = { kind: 'user', userId: asUserId(id), email: '', firstName: '' } as const;
    expect((await homeOf(site.db, a, nobody))?.others.map(({ listing }) => listing.id)).toEqual([b]);
    expect((await separate(a, b)).status).toBe(200);
    await settle();
    expect(await areOne(a, b)).toBe(false);
    expect(await homeOf(site.db, a, actor)).toMatchObject({ others: [], apart: [{ listingId: b }] });
    expect((await homeOf(site.db, a, nobody))?.apart).toEqual([]);
    // Facts that change, and a new comparison, do not glue them again.
    await first.publish(flat(`A${pairs}`, { price: 24_900_000 }));
    await settle();
    expect(await areOne(a, b)).toBe(false);

    // From either of the two pages.
    const { status } = await site.call('DELETE', `/api/listings/${b}/separations/${a}`, { cookie });
    expect(status).toBe(200);
    expect((await homeOf(site.db, a, actor))?.apart).toEqual([]);
    const { status: again } = await site.call('DELETE', `/api/listings/${b}/separations/${a}`, { cookie });
    expect(again).toBe(404);
  });

  it('is said with a reason of the list, and kept with who said it, in nobody’s words', async () => {
    const [a, b] = await pair();
    expect((await separate(a, b, { difference: 'bof' })).status).toBe(400);
    await separate(a, b, { difference: 'photos' });
    const { id } = await account();
    expect(await site.db.selectFrom('propertySeparation').selectAll().execute()).toMatchObject([
      { separated: true, byWhom: `account:${id}`, reason: 'Les photos montrent un autre logement' },
    ]);
  });

  it('takes an account, its proven address, and two listings that are one', async () => {
    const [a, b] = await pair();
    const { status, json } = await site.call('PUT', `/api/listings/${a}/separations/${b}`, {
      body: { difference: 'floor' },
    });
    expect([status, json.code]).toEqual([401, 'login_required']);
    await site.db.updateTable('account').set({ emailVerifiedAt: null }).execute();
    expect((await separate(a, b)).json.code).toBe('SEPARATION_UNPROVEN');
    await site.db.updateTable('account').set({ emailVerifiedAt: new Date() }).execute();
    const [alone = 0] = await first.publish(flat('seul', { surface: 31, rooms: 1 }));
    await settle();
    expect((await separate(a, alone)).json.code).toBe('SEPARATION_NOT_TOGETHER');
    for (const other of [a, 0, 'abc', 999_999])
      expect([other, (await separate(a, other)).json.code]).toEqual([
        other,
        other === 999_999 ? 'SEPARATION_NOT_TOGETHER' : 'NOT_FOUND',
      ]);
    expect(await areOne(a, b)).toBe(true);
  });

  it('is said ten times a day at most', async () => {
    const [a, b] = await pair();
    const { id } = await account();
    await site.db
      .insertInto('propertySeparation')
      .values(
        Array.from({ length: SEPARATIONS_PER_DAY }, () => ({
          low: a,
          high: b,
          separated: true,
          reason: 'essai',
          byWhom: `account:${id}`,
          at: new Date(),
        })),
      )
      .execute();
    expect((await separate(a, b)).json.code).toBe('RATE_LIMIT_EXCEEDED');
  });
});
