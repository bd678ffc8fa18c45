import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/constants.ts';
import { moveClock } from '#platform/clock.server.ts';
import { alertMails, flat, makeAgency, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { forgetOldHits } from '../matching/matcher.server.ts';
import { alertToStop, stopToken } from './consent.server.ts';
import { boardOf } from './dashboard.server.ts';
import { resultsOf, visitResults } from './results.server.ts';
import type { AlertResults } from './results.ts';

const { db, services, call, loginAs } = await testApp();
const HOUR_MS = 3_600_000;

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, alert_verdict, mail_outbox,
    account, account_session, property, listing, agency cascade`.execute(db);
});

const criteria = { transaction: 'achat', places: ['30189'], prixMax: 300_000 };

/** Somebody logged in, with an alert for Nîmes under 300 000 euros unless said. */
async function owner(said: object = {}, email = 'camille@example.test') {
  const cookie = await loginAs(email);
  const { json } = await call('POST', '/api/alerts', {
    cookie,
    body: { criteria, frequency: 'immediate', ...said },
  });
  const id: number = json.data.alert.id;
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const results = async (query = ''): Promise<AlertResults> =>
    (await call('GET', `/api/alerts/${id}/results${query}`, { cookie })).json.data;
  return {
    cookie,
    id,
    userId: account.id as never,
    results,
    found: async (query = '') => (await results(query)).found.map((one) => one.listing.id),
    judge: (body: object) => call('POST', `/api/alerts/${id}/verdicts`, { cookie, body }),
    visit: () => visitResults(db, account.id as never, id),
  };
}

const linkOf = async (id: number) =>
  stopToken(
    services.env,
    await db
      .selectFrom('alert')
      .select(['id', 'tokenVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

describe('what an alert found', () => {
  test('is listed once per listing, the newest first, maybes last, with the latest price', async () => {
    const { id, results } = await owner({ criteria: { ...criteria, etageMin: 2 } });
    const { publish } = await makeAgency({ db });
    const [silent] = await publish(flat('sans-etage', { floor: null }));
    await workOn(services);
    moveClock(HOUR_MS);
    const [first] = await publish(flat('un', { floor: 3 }));
    await workOn(services);
    moveClock(2 * HOUR_MS);
    const [second] = await publish(flat('deux', { floor: 4 }));
    await workOn(services);
    moveClock(3 * HOUR_MS);
    await publish(flat('un', { floor: 3, price: 23_000_000 }));
    await workOn(services);
    const { found, counts, alert } = await results();
    expect(alert.id).toBe(id);
    expect(found.map((one) => [one.listing.id, one.sure, one.occasion])).toEqual([
      [first, true, 'priceFell'],
      [second, true, 'appeared'],
      [silent, false, 'appeared'],
    ]);
    expect(found[0]?.listing.price).toBe(23_000_000);
    expect(found[2]?.unknown).toEqual(['etageMin']);
    expect(counts).toEqual({ sure: 2, maybe: 1, fresh: 2, kept: 0, rejected: 0, both: null });
  });

  test('goes 24 to a page, and a page past the end is the last one', async () => {
    const { results } = await owner();
    const { publish } = await makeAgency({ db });
    await publish(...Array.from({ length: PAGE_SIZE + 1 }, (_, index) => flat(`lot-${index}`)));
    await workOn(services);
    const one = await results();
    expect([one.found.length, one.page, one.pages]).toEqual([PAGE_SIZE, 1, 2]);
    const last = await results('?page=9');
    expect([last.found.length, last.page]).toEqual([1, 2]);
    expect(one.found.map(({ listing }) => listing.id)).not.toContain(last.found[0]?.listing.id);
  });

  test('says what is off line, with its last price; what the law took off is not shown', async () => {
    const { results } = await owner();
    const { publish, withdraw } = await makeAgency({ db });
    const [gone, unlawful] = await publish(flat('parti'), flat('interdit'));
    await workOn(services);
    await withdraw('parti');
    await sql`update listing set status = 'suspended' where id = ${unlawful}`.execute(db);
    const { found } = await results();
    expect(found).toMatchObject([
      { available: false, withdrawnAt: expect.any(String), listing: { id: gone, price: 25_000_000 } },
    ]);
  });

  test('keeps what was found under the criteria of before, and says that it does not match any more', async () => {
    const { cookie, id, results } = await owner();
    const { publish } = await makeAgency({ db });
    await publish(flat('un'));
    await workOn(services);
    await call('PUT', `/api/alerts/${id}`, { cookie, body: { criteria: { ...criteria, prixMax: 100_000 } } });
    expect((await results()).found).toMatchObject([{ failed: ['prixMax'] }]);
  });

  test('is forgotten after a month, what was judged excepted', async () => {
    const { id, userId, judge } = await owner();
    const { publish } = await makeAgency({ db });
    const [kept] = await publish(flat('un'), flat('deux'));
    await workOn(services);
    await judge({ listing: kept, verdict: 'keep' });
    moveClock(31 * 24 * HOUR_MS);
    await forgetOldHits(db);
    // The session has ended by then.
    const left = async (view: 'found' | 'kept') =>
      (await resultsOf(db, userId, id, { view, page: 1 })).found.map(({ listing }) => listing.id);
    expect(await left('found')).toEqual([]);
    expect(await left('kept')).toEqual([kept]);
  });
});

describe('a visit', () => {
  test('moves the border of what is new once it is over, not at each reload', async () => {
    const { results, visit, userId, id } = await owner();
    const { publish } = await makeAgency({ db });
    const fresh = async () => (await results()).found.filter((one) => one.fresh).map((one) => one.listing.id);
    const badge = async () => (await boardOf(db, userId)).alerts.find((alert) => alert.id === id)?.fresh;
    const [first] = await publish(flat('un'));
    await workOn(services);
    expect(await badge()).toBe(1);
    await visit();
    expect([await fresh(), (await results()).lastVisit, await badge()]).toEqual([[first], null, 0]);
    moveClock(HOUR_MS);
    const [second] = await publish(flat('deux'));
    await workOn(services);
    expect(await badge()).toBe(1);
    await visit();
    expect(await fresh()).toEqual([second]);
    moveClock(HOUR_MS + 60_000);
    await visit();
    expect(await fresh()).toEqual([second]);
    moveClock(3 * HOUR_MS);
    await visit();
    expect(await fresh()).toEqual([]);
  });

  test('is not made by the call that reads', async () => {
    const { results } = await owner();
    await results();
    expect(await db.selectFrom('alert').select('visitedAt').executeTakeFirst()).toEqual({ visitedAt: null });
  });
});

describe('a verdict', () => {
  test('rejecting hides a listing from the results and the mails; taking it back shows it again', async () => {
    const { found, results, judge } = await owner();
    const { publish } = await makeAgency({ db });
    const [one] = await publish(flat('un'));
    await workOn(services);
    const said = await judge({ listing: one, verdict: 'reject', reason: 'place' });
    expect(said.json.data).toEqual({ listing: one, verdict: 'reject', reason: 'place' });
    expect(await found()).toEqual([]);
    expect((await results('?view=rejected')).found).toMatchObject([
      { listing: { id: one }, verdict: 'reject', reason: 'place' },
    ]);
    const before = (await alertMails(services)).length;
    await publish(flat('un', { price: 20_000_000 }));
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(before);
    await judge({ listing: one, verdict: 'none' });
    expect(await found()).toEqual([one]);
    await publish(flat('un', { price: 19_000_000 }));
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(before + 1);
  });

  test('rejecting one of a daily alert’s finds leaves the others in its mail', async () => {
    const { judge } = await owner({ frequency: 'daily', hour: 0 });
    const { publish } = await makeAgency({ db });
    const [no] = await publish(flat('non', { price: 21_000_000 }), flat('oui', { price: 22_000_000 }));
    await judge({ listing: no, verdict: 'reject' });
    moveClock(25 * HOUR_MS);
    await workOn(services);
    const [mail, ...more] = await alertMails(services);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('220 000,00 €');
    expect(mail?.text).not.toContain('210 000,00 €');
  });

  test('holds for the property: the same home under another listing stays out', async () => {
    const { found, judge } = await owner();
    const { publish } = await makeAgency({ db });
    const [one, twin] = await publish(flat('un'), flat('jumeau'));
    await workOn(services);
    await sql`with home as (insert into property (first_seen_at) values (now()) returning id)
      insert into property_listing (listing_id, property_id, market, place_code, price)
      select l.id, home.id, 'x', l.place_code, l.price from listing l, home
      on conflict (listing_id) do update set property_id = excluded.property_id`.execute(db);
    await judge({ listing: one, verdict: 'reject', reason: 'known' });
    expect(await found()).toEqual([]);
    expect(twin).not.toBe(one);
  });

  test('three rejections for the price suggest a lower budget', async () => {
    const { results, judge } = await owner();
    const { publish } = await makeAgency({ db });
    const ids = await publish(
      flat('un', { price: 27_000_000 }),
      flat('deux', { price: 28_000_000 }),
      flat('trois', { price: 26_050_000 }),
    );
    await workOn(services);
    for (const listing of ids.slice(0, 2)) await judge({ listing, verdict: 'reject', reason: 'price' });
    expect((await results()).tuning).toBeNull();
    await judge({ listing: ids[2], verdict: 'reject', reason: 'price' });
    expect((await results()).tuning).toEqual({
      word: 'prixMax',
      value: 260_000,
      count: 3,
      path: expect.stringMatching(/\/modifier\?.*lieux=nimes-30000.*prixMax=260000/),
    });
  });

  test('can be given by the link of a mail, for its own alert only', async () => {
    const mine = await owner();
    const other = await owner({}, 'autre@example.test');
    const { publish } = await makeAgency({ db });
    const [one] = await publish(flat('un'));
    await workOn(services);
    const token = await linkOf(mine.id);
    const by = (id: number, said: object) =>
      call('POST', `/api/alerts/${id}/verdicts`, { body: { listing: one, verdict: 'reject', ...said } });
    expect((await by(mine.id, { token })).status).toBe(200);
    expect(await mine.found()).toEqual([]);
    expect((await by(other.id, { token })).json.code).toBe('ALERT_NOT_FOUND');
    expect((await by(mine.id, { token: `${token}x` })).json.code).toBe('ALERT_NOT_FOUND');
    const without = await by(mine.id, {});
    expect([without.status, without.json.code]).toEqual([401, 'login_required']);
    expect(await other.found()).toEqual([one]);
  });

  test('of a listing that never was is refused', async () => {
    const { judge } = await owner();
    expect((await judge({ listing: 987_654, verdict: 'keep' })).status).toBe(404);
    expect((await judge({ listing: -1, verdict: 'keep' })).status).toBe(400);
    expect((await judge({ listing: 1, verdict: 'peut-être' })).status).toBe(400);
  });
});

test('somebody else’s alert does not exist, for any call', async () => {
  const mine = await owner();
  const { cookie } = await owner({}, 'autre@example.test');
  const { publish } = await makeAgency({ db });
  const [listing] = await publish(flat('un'));
  await workOn(services);
  const before = await db.selectFrom('alert').selectAll().orderBy('id').execute();
  const calls = [
    ['GET', ''],
    ['PUT', '', { name: 'À moi' }],
    ['PUT', '', { status: 'paused', pauseDays: 7 }],
    ['DELETE', ''],
    ['POST', '/restore', {}],
    ['GET', '/results'],
    ['GET', `/explain?listing=${listing}`],
    ['POST', '/verdicts', { listing, verdict: 'reject' }],
  ] as const;
  for (const id of [mine.id, 987_654]) {
    for (const [method, path, body] of calls) {
      const { status, json } = await call(method, `/api/alerts/${id}${path}`, {
        cookie,
        ...(body ? { body } : {}),
      });
      expect([method, path, status, json.code]).toEqual([method, path, 404, 'ALERT_NOT_FOUND']);
    }
  }
  for (const [method, path, body] of calls) {
    const { status } = await call(method, `/api/alerts/${mine.id}${path}`, body ? { body } : {});
    expect([method, path, status]).toEqual([method, path, 401]);
  }
  expect(await db.selectFrom('alert').selectAll().orderBy('id').execute()).toEqual(before);
  expect(await mine.found()).toEqual([listing]);
});

describe('the list of alerts', () => {
  test('counts by day what each found, once per listing', async () => {
    const { userId } = await owner();
    const { publish } = await makeAgency({ db });
    await publish(flat('un'));
    await workOn(services);
    moveClock(48 * HOUR_MS);
    await publish(flat('un', { price: 20_000_000 }), flat('deux'), flat('trop-cher', { price: 90_000_000 }));
    await workOn(services);
    const [alert] = (await boardOf(db, userId)).alerts;
    expect(alert?.perDay).toHaveLength(30);
    expect(alert?.perDay.slice(-3)).toEqual([1, 0, 1]);
    expect(alert?.fresh).toBe(2);
  });

  test('says when the address takes no mail any more, and why', async () => {
    const { userId } = await owner();
    expect((await boardOf(db, userId)).silenced).toBeNull();
    await sql`insert into mail_address (email, bounces, suppressed_at, reason)
      values ('camille@example.test', 4, now(), 'bounces')`.execute(db);
    expect((await boardOf(db, userId)).silenced).toEqual({
      address: 'camille@example.test',
      reason: 'bounces',
      canRetry: true,
    });
  });

  test('a link of a mail half hides the address', async () => {
    const { id } = await owner();
    expect(await alertToStop(services, await linkOf(id))).toMatchObject({
      address: 'c•••@example.test',
      others: 0,
    });
  });
});
