import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulSale } from '../../../tests/kit/law.ts';
import { type NotificationSettings, usualSettings } from './contract.ts';
import {
  notifyAgencies,
  recordNotifications,
  routeNotification,
  sendDigests,
  sendTimeOf,
} from './notifications.server.ts';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
let listing = 0;

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence des Quais', 'quais@essai.test');
  other = await joined(site, 'Agence Lointaine', 'loin@essai.test');
  const drafts = [cleared(lawfulSale('q', { reference: 'QUAI-1' }))];
  const { outcomes } = await site.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId: own.agency.id, source: 'poliris', run: null, now: new Date(), drafts }),
    );
  listing = outcomes.get('q')!.id;
});

afterEach(async () => {
  moveClock(0);
  await sql`truncate agency_notification, agency_notification_setting, agency_digest, mail_outbox, lead cascade`.execute(
    site.db,
  );
});

const put = (settings: unknown, cookie = own.cookie) =>
  site.call('PUT', '/api/agence/notification-settings', { body: settings, cookie });
const settingsWith = (changes: Partial<NotificationSettings>) => ({ ...usualSettings, ...changes });
const withChannels = (channels: Partial<NotificationSettings['channels']>) =>
  settingsWith({ channels: { ...usualSettings.channels, ...channels } });
const moveTo = (iso: string) => moveClock(Date.parse(iso) - Date.now());
const mails = () =>
  site.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'nextAt'])
    .where('recipient', 'not like', 'sidonie%')
    .orderBy('id')
    .execute();
const history = async (cookie = own.cookie) =>
  (await site.call('GET', '/api/agence/notifications', { cookie })).json.data;
let people = 0;
async function write() {
  people += 1;
  const { status } = await site.call('POST', `/api/listings/${listing}/leads`, {
    body: {
      firstName: 'Sidonie',
      lastName: 'Secretan',
      email: `sidonie${people}@essai.test`,
      phone: '06 12 34 56 78',
      message: `Peut-on le visiter samedi, vers ${people} heures ?`,
    },
  });
  expect(status).toBe(200);
}
const leadStatus = async () =>
  (await site.db.selectFrom('lead').select('status').orderBy('id', 'desc').executeTakeFirstOrThrow()).status;

describe('the settings of an agency', () => {
  it('are the usual ones, then those it chose, and nobody else’s', async () => {
    const get = (cookie: string) => site.call('GET', '/api/agence/notification-settings', { cookie });
    expect((await get(own.cookie)).json.data).toEqual(usualSettings);
    const chosen = settingsWith({
      recipients: ['login'],
      quiet: { from: 22, until: 7 },
      days: [1, 2],
    });
    for (const _ of [1, 2]) expect((await put(chosen)).json).toEqual({ success: true, data: chosen });
    expect((await get(other.cookie)).json.data).toEqual(usualSettings);
  });

  it('are taken as clients of before the administration of listings send them, and what they leave out stays', async () => {
    const { listingSuspended, listingReported, ...channels } = usualSettings.channels;
    const asked = { ...usualSettings, channels: { ...channels, importDone: 'digest' }, days: [1, 2, 3] };
    const { status, json } = await put(asked);
    expect([status, json.data]).toEqual([
      200,
      { ...asked, channels: { ...asked.channels, listingSuspended, listingReported } },
    ]);
    const { newLead: _, ...others } = channels;
    expect((await put({ ...usualSettings, channels: others })).status).toBe(400);
  });

  it('refuses what makes no sense, and a silence that the law forbids', async () => {
    for (const wrong of [
      {},
      settingsWith({ days: [] }),
      settingsWith({ days: [8] }),
      settingsWith({ recipients: [] }),
      // Nobody's address but the agency's own receives what people write to it.
      settingsWith({ recipients: ['quelqu-un@ailleurs.test' as never] }),
      settingsWith({ recipients: ['login', 'contact', 'login'] }),
      settingsWith({ quiet: { from: 7, until: 7 } }),
      settingsWith({ quiet: { from: -1, until: 24 } }),
      withChannels({ listingRefused: 'none' }),
      withChannels({ listingSuspended: 'none' }),
      withChannels({ newLead: 'push' as never }),
    ])
      expect((await put(wrong)).status).toBe(400);
  });
});

