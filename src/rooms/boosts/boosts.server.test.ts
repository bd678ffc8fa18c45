import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { boostable, give, movesOf, openSpace, orderedBoost, paidBoost } from '../../../tests/kit/boosts.ts';
import { lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import {
  cancelBoosts,
  endBoost,
  moveBoost,
  pauseBoost,
  resumeBoost,
  startBoosts,
  stopBoost,
  unspentOf,
} from './boosts.server.ts';
import {
  type BoostRow,
  lockBoost,
  selectBoost,
  selectBoostListings,
  upsertDays,
} from './boosts.sql.server.ts';
import { handQueue, reportDone } from './by-hand.server.ts';
import { type BoostStatus, boostStatuses, boostTransitions, runningStatuses } from './contract.ts';
import { followCourse, settleBoosts, stopUnshowable } from './course.server.ts';
import { recordFigures } from './figures.server.ts';
import { shownDays } from './unspent.ts';

const { db } = await testServices();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let agencyId = 0;
let [sale, rental] = [0, 0];
const actor = () => ({ agencyId: asAgencyId(agencyId), name: 'Agence des Arènes' });

beforeAll(async () => {
  agencyId = (await lawfulAgency(db, 'arenes', { email: 'arenes@essai.test' })).id;
  await openSpace(db, agencyId);
  [sale = 0, rental = 0] = await boostable(db, agencyId, [lawfulSale('A'), lawfulRental('L')]);
});
afterEach(async () => {
  moveClock(0);
  for (const id of [sale, rental]) await give(db, id, 'online');
  await sql`truncate boost cascade`.execute(db);
  await sql`truncate agency_notification`.execute(db);
});

const read = async (id: number) => (await selectBoost(db, id))!;
const inTx = <Result>(work: (tx: Parameters<typeof lockBoost>[0]) => Promise<Result>) =>
  db.transaction().execute(work);
/** As if it had come to this status by itself. */
const put = (id: number, status: BoostStatus) =>
  sql`update boost set status = ${status} where id = ${id}`.execute(db);
const told = async () => {
  const { rows } = await sql<{ event: string; title: string }>`
    select event, title from agency_notification order by id`.execute(db);
  return rows;
};
/** A boost that a person published at once, and that the network shows. */
async function shownBoost(listings = [sale], said = {}): Promise<BoostRow> {
  const { id } = await paidBoost(db, agencyId, listings, said);
  await reportDone(db, id, { url: null });
  return read(id);
}

describe('statuses', () => {
  const statuses = Object.keys(boostStatuses) as BoostStatus[];
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'from %s to %s: as the table says',
    async (from, to) => {
      const { id } = await orderedBoost(db, agencyId, [sale]);
      await put(id, from);
      const version = (await read(id)).version;
      const move = inTx(async (tx) =>
        moveBoost(tx, (await lockBoost(tx, id))!, to, { author: 'essai', reason: 'motif' }, clock.now()),
      );
      if (boostTransitions[from].includes(to)) {
        expect((await move).status).toBe(to);
        expect(await read(id)).toMatchObject({ status: to, version: version + 1 });
        expect(await movesOf(db, id)).toEqual(['pending', `${from} ${to}`]);
      } else {
        await expect(move).rejects.toMatchObject({ spec: { code: 'BOOST_STATUS' } });
        expect(await read(id)).toMatchObject({ status: from, version });
        expect(await movesOf(db, id)).toEqual(['pending']);
      }
    },
  );

  test('that have ended are followed by none', () => {
    expect([boostTransitions.completed, boostTransitions.inactive]).toEqual([[], []]);
  });
});

