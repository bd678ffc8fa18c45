import { afterEach, beforeAll, expect, it } from 'vitest';
import { dayBefore, parisDay } from '#contract/day.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { cleared, lawfulSale } from '../../../tests/kit/law.ts';
import { closeDays, figuresOf } from './statistics.server.ts';
import { addViews } from './views.sql.server.ts';

const { db } = await testServices();
const HOUR_MS = 3_600_000;
let agencyId = 0;
let elsewhere = 0;
let own: number[] = [];
let foreign = 0;

async function agencyWith(ownerReference: string, ids: string[]) {
  const { id } = await db
    .insertInto('agency')
    .values({ ownerReference, name: ownerReference })
    .returning('id')
    .executeTakeFirstOrThrow();
  const drafts = ids.map((one) => cleared(lawfulSale(one, { reference: one })));
  await db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId: id, source: 'poliris', run: null, now: new Date(), drafts }),
    );
  const rows = await db
    .selectFrom('listing')
    .select('id')
    .where('agencyId', '=', id)
    .orderBy('reference')
    .execute();
  return { id, listings: rows.map((row) => row.id) };
}

beforeAll(async () => {
  ({ id: agencyId, listings: own } = await agencyWith('premiere', ['a', 'b']));
  const other = await agencyWith('seconde', ['c']);
  elsewhere = other.id;
  [foreign = 0] = other.listings;
});
afterEach(async () => {
  moveClock(0);
  for (const table of ['listingDay', 'lead', 'favorite', 'alertTold'] as const)
    await db.deleteFrom(table).execute();
});

const today = () => parisDay(clock.now()).day;
const seen = (listingId: number, ago: number, views: number, fromMails = 0) =>
  addViews(db, [{ listingId, day: dayBefore(today(), ago), views, fromMails }]);
const days = () =>
  db
    .selectFrom('listingDay')
    .select(['listingId', 'day', 'views', 'told'])
    .orderBy('day')
    .orderBy('listingId')
    .execute();

it('compares 7 and 30 days with those before, of its own listings only', async () => {
  const [a = 0, b = 0] = own;
  await Promise.all([
    seen(a, 0, 3, 1),
    seen(a, 6, 2),
    seen(b, 7, 5, 2),
    seen(b, 29, 1),
    seen(a, 30, 8),
    seen(a, 59, 1),
  ]);
  await Promise.all([seen(a, 60, 100), seen(foreign, 1, 50)]);
  const { views, fromMails } = await figuresOf(db, agencyId);
  expect(views).toMatchObject({ week: 5, weekBefore: 5, month: 11, monthBefore: 9 });
  expect(views.days).toHaveLength(30);
  expect([views.days[0], views.days[22], views.days[23], views.days[29]]).toEqual([1, 5, 2, 3]);
  expect(fromMails).toMatchObject({ week: 1, month: 3 });
  expect((await figuresOf(db, elsewhere)).views).toMatchObject({ week: 50, month: 50 });
});

it('says nothing of an agency that nobody looked at but zeros', async () => {
  const figures = await figuresOf(db, agencyId);
  expect(figures).toMatchObject({
    views: { week: 0, month: 0 },
    told: { week: 0 },
    favorites: { now: 0, month: 0 },
    answers: { week: null, weekBefore: null, month: null, monthBefore: null },
  });
});

it('gives the median of first answers from three on, of the period when they were asked', async () => {
  const lead = (hoursAgo: number, answered: number | null) => {
    const createdAt = new Date(clock.now().getTime() - hoursAgo * HOUR_MS);
    return db
      .insertInto('lead')
      .values({
        agencyId,
        listingReference: 'a',
        source: 'listing_form',
        status: 'new',
        request: 'visit',
        firstName: 'Jo',
        lastName: 'Essai',
        email: 'jo@essai.test',
        createdAt,
        firstAnswerAt: answered === null ? null : new Date(createdAt.getTime() + answered * 60_000),
        keepUntil: '2030-01-01',
      })
      .execute();
  };
  await Promise.all([lead(30, 10), lead(40, 50), lead(50, null), lead(20 * 24, 90)]);
  expect((await figuresOf(db, agencyId)).answers).toMatchObject({ week: null, month: 50, monthBefore: null });
  await lead(60, 12);
  expect((await figuresOf(db, agencyId)).answers).toMatchObject({ week: 12, month: 31 });
});

it('counts what alerts told once the day is over; run twice, after deleted alerts too, it takes nothing back', async () => {
  const [a = 0, b = 0] = own;
  const { id: subscriberId } = await db
    .insertInto('subscriber')
    .values({ email: 'lea@essai.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const alert = async () =>
    (
      await db
        .insertInto('alert')
        .values({ subscriberId, name: 'Essai', criteria: '{}', frequency: 'immediate', status: 'active' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const told = async (alertId: number, at: Date, listings: number[]) =>
    db
      .insertInto('alertTold')
      .values({
        alertId,
        occasion: String(at.getTime()),
        at,
        listings,
        prices: listings.map(() => 1),
        upto: listings.map(() => 1),
      })
      .execute();
  // Noon in winter, in Paris.
  moveClock(Date.parse('2027-02-10T11:00:00Z') - Date.now());
  const [one, two] = [await alert(), await alert()];
  await told(one, new Date('2027-02-09T22:59:00Z'), [a, b, 987_654]);
  await told(two, new Date('2027-02-08T23:01:00Z'), [a, foreign]);
  await told(two, new Date('2027-02-09T23:01:00Z'), [a]);
  await closeDays(db);
  const counted = [
    { listingId: a, day: '2027-02-09', views: 0, told: 2 },
    { listingId: b, day: '2027-02-09', views: 0, told: 1 },
    { listingId: foreign, day: '2027-02-09', views: 0, told: 1 },
  ];
  expect(await days()).toEqual(counted);
  await db.deleteFrom('alert').where('id', '=', two).execute();
  await closeDays(db);
  expect(await days()).toEqual(counted);
  expect((await figuresOf(db, agencyId)).told).toMatchObject({ week: 3, month: 3, weekBefore: 0 });
  await seen(a, 1, 4);
  expect((await days())[0]).toEqual({ listingId: a, day: '2027-02-09', views: 4, told: 2 });
});

it('forgets counts after 25 months', async () => {
  const [a = 0] = own;
  moveClock(Date.parse('2029-03-15T11:00:00Z') - Date.now());
  await addViews(
    db,
    ['2027-02-14', '2027-02-15'].map((day) => ({ listingId: a, day, views: 1, fromMails: 0 })),
  );
  await closeDays(db);
  expect((await days()).map(({ day }) => day)).toEqual(['2027-02-15']);
});