describe('a new lead', () => {
  it('is mailed at once as usual, and kept in the history of its agency only', async () => {
    await write();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['quais@essai.test']);
    const told = await history();
    expect([told.unread, told.notifications[0].title]).toEqual([1, 'Nouveau message à propos de QUAI-1']);
    expect(JSON.stringify(told)).not.toContain('Sidonie');
    expect((await history(other.cookie)).notifications).toEqual([]);
  });

  it('goes to the addresses that were chosen, or to none and waits in the inbox', async () => {
    await site.db
      .updateTable('agency')
      .set({ email: 'contact@essai.test' })
      .where('id', '=', own.agency.id)
      .execute();
    await put(settingsWith({ recipients: ['contact', 'login'] }));
    await write();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([
      'contact@essai.test',
      'quais@essai.test',
    ]);
    await site.db
      .updateTable('agency')
      .set({ email: 'quais@essai.test' })
      .where('id', '=', own.agency.id)
      .execute();
    for (const channel of ['none', 'digest'] as const) {
      await put(withChannels({ newLead: channel }));
      await write();
      expect([await leadStatus(), (await mails()).length]).toEqual(['new', 2]);
    }
  });

  it('waits for the end of quiet hours, in the inbox at once', async () => {
    await put(settingsWith({ quiet: { from: 22, until: 7 } }));
    moveTo('2026-12-08T22:30:00Z');
    await write();
    const [mail] = await mails();
    expect([mail?.nextAt.toISOString(), await leadStatus()]).toEqual(['2026-12-09T06:00:00.000Z', 'new']);
  });
});

describe('hours and days', () => {
  it.each([
    ['2026-12-08T12:10:00.000Z', { quiet: { from: 22, until: 7 } }, '2026-12-08T12:10:00.000Z'],
    ['2026-12-08T21:10:00.000Z', { quiet: { from: 22, until: 7 } }, '2026-12-09T06:00:00.000Z'],
    // A Saturday, for whoever works from Monday to Friday.
    ['2026-12-12T09:00:00.000Z', { days: [1, 2, 3, 4, 5] }, '2026-12-13T23:00:00.000Z'],
    // Paris has no two o’clock on 29 March 2026, and two of them on 25 October.
    ['2026-03-29T00:30:00.000Z', { quiet: { from: 22, until: 2 } }, '2026-03-29T01:00:00.000Z'],
    ['2026-10-24T23:30:00.000Z', { quiet: { from: 22, until: 3 } }, '2026-10-25T02:00:00.000Z'],
  ])('%s leaves, with %o, at %s', (now, when, expected) => {
    expect(sendTimeOf(new Date(now), { ...usualSettings, ...when }).toISOString()).toBe(expected);
  });
});

describe('events that another room finds', () => {
  const record = (...keys: string[]) =>
    site.db.transaction().execute((tx) =>
      recordNotifications(
        tx,
        'importTrouble',
        keys.flatMap((key) =>
          [own.agency.id, silent].map((agencyId) => ({
            agencyId,
            key,
            title: `Point ${key}`,
            page: '/leads',
          })),
        ),
        clock.now(),
      ),
    );
  let silent = 0;
  beforeAll(async () => {
    const { id } = await site.db
      .insertInto('agency')
      .values({ ownerReference: 'sans-espace', name: 'Agence sans espace', email: 'sans@essai.test' })
      .returning('id')
      .executeTakeFirstOrThrow();
    silent = id;
  });

  it('are recorded once, and mailed once and together, of agencies that have a space', async () => {
    await Promise.all([record('a', 'b'), record('a', 'b')]);
    await Promise.all([notifyAgencies(site.services), notifyAgencies(site.services)]);
    await record('a', 'b');
    await notifyAgencies(site.services);
    expect((await history()).notifications.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Point a',
      'Point b',
    ]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['quais@essai.test']);
    const { rows } = await sql`select from agency_notification where agency_id = ${silent}`.execute(site.db);
    expect(rows).toEqual([]);
  });

  it('wait for the digest, or are not mailed, as their agency chose', async () => {
    for (const channel of ['digest', 'none'] as const) {
      await put(withChannels({ importTrouble: channel }));
      await record(channel);
    }
    await notifyAgencies(site.services);
    expect(await mails()).toEqual([]);
    const { rows } = await sql<{ key: string; mail: string }>`
      select key, mail from agency_notification order by key`.execute(site.db);
    expect(rows).toEqual([
      { key: 'digest', mail: 'digest' },
      { key: 'none', mail: 'silent' },
    ]);
  });
});