describe('an order', () => {
  test('makes boosts as they are sold that day, which start once, when it is paid', async () => {
    const boost = await orderedBoost(db, agencyId, [rental, sale, rental], { freeDays: 2 });
    expect(boost).toMatchObject({
      reference: expect.stringMatching(/^BST-[0-9A-Z]{8}$/),
      status: 'pending',
      formulaName: 'Découverte',
      mediaBudget: 5_000,
      fee: 1_900,
      days: 7,
      freeDays: 2,
      placeName: 'Nîmes',
      publisher: 'manual',
      nextAttemptAt: null,
    });
    expect((await selectBoostListings(db, [boost.id])).map(({ listingId }) => listingId)).toEqual([
      rental,
      sale,
    ]);
    const start = () => inTx((tx) => startBoosts(tx, [boost.id], clock.now()));
    expect(await start()).toEqual([boost.id]);
    expect(await start()).toEqual([]);
    const after = await read(boost.id);
    expect([after.status, after.nextAttemptAt]).toEqual(['new', expect.any(Date)]);
    expect(await movesOf(db, boost.id)).toEqual(['pending', 'pending new']);
  });

  test('that is not paid ends its boosts without a word, and they start no more', async () => {
    const { id } = await orderedBoost(db, agencyId, [sale]);
    await inTx((tx) => cancelBoosts(tx, [id], 'unpaid', clock.now()));
    await inTx((tx) => cancelBoosts(tx, [id], 'unpaid', clock.now()));
    expect(await read(id)).toMatchObject({
      status: 'inactive',
      endedBecause: 'unpaid',
      settledAt: expect.any(Date),
    });
    expect(await inTx((tx) => startBoosts(tx, [id], clock.now()))).toEqual([]);
    expect(await told()).toEqual([]);
  });

  test('does not cancel what has started', async () => {
    const { id } = await paidBoost(db, agencyId, [sale]);
    await inTx((tx) => cancelBoosts(tx, [id], 'cancelled', clock.now()));
    expect((await read(id)).status).toBe('new');
  });
});

describe('a pause', () => {
  test('moves the end by as long as it lasts: days bought are days shown', async () => {
    const boost = await shownBoost();
    expect(boost.endsAt!.getTime() - boost.startedAt!.getTime()).toBe(7 * DAY_MS);
    moveClock(2 * DAY_MS);
    await pauseBoost(db, actor(), String(boost.id));
    moveClock(12 * DAY_MS);
    // Its end of before has passed, and it does not end.
    await followCourse(db, clock.now());
    expect((await read(boost.id)).status).toBe('paused');
    await resumeBoost(db, actor(), String(boost.id));
    const after = await read(boost.id);
    const moved = after.endsAt!.getTime() - boost.endsAt!.getTime();
    expect(Math.round(moved / HOUR_MS)).toBe(10 * 24);
    expect([after.status, after.pausedAt]).toEqual(['active', null]);
    moveClock(17.1 * DAY_MS);
    await followCourse(db, clock.now());
    expect(await read(boost.id)).toMatchObject({ status: 'completed', endedBecause: 'over' });
  });

  test('is only of what is shown, and of its own agency', async () => {
    const { id } = await paidBoost(db, agencyId, [sale]);
    await expect(pauseBoost(db, actor(), String(id))).rejects.toMatchObject({
      spec: { code: 'BOOST_STATUS' },
    });
    await expect(resumeBoost(db, actor(), String(id))).rejects.toMatchObject({
      spec: { code: 'BOOST_STATUS' },
    });
    const stranger = { agencyId: asAgencyId(agencyId + 1), name: 'Autre' };
    for (const change of [pauseBoost, resumeBoost, stopBoost])
      for (const word of [String(id), '0', 'abc', `${id} or 1=1`])
        await expect(change(db, stranger, word)).rejects.toMatchObject({ spec: { code: 'BOOST_UNKNOWN' } });
  });
});

