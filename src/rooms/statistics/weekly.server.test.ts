import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulSale, receiveListings } from '../../../tests/kit/law.ts';
import { addViews } from './views.sql.server.ts';
import { queueWeekly } from './weekly.server.ts';

const never = new AbortController().signal;
let site: TestApp;
let agency: Awaited<ReturnType<typeof joined>>;
let listing = 0;

const at = (moment: string) => moveClock(Date.parse(moment) - Date.now());
const mails = () =>
  site.db
    .selectFrom('mailOutbox')
    .select(['dedupeKey', 'recipient', 'subject', 'text', 'headers', 'status'])
    .where('dedupeKey', 'like', 'weekly-report:%')
    .orderBy('id')
    .execute();
const carry = () => carryMails(site.services, never);

beforeAll(async () => {
  site = await testApp();
  agency = await joined(site, 'Agence des Arènes', 'arenes@essai.test');
  // Another one, with nothing on line: it gets none.
  await joined(site, 'Agence Vide', 'vide@essai.test');
  await receiveListings(site.db, agency.agency.id, [
    cleared(lawfulSale('a', { reference: 'A-1', title: 'Trois pièces lumineux' })),
  ]);
  ({ id: listing } = await site.db.selectFrom('listing').select('id').executeTakeFirstOrThrow());
});
beforeEach(async () => {
  await site.db.updateTable('listing').set({ status: 'online' }).execute();
});
afterEach(async () => {
  moveClock(0);
  await site.db.deleteFrom('mailOutbox').execute();
  await site.db.deleteFrom('listingDay').execute();
  await site.db.deleteFrom('weeklyReportStop').execute();
});

it.each([
  ['in winter', '2027-01-11T06:59:00Z', '2027-01-11T07:00:00Z', '2027-01-04'],
  ['the day after clocks go forward', '2027-03-29T05:59:00Z', '2027-03-29T06:00:00Z', '2027-03-22'],
  ['the day after clocks go back', '2027-11-01T06:59:00Z', '2027-11-01T07:00:00Z', '2027-10-25'],
])('leaves on Monday at 8 in Paris, %s, once', async (_, before, due, monday) => {
  at(before);
  expect(await queueWeekly(site.db)).toBe(0);
  at(due);
  await Promise.all([queueWeekly(site.db), queueWeekly(site.db)]);
  await queueWeekly(site.db);
  expect((await mails()).map(({ dedupeKey, recipient }) => [dedupeKey, recipient])).toEqual([
    [`weekly-report:${agency.agency.id}:${monday}`, 'arenes@essai.test'],
  ]);
});

it('leaves on no other day, late on Monday, and again the Monday after', async () => {
  for (const moment of [
    '2027-01-10T12:00:00Z',
    '2027-01-10T23:30:00Z',
    '2027-01-13T23:30:00Z',
    '2027-01-14T12:00:00Z',
    '2027-01-15T12:00:00Z',
    '2027-01-16T12:00:00Z',
  ]) {
    at(moment);
    expect([moment, await queueWeekly(site.db)]).toEqual([moment, 0]);
  }
  at('2027-01-11T22:30:00Z');
  expect(await queueWeekly(site.db)).toBe(1);
  at('2027-01-18T09:00:00Z');
  expect(await queueWeekly(site.db)).toBe(1);
});

