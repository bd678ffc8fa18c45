import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { markOf, pushService } from '../../../tests/kit/push-service.ts';
import { DEVICES_MAX } from './contract.ts';
import { carryMessages, queuePush, withdrawPush } from './push.server.ts';

const service = await pushService();
const site = await testApp({ PUSH_HOSTS: '127.0.0.1' });
const { db, services, call, loginAs } = site;

const { signal } = new AbortController();
const carry = () => carryMessages(services, signal);
const later = async (milliseconds: number) => {
  moveClock(milliseconds);
  await carry().finally(() => moveClock(0));
};
const message = (tag = 'alert:1:x') => ({
  title: '2 nouvelles annonces – Nîmes',
  body: 'Deux',
  path: '/alertes/1/resultats',
  tag,
});
const accountOf = async (email: string) =>
  (await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const queue = async (occasion: string, { email = 'camille@example.test', forMs = 3_600_000 } = {}) => {
  const accountId = await accountOf(email);
  await db.transaction().execute((tx) =>
    queuePush(tx, {
      accountId,
      occasion,
      stream: 'alert:1',
      message: message(occasion),
      expiresAt: new Date(clock.now().getTime() + forMs),
    }),
  );
};
const statuses = async () =>
  (await db.selectFrom('pushOutbox').select(['occasion', 'status', 'payload']).orderBy('id').execute()).map(
    ({ occasion, status, payload }) => `${occasion} ${status}${payload === null ? '' : ' kept'}`,
  );

async function owner(email = 'camille@example.test') {
  const cookie = await loginAs(email);
  const add = (subscription: unknown, agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0') =>
    call('POST', '/api/push/devices', { cookie, body: subscription, headers: { 'user-agent': agent } });
  const list = async () => (await call('GET', '/api/push/devices', { cookie })).json.data.devices;
  return { cookie, add, list };
}

beforeEach(async () => {
  await sql`truncate account, push_device, push_outbox cascade`.execute(db);
  service.received.length = 0;
  service.refused.length = 0;
  service.answer();
});

test('encrypt for the device, sign in our name, and carry each thing once to each device', async () => {
  const { add, list } = await owner();
  const subscription = service.subscribe('phone');
  expect((await add(subscription)).json.data.devices).toMatchObject([
    { name: 'Firefox sur Linux', mark: markOf(subscription.endpoint), sentAt: null },
  ]);
  await add(subscription);
  await add(service.subscribe('computer'));
  await queue('alert:1:run');
  await queue('alert:1:run');
  await Promise.all([carry(), carry()]);
  expect(service.received.map(({ device }) => device).toSorted()).toEqual(['computer', 'phone']);
  const [one] = service.received;
  expect(JSON.parse(one!.text)).toEqual(message('alert:1:run'));
  expect(one!.publicKey).toBe(services.env.vapid.publicKey);
  expect(one!.claims).toMatchObject({ aud: service.origin, sub: `mailto:${services.env.contactAddress}` });
  expect(one!.claims.exp * 1000).toBeGreaterThan(clock.now().getTime());
  expect(one!.claims.exp * 1000).toBeLessThanOrEqual(clock.now().getTime() + 24 * 3_600_000);
  expect(one!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
  expect(Number(one!.headers.ttl)).toBeGreaterThan(3000);
  expect(Number(one!.headers['content-length'])).toBeLessThan(4096);
  expect(await statuses()).toEqual(['alert:1:run sent', 'alert:1:run sent']);
  expect((await list()).every(({ sentAt }: { sentAt: string | null }) => sentAt !== null)).toBe(true);
});

test('forget a device that is no more (404, 410), and try again what fails as mails do', async () => {
  const { add, list } = await owner();
  await add(service.subscribe('lost'));
  await add(service.subscribe('slow'));
  service.forget('lost');
  await queue('alert:1:a');
  await carry();
  expect((await list()).map(({ mark }: { mark: string }) => mark)).toEqual([
    markOf(`${service.origin}/slow`),
  ]);
  expect(service.received.map(({ device }) => device)).toEqual(['slow']);

  service.answer({ status: 503 }, { status: 429, headers: { 'retry-after': '7200' } });
  await queue('alert:1:b', { forMs: 24 * 3_600_000 });
  await carry();
  expect(await statuses()).toContain('alert:1:b pending kept');
  await carry();
  expect(service.refused.filter((name) => name === 'slow')).toHaveLength(1);
  const waits = async () =>
    (await db
      .selectFrom('pushOutbox')
      .select('nextAt')
      .where('occasion', '=', 'alert:1:b')
      .executeTakeFirst())!.nextAt;
  await later(61_000);
  expect((await waits()).getTime()).toBeGreaterThan(clock.now().getTime() + 7_000_000);
  await later(61_000 + 7_201_000);
  expect(service.received.at(-1)?.text).toContain('alert:1:b');
  expect(await statuses()).toContain('alert:1:b sent');
});

test('give up what is too late, what is refused and what was taken back', async () => {
  const { add } = await owner();
  await add(service.subscribe('phone'));
  await queue('late', { forMs: 60_000 });
  await queue('never', { forMs: 0 });
  await later(61_000);
  service.answer({ status: 403 });
  await queue('refused');
  await carry();
  await queue('stopped');
  await db.transaction().execute((tx) => withdrawPush(tx, 'alert:1'));
  await carry();
  expect(await statuses()).toEqual(['late late', 'refused failed', 'stopped withdrawn']);
  expect(service.received).toEqual([]);
});

test('belong to whoever asked last on that browser, ten to an account, and leave when removed', async () => {
  const mine = await owner();
  const other = await owner('paul@example.test');
  const shared = service.subscribe('shared');
  await mine.add(shared);
  await queue('alert:1:mine');
  await other.add(shared);
  expect([await mine.list(), (await other.list()).length]).toEqual([[], 1]);
  await carry();
  expect(service.received).toEqual([]);
  const [{ id }] = await other.list();
  await call('DELETE', `/api/push/devices/${id}`, { cookie: mine.cookie });
  expect(await other.list()).toHaveLength(1);
  await call('DELETE', `/api/push/devices/${id}`, { cookie: other.cookie });
  expect(await other.list()).toEqual([]);
  for (let index = 0; index < DEVICES_MAX; index += 1) await mine.add(service.subscribe(`many${index}`));
  expect((await mine.add(service.subscribe('eleventh'))).json.code).toBe('PUSH_DEVICES_LIMIT');
  expect((await call('GET', '/api/push/devices')).status).toBe(401);
});

test('go to push services only, with keys that are keys (security.md, threat 19)', async () => {
  const { add } = await owner();
  const { keys } = service.subscribe('x');
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QGuQ',
    'https://par02p.notify.windows.com/w/?token=a',
  ]) {
    expect((await add({ endpoint, keys })).status, endpoint).toBe(200);
  }
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:pass@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.test/a',
    'https://evilfcm.googleapis.com.test/a',
    'https://notpush.apple.com/a',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:9/a',
    'ftp://127.0.0.1/a',
    'pas une adresse',
  ]) {
    expect((await add({ endpoint, keys })).json.code, endpoint).toBe('PUSH_SERVICE_UNKNOWN');
  }
  const { endpoint } = service.subscribe('y');
  const off = Buffer.alloc(65, 4).toString('base64url');
  for (const bad of [
    { ...keys, p256dh: off },
    { ...keys, p256dh: keys.p256dh.slice(0, 40) },
    { ...keys, auth: 'AAAA' },
  ]) {
    expect((await add({ endpoint, keys: bad })).json.code).toBe('PUSH_SERVICE_UNKNOWN');
  }
});
