import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { suppress } from '#rooms/mail/outbox.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { RETRY_DAYS } from './silenced-address.ts';

const site = await testApp();
const { db, call, loginAs } = site;
const EMAIL = 'camille@example.test';
const DAY_MS = 86_400_000;

afterEach(async () => {
  moveClock(0);
  await sql`truncate mail_address, account cascade`.execute(db);
});

const silenced = async (cookie: string) => (await call('GET', '/api/profile', { cookie })).json.data.silenced;
const restore = (cookie?: string) => call('POST', '/api/alerts/address', cookie ? { cookie } : {});

test('an owner reads in the profile that their address refuses mail, and has it tried again once a week', async () => {
  const cookie = await loginAs(EMAIL);
  expect(await silenced(cookie)).toBeNull();
  expect((await restore(cookie)).json.data).toEqual({ address: null });
  await suppress(db, EMAIL, 'complaint');
  expect(await silenced(cookie)).toEqual({ address: EMAIL, reason: 'complaint', canRetry: true });
  expect((await restore(cookie)).json.data).toEqual({ address: EMAIL });
  expect(await silenced(cookie)).toBeNull();
  await suppress(db, EMAIL, 'complaint');
  expect(await silenced(cookie)).toMatchObject({ canRetry: false });
  const again = await restore(cookie);
  expect([again.status, again.json.code]).toEqual([409, 'ADDRESS_SET_ASIDE']);
  moveClock(RETRY_DAYS * DAY_MS + 1000);
  // The session of a week ago is over.
  const { headers } = await call('POST', '/api/auth/login', {
    body: { email: EMAIL, password: 'Motdepasse1' },
  });
  const later = String(headers['set-cookie']).split(';')[0] ?? '';
  expect((await restore(later)).json.data).toEqual({ address: EMAIL });
});

test('what the team set aside, only the team releases', async () => {
  const cookie = await loginAs(EMAIL);
  await suppress(db, EMAIL, 'operator');
  expect(await silenced(cookie)).toEqual({ address: EMAIL, reason: 'operator', canRetry: false });
  expect((await restore(cookie)).status).toBe(409);
});

test('nobody releases an address that they have not proven, nor without an account', async () => {
  const cookie = await loginAs(EMAIL);
  await suppress(db, EMAIL, 'complaint');
  await sql`update account set email_verified_at = null`.execute(db);
  expect(await silenced(cookie)).toBeNull();
  expect((await restore(cookie)).json.data).toEqual({ address: null });
  expect((await db.selectFrom('mailAddress').select('reason').executeTakeFirstOrThrow()).reason).toBe(
    'complaint',
  );
  expect((await restore()).status).toBe(401);
});
