import { afterEach, describe, expect, test } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { FAVORITES_MAX, HIDDEN_MAX, VIEWED_DAYS } from './contract.ts';
import { erasePerson, forgetOld, personalDataOf } from './favorites.server.ts';

const { call, db, services, loginAs } = await testApp();
const agency = await makeAgency(services);
const [home = 0, dear = 0, third = 0] = await agency.publish(
  flat('T1'),
  flat('T2', { price: 400_000_00 }),
  flat('T3', { price: 310_000_00 }),
);

let people = 0;
async function person() {
  people += 1;
  const email = `personne-${people}@example.test`;
  const cookie = await loginAs(email);
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { cookie, accountId: id, emails: [email], phone: null };
}

/** Rows as many as there may be, all kept or hidden by this account. */
async function fill(
  accountId: number,
  table: 'favorite' | 'hiddenListing',
  count: number,
): Promise<number[]> {
  const known = await db
    .selectFrom('listing')
    .select('id')
    .where('technicalId', 'like', 'M%')
    .orderBy('id')
    .limit(count)
    .execute();
  const ids = known.map(({ id }) => id);
  const missing = Array.from({ length: count - ids.length }, (_, rank) => flat(`M${ids.length + rank}`));
  if (missing.length > 0) ids.push(...(await agency.publish(...missing)));
  const at = clock.now();
  if (table === 'favorite')
    await db
      .insertInto('favorite')
      .values(ids.map((listingId) => ({ accountId, listingId, price: 1, createdAt: at, updatedAt: at })))
      .execute();
  else
    await db
      .insertInto('hiddenListing')
      .values(ids.map((listingId) => ({ accountId, listingId, at })))
      .execute();
  return ids;
}

afterEach(() => moveClock(0));

