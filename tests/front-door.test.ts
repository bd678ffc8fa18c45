import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { writeRing } from '#rooms/criteria/rings.ts';
import { openWeb, routes } from '../src/web.server.ts';
import { testApp } from './kit/app.ts';
import { later } from './kit/leftovers.ts';

const site = await testApp();
const login = (body: unknown) =>
  site.call('POST', '/api/auth/login', { body, headers: { 'content-type': 'application/json' } });

describe('the API says no', () => {
  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/rien'],
    ['POST', '/api/rien/du/tout'],
    ['DELETE', '/api//places'],
  ] as const)('%s %s: 404 in the envelope', async (method, url) => {
    const { status, json, headers } = await site.call(method, url);
    expect([status, json.success, json.code]).toEqual([404, false, 'NOT_FOUND']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('404 to an identifier that never ends', async () => {
    const { status, json } = await site.call('GET', `/api/listings/${'1'.repeat(600)}`);
    expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('405 where another method would do, and which', async () => {
    const post = await site.call('POST', '/api/places');
    expect([post.status, post.json.code, post.headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET']);
    const put = await site.call('PUT', '/api/listings/12');
    expect([put.status, put.headers.allow]).toEqual([405, 'GET']);
    const del = await site.call('DELETE', '/api/alerts/12');
    expect(del.status).toBe(401);
  });

  test('in French whatever the schema finds', async () => {
    for (const answer of [
      await login('[]'),
      await site.call('GET', '/api/places?q=a&q=b'),
      await site.call('POST', '/api/alerts', { body: { criteria: {}, frequency: 'daily' } }),
      await site.call('POST', '/api/alerts', {
        body: { criteria: 3, frequency: [], website: 'x'.repeat(501) },
      }),
    ]) {
      expect(answer.status).toBe(400);
      const { fields } = answer.json.details as { fields: { message: string }[] };
      for (const { message } of fields) expect(message).not.toMatch(/invalid|expected|received|required/i);
    }
  });

  test.each(['\\u0000', '\\ud800', '\\udc00', 'x\\\\\\u0000'])(
    'to %s, which no text holds, and never 500',
    async (escape) => {
      const { status, json } = await login(`{"email":"a${escape}@b.fr","password":"x"}`);
      expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  test.each(['\\ud83d\\ude00', '\\\\u0000'])('but not to %s, which is words', async (escape) => {
    const { status, json } = await login(`{"email":"a@b.fr","password":"x${escape}"}`);
    expect([status, json.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  test('to a second line in what becomes the subject of a mail', async () => {
    const { status, json } = await site.call('POST', '/api/alerts', {
      body: {
        criteria: { transaction: 'achat', places: ['34172'] },
        frequency: 'daily',
        email: 'a@b.fr',
        name: 'a\r\nBcc: c@d.fr',
      },
    });
    expect([status, json.message]).toEqual([400, 'Le nom de l’alerte tient sur une ligne']);
  });

  test('to control characters in an address', async () => {
    const { status } = await login('{"email":"a\\u0001b@c.fr","password":"x"}');
    expect(status).toBe(400);
  });
});

test('a full disk is said, and is nobody’s fault', async () => {
  const full = await testApp();
  await sql`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(full.db);
  await sql`create trigger full_disk before insert on subscriber execute function full_disk()`.execute(
    full.db,
  );
  const { status, json } = await full.call('POST', '/api/alerts', {
    body: { criteria: { transaction: 'achat', places: ['34172'] }, frequency: 'daily', email: 'a@b.fr' },
  });
  expect([status, json.code]).toEqual([507, 'STORAGE_FULL']);
});

describe('the one click of RFC 8058', () => {
  const ask = (headers: Record<string, string>, body?: string) =>
    site.call('POST', '/api/unsubscribe?token=x', { headers, ...(body === undefined ? {} : { body }) });

  test('comes url-encoded, multipart or bare', async () => {
    const multipart =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    for (const answer of [
      await ask({ 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'),
      await ask({ 'content-type': 'multipart/form-data; boundary=b' }, multipart),
      await ask({}),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([404, 'ALERT_TOKEN_UNKNOWN']);
    }
  });

  test('opens no other call to forms', async () => {
    const { status } = await site.call('POST', '/api/auth/login', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b--\r\n',
    });
    expect(status).toBe(415);
  });
});

describe('this machine only', () => {
  const status = async (url: string, headers: Record<string, string>) =>
    (await site.app.inject({ url, headers })).statusCode;

  test.each(['/metrics', '/dev/mails.json'])('%s: no proxy, no borrowed name', async (url) => {
    expect(await status(url, { host: 'localhost:3000' })).toBe(200);
    expect(await status(url, { host: '127.0.0.1' })).toBe(200);
    expect(await status(url, { host: 'e.fr' })).toBe(404);
    expect(await status(url, { host: 'localhost', 'x-forwarded-for': '203.0.113.7' })).toBe(404);
    expect(await status(url, { host: 'localhost', forwarded: 'for=203.0.113.7' })).toBe(404);
  });
});

describe('the figures of the process', () => {
  const ask = async (settings: Record<string, string>, headers: Record<string, string>) => {
    const { app } = await testApp(settings);
    return (await app.inject({ url: '/metrics', headers })).statusCode;
  };

  test('are for who holds their token, wherever they ask from', async () => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const { app } = await testApp({ METRICS_TOKEN });
    const status = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/metrics', headers })).statusCode;
    expect(await status({ host: 'vigie.example', authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
    for (const authorization of ['', 'Bearer ', `Bearer ${'n'.repeat(32)}`, METRICS_TOKEN])
      expect(await status({ host: 'localhost', authorization })).toBe(404);
  });

  test('are nobody’s without a token where a proxy stands in front, which may not say so', async () => {
    expect(await ask({}, { host: 'localhost:3000' })).toBe(200);
    for (const host of ['localhost:3000', '127.0.0.1:3000', 'vigie.example']) {
      expect(await ask({ PUBLIC_URL: 'https://vigie.example' }, { host })).toBe(404);
      expect(await ask({ TRUST_PROXY: '127.0.0.1' }, { host })).toBe(404);
    }
  });
});

test('whoever is not signed in learns nothing of what a call wants', async () => {
  for (const route of routes) {
    if (route.kind !== 'call' || route.call.access === 'all' || route.call.access === 'token') continue;
    const { method, path } = route.call;
    const said = method === 'GET' ? {} : { body: '{"nul":', headers: { 'content-type': 'application/json' } };
    const answer = await site.call(method, `/api${path.replaceAll(/:\w+/g, 'x')}`, said);
    expect([method, path, answer.status, answer.json.code]).toEqual([method, path, 401, 'login_required']);
  }
});

test('a proxy that is not trusted does not choose whom requests are counted against', async () => {
  const limited = await testApp({}, { rateLimits: true });
  await addDemoAccount(limited.db, { email: 'a@b.fr', password: 'x', firstName: 'A', lastName: 'B' });
  let last = 0;
  for (let n = 0; n < 31; n += 1) {
    const { status } = await limited.call('POST', '/api/auth/login', {
      body: { email: '', password: '' },
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
    });
    last = status;
  }
  expect(last).toBe(429);
});

describe('what one client may ask for', () => {
  const statuses = async (ask: (n: number) => Promise<number>, times: number) => {
    const counts: Record<number, number> = {};
    for (let n = 0; n < times; n += 1) {
      const status = await ask(n);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  test('in writing is counted by all processes together, and by those that come after them', async () => {
    const one = await testApp({}, { rateLimits: true });
    const open = async () => {
      const web = await openWeb({ services: one.services, pages: null });
      later(() => web.close());
      return web;
    };
    const webs = [one.app, await open()];
    const payload = (n: number) => ({ email: `personne${n}@essai.test` });
    const forgot = (web: FastifyInstance, n: number, remoteAddress = '203.0.113.9') =>
      web
        .inject({ method: 'POST', url: '/api/auth/forgot-password', payload: payload(n), remoteAddress })
        .then(({ statusCode }) => statusCode);
    expect(await statuses((n) => forgot(webs[n % 2]!, n), 40)).toEqual({ 200: 30, 429: 10 });
    const later3 = await open();
    expect(await forgot(later3, 50)).toBe(429);
    expect(await forgot(later3, 51, '203.0.113.10')).toBe(200);
    // Another call has its own count.
    const other = await later3.inject({
      method: 'POST',
      url: '/api/agence/forgot-password',
      payload: payload(52),
      remoteAddress: '203.0.113.9',
    });
    expect(other.statusCode).toBe(200);
    const { rows } = await sql`select key from request_count`.execute(one.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
    moveClock(901_000);
    expect(await forgot(later3, 53)).toBe(200);
    const closed = await sql`select 1 from request_count where ends_at <= ${clock.now()}`.execute(one.db);
    expect(closed.rows).toHaveLength(0);
    moveClock(0);
  });

  test('is bounded outside the API too: drawn pictures, plain files', async () => {
    const { app } = await testApp({}, { rateLimits: true });
    // Within the minute of each limit, however slow they are.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    onTestFinished(() => frozen.mockRestore());
    const get = (url: (n: number) => string) => (n: number) =>
      app.inject({ url: url(n) }).then(({ statusCode }) => statusCode);
    expect(
      await statuses(
        get((n) => `/partage/annonce/${n}9999.jpg`),
        35,
      ),
    ).toEqual({ 404: 30, 429: 5 });
    expect(
      await statuses(
        get(() => '/robots.txt'),
        605,
      ),
    ).toEqual({ 200: 600, 429: 5 });
    expect(
      await statuses(
        get((n) => `/carte.svg?n=${n}`),
        605,
      ),
    ).toEqual({ 404: 600, 429: 5 });
    const last = await app.inject({ url: '/robots.txt' });
    expect(last.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { endpoint: '/robots.txt' } });
  });
});

test('an outline of 10,000 points is read as none, however long it makes the address', async () => {
  const own = await testApp();
  const origin = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const wheel = Array.from({ length: 10_000 }, (_, index) => {
    const turn = (index / 10_000) * 2 * Math.PI;
    return [
      435_000 + Math.round(9_000 * Math.cos(turn)),
      4_383_000 + Math.round(9_000 * Math.sin(turn)),
    ] as const;
  });
  const response = await fetch(`${origin}/api/listings?lieux=nimes-30000&zone=${writeRing(wheel)}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ success: true });
});

test('bytes that are no request get the envelope too', async () => {
  const own = await testApp();
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.app.server.address() as AddressInfo;
  const say = (bytes: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => resolve(answer));
    });
  expect(await say('MOT DE PASSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]+"La demande est mal formée\."/);
  expect(await say(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  // Whoever followed a zone of tens of thousands of corners reads French.
  const zone = 'AB'.repeat(40_000);
  expect(await say(`GET /acheter/nimes-30000?zone=${zone} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 [\s\S]+text\/html[\s\S]+<h1>Cette adresse est trop longue/,
  );
  expect(
    await say(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ),
  ).toMatch(/^HTTP\/1\.1 400 /);
});
