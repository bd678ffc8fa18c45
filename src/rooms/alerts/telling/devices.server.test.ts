import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { PushMessage } from '#rooms/push/contract.ts';
import { alertCalls } from '../../../../tests/kit/alert-calls.ts';
import { alertMails, flat, makeAgency, workOn } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { pushService } from '../../../../tests/kit/push-service.ts';
import { pushExpiry } from './devices.server.ts';

const service = await pushService();
const site = await testApp({ PUSH_HOSTS: '127.0.0.1' });
const { db, services, call, loginAs } = site;
const { create } = alertCalls(site);

beforeEach(async () => {
  await sql`truncate subscriber, alert, alert_run, alert_hit, alert_told, mail_outbox, account, push_device, push_outbox,
    property, property_work, listing, agency cascade`.execute(db);
});

const waiting = async () =>
  (await db.selectFrom('pushOutbox').selectAll().orderBy('id').execute()).map((row) => ({
    ...row,
    payload: row.payload as PushMessage | null,
  }));

async function owner(body: Record<string, unknown> = {}) {
  const cookie = await loginAs('camille@example.test');
  const { json } = await create(body, cookie);
  const id: number = json.data.alert.id;
  for (const name of ['phone', 'computer']) {
    await call('POST', '/api/push/devices', { cookie, body: service.subscribe(name) });
  }
  return { cookie, id };
}

test('are told what the mail tells, in the same breath, once each, and open the results', async () => {
  const agency = await makeAgency(services);
  const { id } = await owner();
  await agency.publish(flat('a'));
  await workOn(services);
  await workOn(services);
  const rows = await waiting();
  const mails = await alertMails(services);
  expect(rows.map(({ occasion }) => occasion)).toEqual([mails[0]?.key, mails[0]?.key]);
  const payload = rows[0]?.payload;
  expect(mails[0]?.subject).toContain(payload?.title.replaceAll('\u00a0', ' '));
  expect(payload?.body.replaceAll('\u00a0', ' ')).toMatch(/3 pièces.*250 000,00 €/);
  expect(payload).toMatchObject({ path: `/alertes/${id}/resultats`, tag: mails[0]?.key });
});

test('are silent for an alert that says so, and get nothing of one that is stopped, paused or deleted', async () => {
  const agency = await makeAgency(services);
  const { cookie, id } = await owner({ push: false });
  const edit = (body: object) => call('PUT', `/api/alerts/${id}`, { cookie, body });
  await agency.publish(flat('a'));
  await workOn(services);
  expect([await waiting(), (await alertMails(services)).length]).toEqual([[], 1]);
  expect((await edit({ push: true })).json.data.alert.push).toBe(true);
  await agency.publish(flat('b', { price: 20_000_000, surface: 41, energyNumber: null }));
  await workOn(services);
  expect((await waiting()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  await edit({ status: 'paused' });
  expect((await waiting()).map(({ status, payload }) => [status, payload])).toEqual([
    ['withdrawn', null],
    ['withdrawn', null],
  ]);
  await edit({ status: 'active' });
  await agency.publish(flat('c', { price: 21_000_000, surface: 53, energyNumber: null }));
  await workOn(services);
  await call('DELETE', `/api/alerts/${id}`, { cookie });
  expect((await waiting()).map(({ status }) => status)).toEqual(Array(4).fill('withdrawn'));
});

test('keep nothing for the quiet hours, on the days that clocks change too', () => {
  const quiet = { from: 22, to: 7 };
  const end = (frequency: 'immediate' | 'daily', at: string) =>
    pushExpiry({ frequency, quiet }, new Date(at)).toISOString();
  expect(end('immediate', '2026-11-22T12:40:00Z')).toBe('2026-11-22T21:00:00.000Z');
  expect(end('immediate', '2026-07-22T19:59:00Z')).toBe('2026-07-22T20:00:00.000Z');
  expect(end('immediate', '2026-10-24T23:30:00Z')).toBe('2026-10-25T21:00:00.000Z');
  expect(end('daily', '2026-11-22T12:40:00Z')).toBe('2026-11-23T12:40:00.000Z');
  expect(
    pushExpiry({ frequency: 'immediate', quiet: null }, new Date('2026-11-22T12:40:00Z')).toISOString(),
  ).toBe('2026-11-23T12:40:00.000Z');
});
