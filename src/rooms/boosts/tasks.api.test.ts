import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, give, paidBoost } from '../../../tests/kit/boosts.ts';
import { lawfulSale } from '../../../tests/kit/law.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { pauseBoost, resumeBoost, stopBoost } from './boosts.server.ts';
import { selectBoost } from './boosts.sql.server.ts';
import type { Boost } from './contract.ts';
import { followCourse, settleBoosts, stopUnshowable } from './course.server.ts';
import { BOOSTS_PAGE, type QueuedTask, type TaskKind, tasks } from './tasks.ts';

const DAY_MS = 86_400_000;
const headers = { authorization: `Basic ${Buffer.from('claire:Motdepasse1').toString('base64')}` };
let site: TestApp;
let own: Awaited<ReturnType<typeof lawfulSpace>>;
let [sale, second] = [0, 0];

beforeAll(async () => {
  site = await testApp({
    PUBLIC_URL: 'https://vigie.example',
    ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}`,
  });
  own = await lawfulSpace(site, 'Agence du Port', 'port@essai.test');
  [sale = 0, second = 0] = await boostable(site.db, own.agency.id, [lawfulSale('A'), lawfulSale('B')]);
});
afterEach(async () => {
  moveClock(0);
  for (const id of [sale, second]) await give(site.db, id, 'online');
  await sql`truncate boost cascade`.execute(site.db);
});

const ask = (method: 'GET' | 'PATCH', url: string, body?: object) =>
  site.call(method, `/api/admin/boosts${url}`, { headers, ...(body ? { body } : {}) });
const act = (reference: string, body: object) => ask('PATCH', `/${reference}`, body);
const queue = async (words = ''): Promise<QueuedTask[]> => (await ask('GET', words)).json.data.tasks;
const kinds = async (words = '') => (await queue(words)).map(({ kind }) => kind);
const ofAgency = async (): Promise<Boost[]> =>
  (await site.call('GET', '/api/agence/boosts', { cookie: own.cookie })).json.data.boosts;
const actor = () => ({ agencyId: asAgencyId(own.agency.id), name: 'Agence du Port' });
/** What the audit says of a boost, the oldest first. */
async function audited(reference: string) {
  const { json } = await site.call('GET', `/api/admin/audit?subject=boost&id=${reference}`, { headers });
  return (
    json.data.entries as { action: string; administrator: string; after: object | null }[]
  ).toReversed();
}
const rows = async (table: 'boost_day' | 'boost_event') =>
  (await sql`select from ${sql.table(table)}`.execute(site.db)).rows.length;

describe('a boost published by hand, call after call', () => {
  test('is published once, and its figures are those that its agency reads', async () => {
    const { id, reference } = await paidBoost(site.db, own.agency.id, [sale]);
    expect(await kinds()).toEqual(['publish']);
    const published = { act: 'done', task: 'publish', url: 'https://www.facebook.com/ads/1' };
    const first = await act(reference.toLowerCase(), published);
    expect(first.json.data).toEqual({ reference, status: 'active', done: ['publish'] });
    // The same again: the address is noted already, and nothing else is asked.
    expect((await act(reference, published)).json.data.done).toEqual([]);
    const again = await act(reference, { act: 'done', task: 'publish' });
    expect([again.status, again.json.code]).toEqual([409, 'BOOST_STATUS']);
    expect(await kinds()).toEqual([]);
    const { startedAt } = (await selectBoost(site.db, id))!;
    const { day } = parisDay(startedAt!);

    moveClock(DAY_MS);
    const [asked, ...others] = await queue();
    expect([asked!.kind, asked!.days[0], others]).toEqual(['figures', day, []]);
    const days = asked!.days.map((one) => ({
      day: one,
      impressions: 1_200,
      reach: 900,
      clicks: 31,
      spend: 724,
    }));
    for (let time = 0; time < 2; time += 1)
      expect((await act(reference, { act: 'figures', days })).status).toBe(200);
    const left = (await queue()).flatMap((task) => task.days);
    expect(left.filter((one) => days.some((told) => told.day === one))).toEqual([]);
    moveClock(0);
    const [boost] = await ofAgency();
    expect([boost!.status, boost!.url, boost!.ledger]).toEqual([
      'active',
      'https://www.facebook.com/ads/1',
      days.map((one) => ({ ...one, leads: 0 })),
    ]);
    expect(await rows('boost_day')).toBe(days.length);
    expect((await audited(reference)).map(({ action, administrator }) => [action, administrator])).toEqual([
      ['boost.task', 'claire'],
      ['boost.figures', 'claire'],
    ]);
  });

  test('pressed twice at once, is published once', async () => {
    const { reference } = await paidBoost(site.db, own.agency.id, [sale]);
    const done = { act: 'done', task: 'publish' };
    const answers = await Promise.all([act(reference, done), act(reference, done)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    // pending, new, syncing, synced, active.
    expect(await rows('boost_event')).toBe(5);
    expect(await audited(reference)).toHaveLength(1);
  });

  test('is told done by what the queue asks, and by nothing else', async () => {
    const { id, reference } = await paidBoost(site.db, own.agency.id, [sale]);
    await act(reference, { act: 'done', task: 'publish' });
    await pauseBoost(site.db, actor(), String(id));
    const wrong = await act(reference, { act: 'done', task: 'stop' });
    expect([wrong.status, wrong.json.message?.replaceAll('\u00a0', ' ')]).toEqual([
      409,
      'La file ne demande pas « à arrêter » de ce boost. Elle demande : « à mettre en pause ».',
    ]);
    expect((await act(reference, { act: 'done', task: 'pause' })).json.data.done).toEqual(['pause']);
  });

  test('that the network refuses ends with a reason, once', async () => {
    const { reference } = await paidBoost(site.db, own.agency.id, [sale]);
    expect((await act(reference, { act: 'refuse', reason: 'non' })).status).toBe(400);
    const refusal = { act: 'refuse', reason: 'La page de l’agence est suspendue.' };
    expect((await act(reference, refusal)).json.data.status).toBe('inactive');
    expect((await act(reference, refusal)).json.code).toBe('BOOST_STATUS');
    expect((await ofAgency())[0]).toMatchObject({ status: 'inactive', endedBecause: 'refused' });
    expect((await audited(reference)).map(({ action }) => action)).toEqual(['boost.refused']);
  });

  test('in error is sent again once, and only then', async () => {
    const { id, reference } = await paidBoost(site.db, own.agency.id, [sale]);
    expect((await act(reference, { act: 'retry' })).json.code).toBe('BOOST_STATUS');
    await sql`update boost set status = 'sync_error', publisher = 'meta', failure = 'Jeton expiré.', next_attempt_at = null
      where id = ${id}`.execute(site.db);
    expect(await kinds()).toEqual(['look']);
    for (let time = 0; time < 2; time += 1) expect((await act(reference, { act: 'retry' })).status).toBe(200);
    expect((await audited(reference)).map(({ action }) => action)).toEqual(['boost.retried']);
    expect((await selectBoost(site.db, id))!.nextAttemptAt).not.toBeNull();
  });

  test.each([
    ['a day before its first', { day: '2020-01-01' }, 'diffusé'],
    ['more clicks than views', { clicks: 11 }, 'plus de personnes'],
    ['a negative number', { clicks: -1 }, ''],
    ['half a cent', { spend: 1.5 }, ''],
  ] as const)('takes no figures of %s', async (_, wrong, said) => {
    const { id, reference } = await paidBoost(site.db, own.agency.id, [sale]);
    await act(reference, { act: 'done', task: 'publish' });
    const { day } = parisDay((await selectBoost(site.db, id))!.startedAt!);
    const figures = { day, impressions: 10, reach: 5, clicks: 1, spend: 100, ...wrong };
    const { status, json } = await act(reference, { act: 'figures', days: [figures] });
    expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(JSON.stringify(json)).toContain(said);
    expect(await rows('boost_day')).toBe(0);
  });

  test('takes no day twice', async () => {
    const { id, reference } = await paidBoost(site.db, own.agency.id, [sale]);
    await act(reference, { act: 'done', task: 'publish' });
    const { day } = parisDay((await selectBoost(site.db, id))!.startedAt!);
    const figures = { day, impressions: 10, reach: 5, clicks: 1, spend: 100 };
    const { status, json } = await act(reference, { act: 'figures', days: [figures, figures] });
    expect([status, json.message]).toEqual([400, `Le ${day} est donné deux fois.`]);
    expect(await rows('boost_day')).toBe(0);
  });
});

describe('what is read to publish one', () => {
  test('is its texts, its pictures and all of it in one file', async () => {
    const { reference } = await paidBoost(site.db, own.agency.id, [sale, second]);
    const { data } = (await ask('GET', `/${reference}`)).json;
    expect(data.boost.reference).toBe(reference);
    expect(data.tasks).toEqual([{ kind: 'publish', listings: [sale, second], days: [] }]);
    expect(data.brief.replaceAll('\u00a0', ' ')).toContain('Catégorie spéciale : Logement (obligatoire)');
    expect(data.ads.map(({ listing }: { listing: number }) => listing)).toEqual([sale, second]);
    expect(data.ads[0].caption).toContain('Annonce sponsorisée');
    expect(data.ads[0].link).toMatch(/^https:\/\/vigie\.example\/annonce\/\d+\?boost=/);
    expect(data.may).toEqual({ retry: false, refuse: true });
    const picture = await site.app.inject({
      url: `/api/admin/boosts/${reference}/creative?listing=${sale}&format=story`,
      headers,
    });
    const { width, height } = await sharp(picture.rawPayload).metadata();
    expect([picture.headers['content-type'], width, height]).toEqual(['image/jpeg', 1080, 1920]);
    const zip = await site.app.inject({ url: `/api/admin/boosts/${reference}/package.zip`, headers });
    expect(zip.headers['content-disposition']).toContain(`${reference}.zip`);
    for (const name of ['consignes.txt', `annonce-${sale}-fil-1080x1080.jpg`, `annonce-${second}.txt`])
      expect(zip.rawPayload.includes(`${reference}/${name}`)).toBe(true);
  });

  test('is nothing of another boost, nor of what ended', async () => {
    const { id, reference } = await paidBoost(site.db, own.agency.id, [sale]);
    const creative = await ask('GET', `/${reference}/creative?listing=${second}&format=feed`);
    expect([creative.status, creative.json.code]).toEqual([404, 'BOOST_CREATIVE']);
    expect((await ask('GET', '/BST-AAAAAAAA')).json.code).toBe('BOOST_UNKNOWN');
    await act(reference, { act: 'done', task: 'publish' });
    moveClock(8 * DAY_MS);
    await followCourse(site.db, clock.now());
    expect((await selectBoost(site.db, id))!.status).toBe('completed');
    const { data } = (await ask('GET', `/${reference}`)).json;
    expect([data.brief, data.ads, data.may.refuse]).toEqual([null, [], false]);
    expect(data.events.map(({ to }: { to: string }) => to)).toEqual([
      'pending',
      'new',
      'syncing',
      'synced',
      'active',
      'completed',
    ]);
    expect((await ask('GET', `/${reference}/package.zip`)).json.code).toBe('BOOST_PACKAGE');
    moveClock(12 * DAY_MS);
    await settleBoosts(site.db, clock.now());
    expect((await ask('GET', `/${reference}`)).json.data.days).toEqual([]);
  });
});

describe('lists of boosts', () => {
  test('are found by reference, agency, task and status', async () => {
    const one = await paidBoost(site.db, own.agency.id, [sale]);
    const other = await paidBoost(site.db, own.agency.id, [second]);
    await act(other.reference, { act: 'done', task: 'publish' });
    const all = async (words: string) =>
      ((await ask('GET', `?vue=tous${words}`)).json.data.boosts as { reference: string }[]).map(
        ({ reference }) => reference,
      );
    expect(await all('')).toEqual([other.reference, one.reference]);
    expect(await all('&statut=active')).toEqual([other.reference]);
    expect(await all(`&q=${one.reference.toLowerCase()}`)).toEqual([one.reference]);
    expect(await all('&q=port')).toEqual([other.reference, one.reference]);
    expect(await all(`&q=${own.agency.ownerReference}`)).toHaveLength(2);
    expect(await all('&q=inconnue')).toEqual([]);
    expect(await all('&q=%25')).toEqual([]);
    expect(await kinds('?tache=publish')).toEqual(['publish']);
    expect(await kinds('?tache=stop')).toEqual([]);
    expect(await kinds('?q=inconnue')).toEqual([]);
  });

  test('filtered by a task hold all that asks for it, whatever happened to the boosts', async () => {
    const everyTask = async () => {
      // Figures are asked of the days that are over, and a day may end meanwhile.
      const all = (await kinds()).filter((kind) => kind !== 'figures');
      for (const kind of (Object.keys(tasks) as TaskKind[]).filter((one) => one !== 'figures'))
        expect([kind, await kinds(`?tache=${kind}`)]).toEqual([kind, all.filter((one) => one === kind)]);
      return all.toSorted((a, b) => a.localeCompare(b));
    };
    const publish = async (listings: number[]) => {
      const boost = await paidBoost(site.db, own.agency.id, listings);
      await act(boost.reference, { act: 'done', task: 'publish' });
      return boost;
    };
    const [running, paused, resumed, leaving, changed] = [
      await publish([sale]),
      await publish([sale]),
      await publish([sale]),
      await publish([sale, second]),
      await publish([sale]),
    ];
    await pauseBoost(site.db, actor(), String(paused.id));
    await pauseBoost(site.db, actor(), String(resumed.id));
    await act(resumed.reference, { act: 'done', task: 'pause' });
    await resumeBoost(site.db, actor(), String(resumed.id));
    await sql`update boost_listing set current_as = null where boost_id = ${changed.id}`.execute(site.db);
    await paidBoost(site.db, own.agency.id, [sale]);
    const broken = await paidBoost(site.db, own.agency.id, [sale]);
    await sql`update boost set status = 'sync_error' where id = ${broken.id}`.execute(site.db);
    await give(site.db, second, 'sold');
    await stopUnshowable(site.db, clock.now());
    expect((await selectBoost(site.db, leaving.id))!.status).toBe('active');
    expect(await everyTask()).toEqual(['look', 'pause', 'publish', 'remove', 'resume', 'update']);
    await stopBoost(site.db, actor(), String(running.id));
    expect(await everyTask()).toContain('stop');
    expect(await kinds('?tache=figures')).toContain('figures');
    moveClock(2 * DAY_MS);
    await resumeBoost(site.db, actor(), String(paused.id));
    expect((await everyTask()).filter((kind) => kind === 'extend')).toEqual(['extend']);
  });

  test('are read by pages, each boost once, and whole in a file', async () => {
    const references: string[] = [];
    for (let each = 0; each < BOOSTS_PAGE + 2; each += 1)
      references.push((await paidBoost(site.db, own.agency.id, [sale])).reference);
    for (const [view, order] of [
      ['', references],
      ['vue=tous', references.toReversed()],
    ] as const) {
      const read: string[] = [];
      let apres = '';
      for (;;) {
        const { data } = (await ask('GET', `?${view}${apres}`)).json;
        const page = [...data.tasks.map((task: QueuedTask) => task.boost), ...data.boosts];
        read.push(...page.map(({ reference }: { reference: string }) => reference));
        if (data.next === null) break;
        apres = `&apres=${data.next}`;
      }
      expect(read).toEqual(order);
      const file = (await site.call('GET', `/api/admin/boosts.csv?${view}`, { headers })).json.data as string;
      expect(file.trimEnd().split('\r\n')).toHaveLength(references.length + 1);
    }
  });

  test('are for administrators', async () => {
    const { reference } = await paidBoost(site.db, own.agency.id, [sale]);
    for (const url of ['', '.csv', `/${reference}`, `/${reference}/package.zip`]) {
      const answer = await site.call('GET', `/api/admin/boosts${url}`, { cookie: own.cookie });
      expect([url, answer.status]).toEqual([url, 401]);
    }
  });
});
