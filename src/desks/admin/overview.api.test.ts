import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dayBefore, parisDay, parisMidnight } from '#contract/day.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { switchService } from '#rooms/administrators/switches.server.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, give } from '../../../tests/kit/boosts.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import type { Dashboard, Figure } from './contract.ts';
import { overview } from './overview.server.ts';

const HOUR_MS = 3_600_000;
const DAYS = 30;
const headers = { authorization: `Basic ${Buffer.from('admin:Vigie2026').toString('base64')}` };
const { seed, int } = chanceOf();
console.info(`SEED=${seed}`);

let site: TestApp;
let agencyId = 0;
let listingId = 0;

/** At noon: however slowly the test goes, its day does not end. */
const NOON = Date.parse('2026-11-18T11:00:00Z');
const today = '2026-11-18';
const atNoon = () => moveClock(NOON - Date.now());

beforeAll(async () => {
  site = await testApp();
  atNoon();
  agencyId = (await lawfulAgency(site.db, 'arenes', { name: 'Agence des Arènes' })).id;
  [listingId = 0] = await boostable(site.db, agencyId, [flat('B1')]);
});
afterEach(() => moveClock(0));

const read = async (days = DAYS): Promise<Dashboard> => {
  atNoon();
  return overview(site.db, days);
};

/** Moments of so many days ago, at any hour in Paris, the first and the last minute of the day among them. */
function momentsOf(daysAgo: number, count: number): Date[] {
  const begins = parisMidnight(dayBefore(today, daysAgo)).getTime();
  const ends = parisMidnight(dayBefore(today, daysAgo - 1)).getTime();
  // Of today, only what has come.
  const last = Math.min(ends, NOON) - 60_000;
  return Array.from(
    { length: count },
    (_, rank) => new Date(rank === 0 ? begins : rank === 1 ? last : int(begins, last)),
  );
}

/** Rows of each day of the period and of as long before it, and what the figure must be. */
async function laid(lay: (at: Date, rank: number) => Promise<number>) {
  const series: number[] = [];
  let before = 0;
  let rank = 0;
  for (let daysAgo = 2 * DAYS; daysAgo >= 0; daysAgo -= 1) {
    // A day may have nothing. What is older than both periods counts in neither.
    let sum = 0;
    for (const at of momentsOf(daysAgo, int(0, 3))) sum += await lay(at, (rank += 1));
    if (daysAgo >= 2 * DAYS) continue;
    if (daysAgo >= DAYS) before += sum;
    else series.push(sum);
  }
  return { before, series };
}

function expectFigure({ now, before, series }: Figure, wanted: { before: number; series: number[] }) {
  expect(series.map(({ value }) => value)).toEqual(wanted.series);
  expect(series.map(({ day }) => day)).toEqual(
    Array.from({ length: DAYS }, (_, rank) => dayBefore(today, DAYS - 1 - rank)),
  );
  expect([now, before]).toEqual([wanted.series.reduce((sum, value) => sum + value, 0), wanted.before]);
}

describe('figures by day in Paris, beside as long before', () => {
  test('accounts', async () => {
    await site.db.deleteFrom('account').execute();
    const wanted = await laid(async (at, rank) => {
      await sql`insert into account (email, first_name, last_name, created_at)
        values (${`compte${rank}@essai.test`}, 'Camille', 'Essai', ${at})`.execute(site.db);
      return 1;
    });
    expectFigure((await read()).figures.accounts, wanted);
    // The call that only counts registrations says the same.
    const { json } = await site.call('GET', `/api/admin/dashboard/registrations?days=${DAYS}`, { headers });
    expect(json.data.days).toHaveLength(DAYS);
  });

  test('leads', async () => {
    await site.db.deleteFrom('lead').execute();
    const wanted = await laid(async (at, rank) => {
      await sql`insert into lead (listing_id, agency_id, listing_reference, source, status, request, first_name, last_name,
          email, created_at, keep_until)
        values (${listingId}, ${agencyId}, 'B1', 'listing_form', 'new', 'visit', 'Adèle', 'Fontanel',
          ${`adele${rank}@essai.test`}, ${at}, '2029-01-01')`.execute(site.db);
      return 1;
    });
    expectFigure((await read()).figures.leads, wanted);
  });

  test('mails that were sent, and how late', async () => {
    await site.db.deleteFrom('mailOutbox').execute();
    const mail = (said: { at: Date; rank: number; status: string; lateSeconds?: number }) =>
      sql`insert into mail_outbox (dedupe_key, stream, recipient, subject, html, text, message_key, status, attempts,
          next_at, created_at, sent_at)
        values (${`essai:${said.rank}`}, 'essai', 'adele@essai.test', 'Essai', '<p>', 'Essai',
          md5(${`essai:${said.rank}`}), ${said.status}, 1, ${said.at}, ${said.at},
          ${said.status === 'sent' ? new Date(said.at.getTime() + (said.lateSeconds ?? 5) * 1000) : null})`.execute(
        site.db,
      );
    const wanted = await laid(async (at, rank) => {
      // The last day is that of the delays, below.
      if (at.getTime() > NOON - 25 * HOUR_MS) return 0;
      const status = int(0, 4) === 0 ? 'failed' : 'sent';
      await mail({ at, rank, status });
      return status === 'sent' ? 1 : 0;
    });
    const recent = new Date(NOON - 6 * HOUR_MS);
    for (const [rank, lateSeconds] of [2, 4, 6, 8, 600].entries())
      await mail({ at: recent, rank: 10_000 + rank, status: 'sent', lateSeconds });
    wanted.series[DAYS - 1]! += 5;
    const { figures, mail: health } = await read();
    expectFigure(figures.mails, wanted);
    expect(health.medianDelay).toBe(6);
    expect(health.longDelay).toBeGreaterThan(8);
    // A year of them is all there is.
    expect((await read(365)).figures.mails.before).toBeNull();
    expect((await read(90)).figures.mails.before).not.toBeNull();
  });

  test('a day begins and ends at midnight in Paris, whatever the clock of winter', async () => {
    await site.db.deleteFrom('account').execute();
    // 2026-10-25 lasts 25 hours there.
    for (const [rank, at] of [
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
    ].entries())
      await sql`insert into account (email, first_name, last_name, created_at)
        values (${`heure${rank}@essai.test`}, 'Camille', 'Essai', ${new Date(at)})`.execute(site.db);
    const { series } = (await read()).figures.accounts;
    const of = (day: string) => series.find((one) => one.day === day)?.value;
    expect([of('2026-10-24'), of('2026-10-25'), of('2026-10-26')]).toEqual([0, 2, 1]);
  });
});