describe('a stop', () => {
  test('before the first day gives everything back', async () => {
    const { id } = await paidBoost(db, agencyId, [sale]);
    await stopBoost(db, actor(), String(id));
    expect(await read(id)).toMatchObject({
      status: 'inactive',
      endedBecause: 'cancelled',
      settledAt: expect.any(Date),
    });
    expect(await inTx((tx) => unspentOf(tx, id))).toEqual({ unspent: 5_000, began: false });
    expect(await told()).toEqual([]);
    await expect(stopBoost(db, actor(), String(id))).rejects.toMatchObject({
      spec: { code: 'BOOST_STATUS' },
    });
  });

  test('after it gives back what the network did not spend, once its figures are in', async () => {
    const { id } = await shownBoost();
    moveClock(2 * DAY_MS);
    await stopBoost(db, actor(), String(id));
    expect(await read(id)).toMatchObject({ status: 'completed', endedBecause: 'stopped', settledAt: null });
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).toBeNull();
    const { startedAt, endedAt } = await read(id);
    const days: string[] = [];
    for (let at = startedAt!.getTime(); at <= endedAt!.getTime() + DAY_MS; at += DAY_MS / 2) {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at);
      if (!days.includes(day) && at <= endedAt!.getTime()) days.push(day);
    }
    await recordFigures(
      db,
      id,
      days.map((day) => ({ day, impressions: 100, reach: 90, clicks: 3, spend: 700 })),
    );
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).not.toBeNull();
    expect(await inTx((tx) => unspentOf(tx, id))).toEqual({
      unspent: 5_000 - 700 * days.length,
      began: true,
    });
  });

  test('during a pause asks nothing of the days of that pause, and gives their share back', async () => {
    const { id } = await shownBoost();
    moveClock(2 * DAY_MS);
    await pauseBoost(db, actor(), String(id));
    moveClock(9 * DAY_MS);
    await stopBoost(db, actor(), String(id));
    const { startedAt, pausedAt } = await read(id);
    const days = shownDays({ startedAt, endedAt: pausedAt! });
    expect((await handQueue(db)).find(({ kind }) => kind === 'figures')?.days).toEqual(days);
    await recordFigures(
      db,
      id,
      days.map((day) => ({ day, impressions: 100, reach: 90, clicks: 3, spend: 500 })),
    );
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).not.toBeNull();
    expect(await inTx((tx) => unspentOf(tx, id))).toEqual({
      unspent: 5_000 - 500 * days.length,
      began: true,
    });
  });

  test('half-way through days of which half were given gives half back', async () => {
    const { id } = await shownBoost([sale], { freeDays: 7 });
    moveClock(7 * DAY_MS);
    await stopBoost(db, actor(), String(id));
    const { startedAt, endedAt } = await read(id);
    const days = shownDays({ startedAt, endedAt: endedAt! }).map((day, rank) => ({
      day,
      impressions: 1,
      reach: 1,
      clicks: 0,
      // The network has 100 € for fourteen days.
      spend: rank === 0 ? 5_000 : 0,
    }));
    await upsertDays(db, id, days, clock.now());
    expect(await inTx((tx) => unspentOf(tx, id))).toEqual({ unspent: 2_500, began: true });
  });

  test('is not of what waits for its payment', async () => {
    const { id } = await orderedBoost(db, agencyId, [sale]);
    await expect(stopBoost(db, actor(), String(id))).rejects.toMatchObject({
      spec: { code: 'BOOST_STATUS' },
    });
    expect(await inTx((tx) => unspentOf(tx, id))).toBeNull();
  });
});

describe('without figures', () => {
  test('an account is closed 48 hours after the end, days not begun being unspent', async () => {
    const { id } = await shownBoost();
    moveClock(2.5 * DAY_MS);
    await stopBoost(db, actor(), String(id));
    moveClock(4.4 * DAY_MS);
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).toBeNull();
    moveClock(4.6 * DAY_MS);
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).not.toBeNull();
    // Three of seven days began.
    expect(await inTx((tx) => unspentOf(tx, id))).toEqual({ unspent: 2_857, began: true });
  });

  test('of Meta, those of the last day count from a day later', async () => {
    const { id, startedAt } = await shownBoost();
    await sql`update boost set publisher = 'meta' where id = ${id}`.execute(db);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(startedAt!);
    await stopBoost(db, actor(), String(id));
    const report = () =>
      upsertDays(db, id, [{ day, impressions: 1, reach: 1, clicks: 0, spend: 10 }], clock.now());
    await report();
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).toBeNull();
    moveClock(25 * HOUR_MS);
    await report();
    await settleBoosts(db, clock.now());
    expect((await read(id)).settledAt).not.toBeNull();
  });
});