it('is made up for until Wednesday when nobody worked on Monday, once, by day and for those of Monday', async () => {
  // Night is no hour for it.
  at('2027-01-12T05:00:00Z');
  expect(await queueWeekly(site.db)).toBe(0);
  at('2027-01-12T09:00:00Z');
  expect(await queueWeekly(site.db)).toBe(1);
  await carry();
  for (const moment of ['2027-01-12T15:00:00Z', '2027-01-13T09:00:00Z']) {
    at(moment);
    expect([moment, await queueWeekly(site.db)]).toEqual([moment, 0]);
  }
  expect((await mails()).map(({ dedupeKey, subject }) => [dedupeKey, subject])).toEqual([
    [`weekly-report:${agency.agency.id}:2027-01-04`, 'Votre semaine\u00a0: 0\u00a0vue, 0\u00a0prospect'],
  ]);
  // On Wednesday too; and the Monday after is another week.
  at('2027-01-20T22:00:00Z');
  expect(await queueWeekly(site.db)).toBe(1);
  at('2027-01-25T09:00:00Z');
  expect(await queueWeekly(site.db)).toBe(1);

  // What came on line since has no week to tell of.
  await site.db
    .updateTable('listing')
    .set({ publishedAt: new Date('2027-02-01T12:00:00Z') })
    .execute();
  at('2027-02-02T09:00:00Z');
  expect(await queueWeekly(site.db)).toBe(0);
  at('2027-02-08T09:00:00Z');
  expect(await queueWeekly(site.db)).toBe(1);
  await site.db.updateTable('listing').set({ publishedAt: new Date() }).execute();
});

it('tells the week that is over beside the one before, and nothing of today', async () => {
  at('2027-01-11T07:30:00Z');
  const seen = (day: string, views: number) => ({ listingId: listing, day, views, fromMails: 0 });
  await addViews(site.db, [
    seen('2026-12-27', 500),
    seen('2026-12-28', 3),
    seen('2027-01-03', 4),
    seen('2027-01-04', 10),
    seen('2027-01-10', 2),
    seen('2027-01-11', 700),
  ]);
  await queueWeekly(site.db);
  await carry();
  const [mail] = await mails();
  expect(mail).toMatchObject({
    status: 'sent',
    subject: 'Votre semaine\u00a0: 12\u00a0vues, 0\u00a0prospect',
  });
  const text = mail?.text ?? '';
  for (const words of [
    'du 4 janvier 2027 au 10 janvier 2027',
    '+5 par rapport aux 7 jours d’avant',
    'Trois pièces lumineux : 12 vues',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(words);
  expect(text).toContain(`/agence/${agency.agency.ownerReference}/tableau-de-bord`);
});

it('is stopped in one click, for good, and taken up again from the dashboard', async () => {
  at('2027-01-11T07:30:00Z');
  await queueWeekly(site.db);
  await carry();
  const headers = (await mails())[0]?.headers as Record<string, string>;
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = /<https?:\/\/[^/]+(\/[^>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  const post = (address: string) =>
    site.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  for (const method of ['GET', 'HEAD'] as const) {
    const opened = await site.app.inject({ method, url });
    expect([opened.statusCode, opened.headers.location]).toEqual([
      303,
      '/agence/tableau-de-bord#point-de-la-semaine',
    ]);
  }
  at('2027-01-18T07:30:00Z');
  // Queued before it is stopped, it is not written after.
  await queueWeekly(site.db);
  for (const _ of [1, 2]) {
    expect((await post(url)).statusCode).toBe(200);
  }
  await carry();
  expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'withdrawn']);
  at('2027-01-25T07:30:00Z');
  expect(await queueWeekly(site.db)).toBe(0);
  expect((await post(`${url}x`)).statusCode).toBe(404);
  // Its session is of today.
  moveClock(0);
  const { json } = await site.call('PUT', '/api/agence/weekly-report', {
    body: { wanted: true },
    cookie: agency.cookie,
  });
  expect(json.data).toEqual({ wanted: true });
  at('2027-01-25T07:30:00Z');
  expect(await queueWeekly(site.db)).toBe(1);
});

it('is no longer written for an agency that has nothing on line, or left', async () => {
  at('2027-01-11T07:30:00Z');
  await queueWeekly(site.db);
  await site.db.updateTable('listing').set({ status: 'suspended' }).execute();
  await carry();
  expect((await mails()).map(({ status }) => status)).toEqual(['withdrawn']);
  expect(clock.now().getUTCDay()).toBe(1);
  at('2027-01-18T07:30:00Z');
  expect(await queueWeekly(site.db)).toBe(0);
});
