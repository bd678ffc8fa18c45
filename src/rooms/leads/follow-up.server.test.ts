import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { usualSettings } from '#rooms/notifications/contract.ts';
import { notifyAgencies } from '#rooms/notifications/notifications.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, receiveListings } from '../../../tests/kit/law.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { SYSTEM } from './contract.ts';
import { recordLeadsToFollow } from './follow-up.server.ts';
import { moveLead, receiveLead } from './leads.server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let listing = 0;

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence des Quais', 'quais@essai.test');
  const { outcomes } = await receiveListings(site.db, own.agency.id, [cleared(flat('QUAI-1'))]);
  listing = outcomes.get('QUAI-1')!.id;
});
beforeEach(async () => {
  await sql`truncate agency_notification, mail_outbox, lead cascade`.execute(site.db);
});

async function lead(now: Date): Promise<number> {
  return site.db.transaction().execute(async (tx) => {
    const id = await receiveLead(tx, askedBy(listing, {}), { now });
    await moveLead(tx, { id, to: 'new', by: SYSTEM }, now);
    return id;
  });
}
const events = async () =>
  (
    await sql<{ event: string; key: string; title: string; path: string }>`
      select event, key, title, path from agency_notification order by id`.execute(site.db)
  ).rows;

it('a lead without an answer for a day is recorded once and mailed once, however often it is looked for', async () => {
  const { status } = await site.call('PUT', '/api/agence/notification-settings', {
    body: { ...usualSettings, channels: { ...usualSettings.channels, lateLead: 'immediate' } },
    cookie: own.cookie,
  });
  expect(status).toBe(200);
  const received = new Date('2026-12-08T10:00:00Z');
  const id = await lead(received);
  const after = (hours: number) =>
    recordLeadsToFollow(site.db, new Date(received.getTime() + hours * HOUR_MS));
  await after(23);
  expect(await events()).toEqual([]);
  await Promise.all([after(24), after(24)]);
  await notifyAgencies(site.services);
  await after(25);
  await notifyAgencies(site.services);
  expect(await events()).toEqual([
    {
      event: 'lateLead',
      key: `late:${id}`,
      title: 'Message sans suite depuis 24 heures, à propos de QUAI-1',
      path: `/agence/${own.agency.ownerReference}/leads?prospect=${id}`,
    },
  ]);
  const { rows } = await sql<{ subject: string }>`select subject from mail_outbox`.execute(site.db);
  expect(rows).toEqual([{ subject: 'Message sans suite depuis 24 heures, à propos de QUAI-1' }]);
});

it('a worker that was down for three days catches up, and nothing older is told', async () => {
  const received = new Date('2026-12-08T10:00:00Z');
  const ids = [await lead(received), await lead(new Date(received.getTime() + DAY_MS))];
  await recordLeadsToFollow(site.db, new Date(received.getTime() + 97 * HOUR_MS));
  expect((await events()).map(({ key }) => key)).toEqual([`late:${ids[1]}`]);
});

it('a reminder is told on its day, or within the two days after it', async () => {
  const now = new Date('2026-12-08T10:00:00Z');
  const id = await lead(now);
  await sql`update lead set status = 'contacted', remind_on = '2026-12-20'`.execute(site.db);
  const onDay = async (day: string) => {
    expect(parisDay(new Date(`${day}T00:30:00Z`)).day).toBe(day);
    await recordLeadsToFollow(site.db, new Date(`${day}T00:30:00Z`));
    return (await events()).map(({ event, key, title }) => ({ event, key, title }));
  };
  expect(await onDay('2026-12-19')).toEqual([]);
  expect(await onDay('2026-12-23')).toEqual([]);
  const told = [
    {
      event: 'plannedReminder',
      key: `remind:${id}:2026-12-20`,
      title: 'Rappel prévu, à propos de QUAI-1',
    },
  ];
  expect(await onDay('2026-12-22')).toEqual(told);
  expect(await onDay('2026-12-20')).toEqual(told);
});