describe('what can no longer be shown', () => {
  test.each([
    ['sold', 'sold'],
    ['rented', 'sold'],
    ['under_offer', 'sold'],
    ['withdrawn', 'withdrawn'],
    ['suspended', 'withdrawn'],
    ['expired', 'withdrawn'],
    ['refused', 'unlawful'],
  ] as const)('%s ends its boost, because %s', async (status, because) => {
    const boost = await shownBoost();
    await give(db, sale, status);
    await stopUnshowable(db, clock.now());
    expect(await read(boost.id)).toMatchObject({ status: 'completed', endedBecause: because });
    expect((await told()).map(({ event }) => event)).toEqual(['boostStarted', 'boostEnded']);
    await stopUnshowable(db, clock.now());
    expect(await told()).toHaveLength(2);
  });

  test.each(runningStatuses.filter((status) => status !== 'active' && status !== 'paused'))(
    'ends a boost that is %s and never began: it is credited whole',
    async (status) => {
      const { id } = await paidBoost(db, agencyId, [sale]);
      await put(id, status);
      await give(db, sale, 'sold');
      await stopUnshowable(db, clock.now());
      expect(await read(id)).toMatchObject({ status: 'inactive', endedBecause: 'sold' });
      expect(await inTx((tx) => unspentOf(tx, id))).toEqual({ unspent: 5_000, began: false });
    },
  );

  test('leaves a boost of several, which goes on with the others and ends with the last', async () => {
    const { id } = await shownBoost([sale, rental]);
    await give(db, sale, 'under_offer');
    await stopUnshowable(db, clock.now());
    expect((await read(id)).status).toBe('active');
    expect(await selectBoostListings(db, [id])).toMatchObject([
      { listingId: sale, droppedBecause: 'sold' },
      { listingId: rental, droppedBecause: null },
    ]);
    await give(db, rental, 'rented');
    await stopUnshowable(db, clock.now());
    expect(await read(id)).toMatchObject({ status: 'completed', endedBecause: 'sold' });
  });

  test('during a pause ends it too', async () => {
    const { id } = await shownBoost();
    await pauseBoost(db, actor(), String(id));
    await give(db, sale, 'sold');
    await stopUnshowable(db, clock.now());
    expect(await read(id)).toMatchObject({ status: 'completed', endedBecause: 'sold' });
  });
});

test('a boost ordered for a day to come begins on that day in Paris', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now() + 3 * DAY_MS);
  const { id } = await shownBoost([sale], { startOn: day });
  expect(await read(id)).toMatchObject({ status: 'synced', startedAt: null });
  await followCourse(db, clock.now());
  expect((await read(id)).status).toBe('synced');
  moveClock(3 * DAY_MS);
  await followCourse(db, clock.now());
  const begun = await read(id);
  expect(begun.status).toBe('active');
  expect(begun.endsAt!.getTime() - begun.startedAt!.getTime()).toBe(7 * DAY_MS);
  expect(await movesOf(db, id)).toEqual([
    'pending',
    'pending new',
    'new syncing',
    'syncing synced',
    'synced active',
  ]);
});

test('its agency is told of its beginning and of its end, once each, by the mail it chose', async () => {
  const { reference } = await shownBoost();
  moveClock(8 * DAY_MS);
  for (const _ of [1, 2]) await followCourse(db, clock.now());
  expect(await told()).toEqual([
    { event: 'boostStarted', title: expect.stringContaining(`Boost ${reference} démarré`) },
    { event: 'boostEnded', title: `Boost ${reference} terminé\u00a0: Sa durée est passée.` },
  ]);
  const { rows } = await sql<{ mail: string; path: string }>`
    select mail, path from agency_notification where key like '%ended'`.execute(db);
  expect(rows).toEqual([{ mail: 'due', path: `/agence/arenes/boosts?boost=${reference}` }]);
});

test('what ended does not end again', async () => {
  const { id } = await shownBoost();
  await stopBoost(db, actor(), String(id));
  await expect(
    inTx(async (tx) => endBoost(tx, (await lockBoost(tx, id))!, 'over', { author: 'essai' }, clock.now())),
  ).rejects.toMatchObject({ spec: { code: 'BOOST_STATUS' } });
});