describe('the digest of the day', () => {
  const later = (key: string) =>
    site.db.transaction().execute((tx) =>
      routeNotification(tx, {
        agencyId: asAgencyId(own.agency.id),
        event: 'lateLead',
        key,
        title: `Point ${key}`,
        page: '/leads',
      }),
    );
  const subject = (points: string) => `Votre résumé du jour\u00a0: ${points}`;

  it.each([
    ['an ordinary day', '2026-12-08T06:00:00Z', '2026-12-08T07:30:00Z', '2026-12-09T07:30:00Z'],
    ['the day of 23 hours', '2026-03-29T05:00:00Z', '2026-03-29T06:10:00Z', '2026-03-30T06:10:00Z'],
    ['the day of 25 hours', '2026-10-25T06:30:00Z', '2026-10-25T07:10:00Z', '2026-10-26T07:10:00Z'],
  ])('leaves once on %s, with all that waited', async (_, early, morning, next) => {
    moveTo(early);
    expect(await later('a')).toBeNull();
    await later('b');
    await later('b');
    await sendDigests(site.services);
    expect(await mails()).toEqual([]);
    moveTo(morning);
    await Promise.all([sendDigests(site.services), sendDigests(site.services)]);
    await later('c');
    await sendDigests(site.services);
    const subjects = async () =>
      (await mails()).map((mail) => mail.subject?.replace(/\u00a0point/, ' point'));
    expect(await subjects()).toEqual([subject('2 points')]);
    moveTo(next);
    await sendDigests(site.services);
    await sendDigests(site.services);
    expect(await subjects()).toEqual([subject('2 points'), subject('1 point')]);
  });
});

it('a digest leaves although a hundred agencies before it are in their quiet days', async () => {
  moveTo('2026-12-08T08:30:00Z');
  await sql`insert into agency (owner_reference, name, email)
    select 'calme-' || n, 'Agence calme', 'calme' || n || '@essai.test' from generate_series(1, 100) n`.execute(
    site.db,
  );
  const last = await joined(site, 'Agence Pressée', 'pressee@essai.test');
  await sql`insert into agency_notification_setting (agency_id, channels, recipients, days, updated_at)
    select id, '{}', '{contact}', '{7}', now() from agency where owner_reference like 'calme-%'`.execute(
    site.db,
  );
  await sql`insert into agency_notification (agency_id, event, key, title, path, at, mail)
    select id, 'lateLead', 'late:1', 'Point', '/agence', now(), 'digest'
    from agency where owner_reference like 'calme-%' or id = ${last.agency.id}`.execute(site.db);
  await sendDigests(site.services);
  const digests = (await mails()).filter(({ subject }) => subject?.startsWith('Votre résumé'));
  expect(digests.map(({ recipient }) => recipient)).toEqual(['pressee@essai.test']);
});

it('reads the history up to what its reader saw, thirty at a time, and only for its agency', async () => {
  await sql`insert into agency_notification (agency_id, event, key, title, path, at, mail)
    select ${own.agency.id}, 'importDone', 'k' || n, 'Point ' || n, '/agence', ${clock.now()}, 'silent'
    from generate_series(1, 45) n`.execute(site.db);
  const first = await history();
  expect([first.notifications.length, first.unread]).toEqual([30, 45]);
  const rest = await site.call('GET', `/api/agence/notifications?apres=${first.next}`, {
    cookie: own.cookie,
  });
  expect([rest.json.data.notifications.length, rest.json.data.next]).toEqual([15, null]);
  const read = (cookie: string, upTo: unknown) =>
    site.call('POST', '/api/agence/notifications/read', { body: { upTo }, cookie });
  await read(other.cookie, first.notifications[0].id);
  expect((await history()).unread).toBe(45);
  expect((await read(own.cookie, first.notifications[0].id)).json.data.unread).toBe(0);
  for (const wrong of [0, -1, 'x', null]) expect((await read(own.cookie, wrong)).status).toBe(400);
});
