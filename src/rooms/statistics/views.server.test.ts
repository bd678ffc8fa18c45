import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { cleared, lawfulSale } from '../../../tests/kit/law.ts';
import { countView, flushViews } from './views.server.ts';

const { db, services } = await testServices();
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const DAY_MS = 86_400_000;
let agencyId = 0;
let listing = 0;
let other = 0;
/** Nobody of a test is remembered from the one before: networks of the range kept for documentation. */
let network = 0;

beforeAll(async () => {
  ({ id: agencyId } = await db
    .insertInto('agency')
    .values({ ownerReference: 'essai', name: 'Essai' })
    .returning('id')
    .executeTakeFirstOrThrow());
  const drafts = ['a', 'b'].map((id) => cleared(lawfulSale(id, { reference: id })));
  await db
    .transaction()
    .execute((tx) => applyListings(tx, { agencyId, source: 'poliris', run: null, now: new Date(), drafts }));
  const rows = await db.selectFrom('listing').select('id').orderBy('reference').execute();
  [listing = 0, other = 0] = rows.map(({ id }) => id);
});
beforeEach(() => {
  network += 1;
});
afterEach(async () => {
  moveClock(0);
  await flushViews(db, services.log);
  await db.deleteFrom('listingDay').execute();
});

const reader = (headers: Record<string, string> = {}, query = '', method = 'GET') =>
  new Request(`http://localhost/annonce/1${query}`, {
    method,
    headers: { 'user-agent': CHROME, ...headers },
  });
const here = (ip = `198.51.100.${network}`) => ({ ...services, ip });
const rows = async () => {
  await flushViews(db, services.log);
  return db
    .selectFrom('listingDay')
    .select(['listingId', 'day', 'agencyId', 'views', 'fromMails'])
    .orderBy('day')
    .orderBy('listingId')
    .execute();
};

it('counts a reader once a day for each listing, and other readers too', async () => {
  for (let again = 0; again < 5; again += 1) countView(reader(), here(), listing);
  countView(reader(), here(), other);
  countView(reader(), here('203.0.113.9'), listing);
  countView(reader({ 'user-agent': `${CHROME} Firefox` }), here(), listing);
  const { day } = parisDay(clock.now());
  expect(await rows()).toMatchObject([
    { listingId: listing, day, agencyId, views: 3, fromMails: 0 },
    { listingId: other, day, agencyId, views: 1 },
  ]);
});

it('adds to what is there, whoever counted it, and counts the reader of yesterday again', async () => {
  countView(reader(), here(), listing);
  await flushViews(db, services.log);
  countView(reader(), here('203.0.113.10'), listing);
  countView(reader(), here(), listing);
  expect(await rows()).toMatchObject([{ views: 2 }]);
  moveClock(DAY_MS);
  countView(reader(), here(), listing);
  expect(await rows()).toMatchObject([{ views: 2 }, { views: 1 }]);
});

it('knows what a mail of an alert led to', async () => {
  countView(reader({}, '?depuis=alerte'), here(), listing);
  countView(reader({}, '?depuis=ailleurs'), here(), other);
  expect((await rows()).map(({ fromMails }) => fromMails)).toEqual([1, 0]);
});

it.each([
  ['a robot', reader({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })],
  ['a program without a name', reader({ 'user-agent': '' })],
  ['curl', reader({ 'user-agent': 'curl/8.0' })],
  ['a page fetched in advance', reader({ 'sec-purpose': 'prefetch;prerender' })],
  ['the same, as Safari says it', reader({ purpose: 'prefetch' })],
  ['HEAD', reader({}, '', 'HEAD')],
  ['a browser where an agency is signed in', reader({ cookie: 'a=b; __Host-agency=x' })],
])('does not count %s', async (_, request) => {
  countView(request, here(), listing);
  expect(await rows()).toEqual([]);
});

it('adds up what several processes count at once', async () => {
  const { addViews } = await import('./views.sql.server.ts');
  const { day } = parisDay(clock.now());
  const counts = [listing, other].map((listingId) => ({ listingId, day, views: 1, fromMails: 0 }));
  await Promise.all(
    Array.from({ length: 20 }, (_, rank) => addViews(db, rank % 2 ? counts : counts.toReversed())),
  );
  expect((await rows()).map(({ views }) => views)).toEqual([20, 20]);
});

it('keeps what was counted while the database does not take it, and forgets a listing that is no more', async () => {
  countView(reader(), here(), listing);
  countView(reader(), here(), 999_999);
  await db.schema.alterTable('listing_day').renameTo('listing_day_away').execute();
  await flushViews(db, services.log);
  await db.schema.alterTable('listing_day_away').renameTo('listing_day').execute();
  expect(await rows()).toMatchObject([{ listingId: listing, views: 1 }]);
});

it('asks nothing of the database while pages are read', () => {
  const never = new Proxy(
    {},
    {
      get: () => {
        throw new Error('a statement');
      },
    },
  ) as typeof db;
  expect(() => countView(reader(), { ...here(), db: never }, listing)).not.toThrow();
});
