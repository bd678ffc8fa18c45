import { afterEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { alertCalls } from '../../../tests/kit/alert-calls.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { forgetMails } from './outbox.server.ts';
import { askMail } from './requested-mail.server.ts';
import { ASKED_PER_CLIENT_DAY } from './requested-mail.ts';

const site = await testApp({ TRUST_PROXY: '127.0.0.1' });
const { db, services, call } = site;
const { criteria, mails } = alertCalls(site);
const HOUR_MS = 3_600_000;

afterEach(() => moveClock(0));

const ask = (client: string) => db.transaction().execute((tx) => askMail(tx, services.env, client));

test('a client has so many strangers written to in a day, however it hurries; others are not concerned', async () => {
  const asked = await Promise.allSettled(
    Array.from({ length: ASKED_PER_CLIENT_DAY + 10 }, () => ask('192.0.2.1')),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(ASKED_PER_CLIENT_DAY);
  await ask('192.0.2.2');
  await expect(ask('192.0.2.1')).rejects.toMatchObject({ spec: { code: 'RATE_LIMIT_EXCEEDED' } });
  moveClock(24 * HOUR_MS + 1000);
  await ask('192.0.2.1');
  await forgetMails(db);
  expect(await db.selectFrom('mailAsked').selectAll().execute()).toHaveLength(1);
});

test('an alert for one address too many is refused, and writes to nobody', async () => {
  const create = (index: number) =>
    call('POST', '/api/alerts', {
      body: { criteria, email: `inconnu${index}@example.test`, frequency: 'immediate' },
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
  for (let index = 0; index < ASKED_PER_CLIENT_DAY; index += 1)
    expect((await create(index)).status).toBe(200);
  const { status, json, headers } = await create(ASKED_PER_CLIENT_DAY);
  expect([status, json.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(json.details.retryAfter).toBe('24 heures');
  expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3600);
  expect(await mails()).toHaveLength(ASKED_PER_CLIENT_DAY);
});