describe('favourites', () => {
  test('are asked of somebody who is signed in', async () => {
    for (const [method, url] of [
      ['GET', '/api/favorites'],
      ['PUT', `/api/favorites/${home}`],
      ['DELETE', `/api/favorites/${home}`],
      ['GET', '/api/hidden-listings'],
      ['PUT', `/api/hidden-listings/${home}`],
      ['DELETE', `/api/hidden-listings/${home}`],
      ['GET', '/api/viewed-listings'],
      ['PUT', `/api/viewed-listings/${home}`],
      ['DELETE', '/api/viewed-listings'],
      ['GET', '/api/listing-marks'],
    ] as const) {
      expect((await call(method, url)).json, url).toMatchObject({ success: false, code: 'login_required' });
    }
  });

  test('are kept once, with a note that stays until another is given', async () => {
    const { cookie } = await person();
    const first = await call('PUT', `/api/favorites/${home}`, { cookie });
    expect(first.json).toMatchObject({ success: true, data: { listingId: home, note: '' } });
    await call('PUT', `/api/favorites/${home}`, { cookie, body: { note: '  Vue sur cour,\r\nà revoir. ' } });
    const again = await call('PUT', `/api/favorites/${home}`, { cookie, body: {} });
    expect(again.json.data).toEqual({
      listingId: home,
      note: 'Vue sur cour,\nà revoir.',
      keptAt: first.json.data.keptAt,
    });
    const { data } = (await call('GET', '/api/favorites', { cookie })).json;
    expect(data).toMatchObject({ total: 1, page: 1, pages: 1 });
    expect(data.favorites).toHaveLength(1);
    expect(data.favorites[0]).toMatchObject({
      listing: { id: home, price: 250_000_00 },
      standing: 'online',
      keptPrice: 250_000_00,
      note: 'Vue sur cour,\nà revoir.',
    });
    await call('PUT', `/api/favorites/${home}`, { cookie, body: { note: '' } });
    expect((await call('GET', '/api/favorites', { cookie })).json.data.favorites[0].note).toBe('');
  });

  test('refuse a note that is too long, and listings that do not exist', async () => {
    const { cookie } = await person();
    const long = await call('PUT', `/api/favorites/${home}`, { cookie, body: { note: 'x'.repeat(1_001) } });
    expect(long.status).toBe(400);
    for (const word of ['999999999', 'abc', '0', '-1', '99999999999999999999']) {
      for (const method of ['PUT', 'DELETE'] as const) {
        for (const room of ['favorites', 'hidden-listings'])
          expect(
            await call(method, `/api/${room}/${word}`, { cookie }),
            `${method} ${room} ${word}`,
          ).toMatchObject({
            status: 404,
            json: { code: 'FAVORITE_LISTING_UNKNOWN' },
          });
      }
    }
    const [draft = 0] = await agency.publish(flat('D1', { status: 'draft' }));
    expect((await call('PUT', `/api/favorites/${draft}`, { cookie })).status).toBe(404);
    expect((await call('GET', '/api/favorites', { cookie })).json.data.total).toBe(0);
  });

  test('belong to one account only', async () => {
    const [one, other] = [await person(), await person()];
    await call('PUT', `/api/favorites/${home}`, { cookie: one.cookie, body: { note: 'À moi' } });
    await call('PUT', `/api/hidden-listings/${dear}`, { cookie: one.cookie });
    await call('PUT', `/api/viewed-listings/${third}`, { cookie: one.cookie });
    for (const [method, url] of [
      ['DELETE', `/api/favorites/${home}`],
      ['DELETE', `/api/hidden-listings/${dear}`],
      ['DELETE', '/api/viewed-listings'],
      ['PUT', `/api/favorites/${home}`],
    ] as const)
      expect((await call(method, url, { cookie: other.cookie })).status).toBe(200);
    const own = async (cookie: string) => ({
      marks: (await call('GET', '/api/listing-marks', { cookie })).json.data,
      notes: (await call('GET', '/api/favorites', { cookie })).json.data.favorites.map(
        ({ note }: { note: string }) => note,
      ),
      viewed: (await call('GET', '/api/viewed-listings', { cookie })).json.data.viewed.length,
    });
    expect(await own(one.cookie)).toEqual({
      marks: { kept: [home], hidden: [dear] },
      notes: ['À moi'],
      viewed: 1,
    });
    expect(await own(other.cookie)).toEqual({ marks: { kept: [home], hidden: [] }, notes: [''], viewed: 0 });
  });

  test('kept again within the hour come back with their note, price and day; later they are new', async () => {
    const { cookie } = await person();
    const first = await call('PUT', `/api/favorites/${home}`, { cookie, body: { note: 'Belle lumière' } });
    const { keptAt } = first.json.data;
    moveClock(60_000);
    await call('DELETE', `/api/favorites/${home}`, { cookie });
    expect((await call('DELETE', `/api/favorites/${home}`, { cookie })).status).toBe(200);
    expect((await call('GET', '/api/listing-marks', { cookie })).json.data.kept).toEqual([]);
    moveClock(59 * 60_000);
    expect((await call('PUT', `/api/favorites/${home}`, { cookie })).json.data).toEqual({
      listingId: home,
      note: 'Belle lumière',
      keptAt,
    });
    await call('DELETE', `/api/favorites/${home}`, { cookie });
    moveClock(3 * 3_600_000);
    const anew = (await call('PUT', `/api/favorites/${home}`, { cookie })).json.data;
    expect(anew.note).toBe('');
    expect(Date.parse(anew.keptAt)).toBeGreaterThan(Date.parse(keptAt));
  });

  test('stay, marked and with their last price, when the listing leaves; one cannot begin to keep what is gone', async () => {
    const { cookie } = await person();
    const [leaving = 0] = await agency.publish(flat('L1', { price: 280_000_00 }));
    await call('PUT', `/api/favorites/${leaving}`, { cookie, body: { note: 'Trop tard ?' } });
    await agency.publish(flat('L1', { price: 270_000_00 }));
    await agency.withdraw('L1');
    const read = async () => (await call('GET', '/api/favorites', { cookie })).json.data.favorites[0];
    expect(await read()).toMatchObject({
      standing: 'left',
      listing: { id: leaving, price: 270_000_00 },
      keptPrice: 280_000_00,
      note: 'Trop tard ?',
    });
    await db
      .updateTable('listing')
      .set({ withdrawnAt: new Date(clock.now().getTime() - 91 * 86_400_000) })
      .where('id', '=', leaving)
      .execute();
    expect(await read()).toMatchObject({ standing: 'gone', listing: { photo: null } });
    const other = await person();
    expect((await call('PUT', `/api/favorites/${leaving}`, { cookie: other.cookie })).status).toBe(404);
    expect(
      (await call('PUT', `/api/favorites/${leaving}`, { cookie, body: { note: 'Adieu' } })).json.data.note,
    ).toBe('Adieu');
  });

  test('are listed by day or by price, what left last', async () => {
    const { cookie } = await person();
    const [left = 0] = await agency.publish(flat('L2', { price: 100_000_00 }));
    for (const [rank, id] of [dear, home, left, third].entries()) {
      moveClock(rank * 1_000);
      await call('PUT', `/api/favorites/${id}`, { cookie });
    }
    await agency.withdraw('L2');
    const order = async (tri: string) =>
      (await call('GET', `/api/favorites?tri=${tri}`, { cookie })).json.data.favorites.map(
        ({ listing }: { listing: { id: number } }) => listing.id,
      );
    expect(await order('date')).toEqual([third, left, home, dear]);
    expect(await order('nawak')).toEqual([third, left, home, dear]);
    expect(await order('prix')).toEqual([home, third, dear, left]);
    expect(await order('-prix')).toEqual([dear, third, home, left]);
  });

  test('are as many as allowed and no more, even when asked for at once', async () => {
    const { cookie, accountId } = await person();
    const ids = await fill(accountId, 'favorite', FAVORITES_MAX - 1);
    const answers = await Promise.all(
      [home, dear, third].map((id) => call('PUT', `/api/favorites/${id}`, { cookie })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.json).toMatchObject({ code: 'FAVORITE_LIMIT' });
    expect(refused.json.message).toMatch(/500 annonces.*maximum/);
    // One that is kept already can still be noted, and room made for another.
    expect((await call('PUT', `/api/favorites/${ids[0]}`, { cookie, body: { note: 'Oui' } })).status).toBe(
      200,
    );
    await call('DELETE', `/api/favorites/${ids[0]}`, { cookie });
    const wanted = [home, dear, third][answers.findIndex(({ status }) => status === 409)];
    expect((await call('PUT', `/api/favorites/${wanted}`, { cookie })).status).toBe(200);
    expect((await call('PUT', `/api/favorites/${ids[0]}`, { cookie })).status).toBe(409);
    const { data } = (await call('GET', '/api/favorites?page=99', { cookie })).json;
    expect(data).toMatchObject({ total: FAVORITES_MAX, pages: 21, page: 21 });
  });

  test('asked for twice at once are one', async () => {
    const { cookie } = await person();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, rank) =>
        call(rank % 2 ? 'PUT' : 'DELETE', `/api/favorites/${home}`, { cookie }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await call('PUT', `/api/favorites/${home}`, { cookie });
    expect((await call('GET', '/api/listing-marks', { cookie })).json.data.kept).toEqual([home]);
  });
});

describe('hidden listings', () => {
  test('have a reason, or none, and are shown again', async () => {
    const { cookie } = await person();
    const first = await call('PUT', `/api/hidden-listings/${home}`, { cookie });
    expect(first.json.data).toMatchObject({ listingId: home, reason: null });
    await call('PUT', `/api/hidden-listings/${home}`, { cookie, body: { reason: 'price' } });
    const again = await call('PUT', `/api/hidden-listings/${home}`, { cookie });
    expect(again.json.data).toEqual({ ...first.json.data, reason: 'price' });
    expect(
      (await call('PUT', `/api/hidden-listings/${home}`, { cookie, body: { reason: 'moche' } })).status,
    ).toBe(400);
    const { data } = (await call('GET', '/api/hidden-listings', { cookie })).json;
    expect(data).toMatchObject({
      total: 1,
      hidden: [{ listing: { id: home }, reason: 'price', standing: 'online' }],
    });
    await call('DELETE', `/api/hidden-listings/${home}`, { cookie });
    expect((await call('DELETE', `/api/hidden-listings/${home}`, { cookie })).status).toBe(200);
    expect((await call('GET', '/api/hidden-listings', { cookie })).json.data.total).toBe(0);
  });

  test('leave the lists and the counts of who hid them, and nobody else’s', async () => {
    const [one, other] = [await person(), await person()];
    const [cheap = 0] = await agency.publish(
      flat('B1', { price: 99_000_00 }),
      flat('B2', { price: 98_000_00 }),
    );
    const words = 'transaction=achat&lieux=nimes-30000&prixMax=100000';
    const found = async (cookie?: string) => {
      const asked = cookie ? { cookie } : {};
      const { listings, count } = (await call('GET', `/api/listings?${words}`, asked)).json.data;
      expect((await call('GET', `/api/listings/count?${words}`, asked)).json.data).toEqual(count);
      expect(listings).toHaveLength(count.yes);
      return listings.map(({ id }: { id: number }) => id) as number[];
    };
    expect(await found(one.cookie)).toHaveLength(2);
    await call('PUT', `/api/hidden-listings/${cheap}`, { cookie: one.cookie });
    expect(await found(one.cookie)).toHaveLength(1);
    expect(await found(one.cookie)).not.toContain(cheap);
    for (const cookie of [other.cookie, undefined]) expect(await found(cookie)).toContain(cheap);
    await call('DELETE', `/api/hidden-listings/${cheap}`, { cookie: one.cookie });
    expect(await found(one.cookie)).toContain(cheap);
  });

  test('come back when they are kept', async () => {
    const { cookie } = await person();
    await call('PUT', `/api/hidden-listings/${home}`, { cookie });
    await call('PUT', `/api/favorites/${home}`, { cookie });
    expect((await call('GET', '/api/listing-marks', { cookie })).json.data).toEqual({
      kept: [home],
      hidden: [],
    });
  });

  test('are as many as allowed', async () => {
    const { cookie, accountId } = await person();
    const ids = await fill(accountId, 'hiddenListing', HIDDEN_MAX);
    expect((await call('PUT', `/api/hidden-listings/${home}`, { cookie })).json.code).toBe('HIDDEN_LIMIT');
    expect((await call('PUT', `/api/hidden-listings/${ids[0]}`, { cookie })).status).toBe(200);
  });
});

test('the sweep forgets what was given up and what was looked at long ago, and nothing else', async () => {
  const { cookie, accountId } = await person();
  for (const id of [home, dear]) await call('PUT', `/api/favorites/${id}`, { cookie });
  await call('DELETE', `/api/favorites/${dear}`, { cookie });
  await call('PUT', `/api/viewed-listings/${home}`, { cookie });
  const rows = async () => ({
    favorites: await db
      .selectFrom('favorite')
      .select('listingId')
      .where('accountId', '=', accountId)
      .execute(),
    viewed: await db
      .selectFrom('viewedListing')
      .select('listingId')
      .where('accountId', '=', accountId)
      .execute(),
  });
  await forgetOld(db, clock.now());
  expect(await rows()).toEqual({
    favorites: expect.arrayContaining([{ listingId: dear }]),
    viewed: [{ listingId: home }],
  });
  await forgetOld(db, new Date(clock.now().getTime() + 2 * 3_600_000));
  expect(await rows()).toEqual({ favorites: [{ listingId: home }], viewed: [{ listingId: home }] });
  await forgetOld(db, new Date(clock.now().getTime() + (VIEWED_DAYS + 1) * 86_400_000));
  expect(await rows()).toEqual({ favorites: [{ listingId: home }], viewed: [] });
});

test('what is known of a person is theirs to have, and to have erased, without the others losing anything', async () => {
  const [one, other] = [await person(), await person()];
  for (const { cookie } of [one, other]) {
    await call('PUT', `/api/favorites/${home}`, { cookie, body: { note: 'Demander à Mme Lepic' } });
    await call('PUT', `/api/favorites/${dear}`, { cookie, body: { note: 'Abandonné' } });
    await call('DELETE', `/api/favorites/${dear}`, { cookie });
    await call('PUT', `/api/hidden-listings/${third}`, { cookie, body: { reason: 'place' } });
    await call('PUT', `/api/viewed-listings/${home}`, { cookie });
  }
  const mine = await personalDataOf(db, one);
  expect(JSON.parse(JSON.stringify(mine))).toEqual({
    favorites: [
      {
        listing: home,
        name: expect.stringContaining('Nîmes'),
        note: 'Demander à Mme Lepic',
        keptAt: expect.any(String),
        keptPrice: 250_000_00,
      },
    ],
    mailedWhenTheyLeave: true,
    hiddenListings: [
      { listing: third, name: expect.any(String), reason: 'place', hiddenAt: expect.any(String) },
    ],
    viewedListings: [{ listing: home, name: expect.any(String), viewedAt: expect.any(String) }],
  });
  await db.transaction().execute((tx) => erasePerson(tx, one));
  expect(await personalDataOf(db, one)).toEqual({
    favorites: [],
    mailedWhenTheyLeave: true,
    hiddenListings: [],
    viewedListings: [],
  });
  const left = await db
    .selectFrom('favorite')
    .select('note')
    .where('accountId', '=', one.accountId)
    .execute();
  expect(left).toEqual([]);
  expect((await personalDataOf(db, other)).favorites).toHaveLength(1);
});