describe('what there is, and what waits', () => {
  test('homes on line are those of the tally, and what is kept off line is counted', async () => {
    const before = (await read()).stock;
    const [first = 0, second = 0] = await boostable(site.db, agencyId, [flat('C1'), flat('C2')]);
    expect((await read()).stock.online).toBe(before.online + 2);
    await give(site.db, first, 'refused');
    await give(site.db, second, 'pending');
    expect((await read()).stock).toMatchObject({
      online: before.online,
      refused: before.refused + 1,
      waiting: before.waiting + 1,
    });
  });

  test('each kind says how many, since when, and when one was last done', async () => {
    atNoon();
    const now = clock.now();
    const line = async (kind: string) => (await read()).todo.find((one) => one.kind === kind)!;
    expect(await line('claims')).toMatchObject({ count: 0, since: null, last: null });
    const proven = new Date(now.getTime() - 50 * HOUR_MS);
    await sql`insert into agency_registration (email, name, agency_id, created_at, proven_at)
      values ('moi@essai.test', 'Agence des Arènes', ${agencyId}, ${proven}, ${proven})`.execute(site.db);
    expect(await line('claims')).toMatchObject({ count: 1, since: proven.toISOString() });
    await site.db.updateTable('agencyRegistration').set({ settledAt: now, outcome: 'refused' }).execute();
    atNoon();
    await site.db.transaction().execute((tx) =>
      recordAction(tx, {
        by: asAdministratorName('claire'),
        action: 'agency.claim',
        subject: { kind: 'agency', id: agencyId, label: 'Agence des Arènes' },
        reason: 'Les papiers n’y sont pas.',
      }),
    );
    expect(await line('claims')).toMatchObject({ count: 0, since: null, last: { by: 'claire' } });
  });

  test('a closed service is said, and queues are there by name', async () => {
    await switchService(site.db, {
      room: 'imports',
      closed: true,
      words: 'De retour ce soir.',
      reason: 'Une panne du transporteur.',
      by: asAdministratorName('claire'),
    });
    const { switches, queues, failingTasks } = await read();
    expect(switches.filter(({ closed }) => closed).map(({ room }) => room)).toEqual(['imports']);
    expect(queues.find(({ name }) => name === 'imports')).toEqual({
      name: 'imports',
      waiting: 0,
      running: 0,
      oldest: null,
    });
    // No worker ever ran here.
    expect(failingTasks).toBe(0);
  });
});

describe('GET /admin/dashboard', () => {
  test.each([
    ['', 30],
    ['?days=7', 7],
    ['?days=365', 365],
    ['?days=0', 30],
    ['?days=1000', 30],
    ['?days=1.5', 30],
    ['?days=hier', 30],
    ['?days=', 30],
  ])('%j is read over %i days', async (query, days) => {
    const { status, json } = await site.call('GET', `/api/admin/dashboard${query}`, { headers });
    expect(status).toBe(200);
    expect(json.data.figures.accounts.series).toHaveLength(days);
    // The last one is the day at which it was read.
    expect(json.data.figures.accounts.series.at(-1).day).toBe(parisDay(new Date(json.data.at)).day);
  });

  test('is for administrators', async () => {
    expect((await site.call('GET', '/api/admin/dashboard')).status).toBe(401);
    expect((await site.call('GET', '/api/admin/service')).status).toBe(401);
  });
});
