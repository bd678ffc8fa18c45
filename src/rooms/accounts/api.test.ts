import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import { WHO_IS_THERE } from '#browser/session.ts';
import type { Call } from '#contract/call.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { addDemoAccount, forgetExpiredSessions } from './accounts.server.ts';
import {
  checkCall,
  forgotPasswordCall,
  googleCallbackCall,
  googleLoginCall,
  googleRegisterCall,
  googleUrlCall,
  loginCall,
  logoutCall,
  meCall,
  registerCall,
  resetPasswordCall,
  verifyEmailCall,
} from './contract.ts';

const password = 'Motdepasse1';
let site: TestApp;

beforeAll(async () => {
  site = await testApp();
  await addDemoAccount(site.db, { email: 'lea@essai.test', password, firstName: 'Léa', lastName: 'Essai' });
});
afterEach(() => moveClock(0));

const cookieOf = (headers: Record<string, unknown>) =>
  (headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; ');

// Specification 7, « Individual »: one row for each call; fields that may be left out are in brackets.
describe('the calls of the specification', () => {
  const user = { id: 1, email: 'a@b.fr', firstName: 'Léa', lastName: 'Petit', phone: null, civility: null };
  it.each<[Call, string, object, object]>([
    [checkCall, 'GET /auth/check', {}, { isAuthenticated: true, user }],
    [
      registerCall,
      'POST /auth/register',
      { firstName: 'Léa', lastName: 'Petit', email: 'a@b.fr', password: 'Unbonmot2passe', phone: '' },
      { user },
    ],
    [loginCall, 'POST /auth/login', { email: 'a@b.fr', password: 'x', remember: true }, { user }],
    [logoutCall, 'POST /auth/logout', {}, {}],
    [meCall, 'GET /auth/me', {}, { user }],
    [forgotPasswordCall, 'POST /auth/forgot-password', { email: 'a@b.fr' }, {}],
    [resetPasswordCall, 'POST /auth/reset-password', { token: 'x', password: 'Unbonmot2passe' }, {}],
    [googleLoginCall, 'POST /auth/google-login', { googleToken: 'x' }, { user }],
    [googleRegisterCall, 'POST /auth/google-register', { googleToken: 'x' }, { user }],
    [googleUrlCall, 'GET /auth/google/url', {}, { url: 'https://e.fr' }],
    [googleCallbackCall, 'POST /auth/google/callback', { code: 'x' }, { user }],
    [verifyEmailCall, 'POST /auth/verify-email', { token: 'x' }, { state: 'verified' }],
  ])('%#', (call, name, body, answer) => {
    expect(`${call.method} ${call.path}`).toBe(name);
    expect(call.body.safeParse(body).success).toBe(true);
    expect(Object.keys((call.answer as z.ZodMiniObject).shape)).toEqual(Object.keys(answer));
    expect(call.answer.parse(answer)).toEqual(answer);
    // Each field of the body is asked for, except those that the specification calls optional.
    for (const field of Object.keys(body)) {
      const { [field]: _, ...rest } = body as Record<string, unknown>;
      expect([field, call.body.safeParse(rest).success]).toEqual([
        field,
        ['remember', 'phone'].includes(field),
      ]);
    }
  });
});

describe('signing in', () => {
  it('opens a session: the cookie is HttpOnly and __Host-, the readable one holds no secret', async () => {
    const { status, json, headers } = await site.call('POST', '/api/auth/login', {
      body: { email: '  LEA@essai.test ', password },
    });
    expect(status).toBe(200);
    expect(json.data.user).toEqual({
      id: expect.any(Number),
      email: 'lea@essai.test',
      firstName: 'Léa',
      lastName: 'Essai',
      phone: null,
      civility: null,
    });
    const [session, readable] = headers['set-cookie'] as string[];
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(readable).toBe('auth_status=1; Path=/; Secure; SameSite=Lax');

    const check = await site.call('GET', '/api/auth/check', { cookie: cookieOf(headers) });
    expect(check.json.data).toMatchObject({ isAuthenticated: true, user: { email: 'lea@essai.test' } });
    const me = await site.call('GET', '/api/auth/me', { cookie: cookieOf(headers) });
    expect(me.json.data.user.firstName).toBe('Léa');
  });

  it('reads an address in every way that it is written, and mails the one that servers know', async () => {
    const strong = 'Unbonmot2passe';
    const asked = (email: string) =>
      site.call('POST', '/api/auth/register', {
        body: { firstName: 'Tim', lastName: 'O’Connor', email, password: strong },
      });
    for (const [typed, kept] of [
      ['\u2068O’Connor@Société.TEST\u2069 ', "o'connor@xn--socit-esab.test"],
      ['Prenom+Vigie@essai.test', 'prenom+vigie@essai.test'],
    ] as const) {
      const registered = await asked(typed);
      expect(registered.json.data.user.email).toBe(kept);
      for (const spelling of [typed, kept]) {
        const body = { email: spelling, password: strong };
        expect((await site.call('POST', '/api/auth/login', { body })).status).toBe(200);
      }
      const mails = await site.db.selectFrom('mailOutbox').select('recipient').execute();
      expect(mails.map(({ recipient }) => recipient)).toContain(kept);
      expect((await asked(kept)).status).toBe(409);
    }
    for (const email of ['.jean@essai.test', 'jean.@essai.test', 'jean..dupont@essai.test']) {
      const { status, json } = await asked(email);
      expect(status).toBe(400);
      expect(json.details.fields).toEqual([{ field: 'email', message: 'Veuillez entrer un email valide' }]);
    }
  });

  it('remembers for 90 days when asked, else as long as the browser, a day at most', async () => {
    const body = { email: 'lea@essai.test', password, remember: true };
    const remembered = await site.call('POST', '/api/auth/login', { body });
    expect((remembered.headers['set-cookie'] as string[])[0]).toContain(`Max-Age=${90 * 86_400}`);
    const short = await site.call('POST', '/api/auth/login', { body: { ...body, remember: false } });
    moveClock(86_400_000 + 1_000);
    const asked = async (cookie: string) =>
      (await site.call('GET', '/api/auth/check', { cookie })).json.data.isAuthenticated;
    expect(await asked(cookieOf(short.headers))).toBe(false);
    expect(await asked(cookieOf(remembered.headers))).toBe(true);
    await forgetExpiredSessions(site.db);
    moveClock(0);
    expect(await asked(cookieOf(short.headers))).toBe(false);
  });

  it('says that an address has no account, and never which part of a pair is wrong', async () => {
    const unknown = await site.call('POST', '/api/auth/login', {
      body: { email: 'nul@essai.test', password },
    });
    expect([unknown.status, unknown.json.code, unknown.json.message]).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
      "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.",
    ]);
    const wrong = await site.call('POST', '/api/auth/login', {
      body: { email: 'lea@essai.test', password: 'Autre1234' },
    });
    expect([wrong.status, wrong.json.code, wrong.json.message]).toEqual([
      401,
      'INVALID_CREDENTIALS',
      'Email ou mot de passe incorrect.',
    ]);
  });

  it('names the field and keeps the message of the specification', async () => {
    const { status, json } = await site.call('POST', '/api/auth/login', {
      body: { email: 'lea', password: '' },
    });
    expect(status).toBe(400);
    expect(json.code).toBe('VALIDATION_ERROR');
    expect(json.details.fields).toEqual([
      { field: 'email', message: 'Veuillez entrer un email valide' },
      { field: 'password', message: 'Le mot de passe est requis' },
    ]);
  });

  it('asks for a login with the code login_required', async () => {
    const { status, json } = await site.call('GET', '/api/auth/me');
    expect([status, json.code]).toEqual([401, 'login_required']);
  });
});

it('the browser makes the check by the call of the contract', () => {
  expect(checkCall).toMatchObject(WHO_IS_THERE);
});

describe('the bearer of an API client', () => {
  const bearerOf = (headers: Record<string, unknown>) =>
    `Bearer ${/session=([\w-]{43})/.exec((headers['set-cookie'] as string[])[0] ?? '')?.[1]}`;

  it('is a session like the cookie, ignored beside a valid one when it is a placeholder', async () => {
    const login = await site.call('POST', '/api/auth/login', { body: { email: 'lea@essai.test', password } });
    const authorization = bearerOf(login.headers);
    const me = (headers: Record<string, string>, cookie?: string) =>
      site.call('GET', '/api/auth/me', { headers, ...(cookie ? { cookie } : {}) });
    expect((await me({ authorization })).json.data.user.email).toBe('lea@essai.test');
    for (const placeholder of ['Bearer cookie', 'Bearer null', 'Bearer ', 'x', `Bearer ${'a'.repeat(43)}`]) {
      expect((await me({ authorization: placeholder }, cookieOf(login.headers))).status).toBe(200);
      expect((await me({ authorization: placeholder })).json.code).toBe('login_required');
    }
    await site.call('POST', '/api/auth/logout', { headers: { authorization } });
    expect((await me({ authorization })).json.code).toBe('login_required');
  });
});

describe('an account of the demonstration', () => {
  const body = { email: 'lea@essai.test', password };

  it('is unknown to anyone but this machine', async () => {
    const answer = await site.call('POST', '/api/auth/login', { body, headers: { host: 'vigie.example' } });
    expect([answer.status, answer.json.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const login = await site.call('POST', '/api/auth/login', { body });
    const cookie = cookieOf(login.headers);
    const check = async (headers: Record<string, string>) =>
      (await site.call('GET', '/api/auth/check', { cookie, headers })).json.data.isAuthenticated;
    expect(await check({})).toBe(true);
    expect(await check({ 'x-forwarded-for': '203.0.113.7' })).toBe(false);
  });

  it('is unknown in production', async () => {
    const real = await testApp({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://vigie.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
    });
    await addDemoAccount(real.db, { ...body, firstName: 'Léa', lastName: 'Essai' });
    const answer = await real.call('POST', '/api/auth/login', { body });
    expect([answer.status, answer.json.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});

describe('signing out', () => {
  it('kills the session on the server and clears the cookies of the specification', async () => {
    const login = await site.call('POST', '/api/auth/login', { body: { email: 'lea@essai.test', password } });
    const cookie = cookieOf(login.headers);
    const { status, headers } = await site.call('POST', '/api/auth/logout', { cookie });
    expect(status).toBe(200);
    const cleared = (headers['set-cookie'] as string[]).map((line) => line.split('=')[0]);
    expect(cleared).toEqual(['__Host-session', 'userdata', 'remembermeu', 'remembermep', 'auth_status']);
    expect((await site.call('GET', '/api/auth/me', { cookie })).status).toBe(401);
  });
});

describe('the front door', () => {
  it('refuses what another site posts', async () => {
    const body = { email: 'lea@essai.test', password };
    const foreign = await site.call('POST', '/api/auth/login', { body, headers: { origin: 'https://e.fr' } });
    expect([foreign.status, foreign.json.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    const crossSite = await site.call('POST', '/api/auth/login', {
      body,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite.status).toBe(403);
    const own = await site.call('POST', '/api/auth/login', {
      body,
      headers: { origin: 'http://localhost:3000' },
    });
    expect(own.status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])('refuses a body of type %s', async (type) => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': type },
      payload: 'email=a',
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('answers malformed, huge and polluting bodies in the envelope, never with 500', async () => {
    const post = (payload: string) =>
      site.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    expect((await post('{')).statusCode).toBe(400);
    expect((await post(JSON.stringify({ email: 'x'.repeat(200_000) }))).json()).toMatchObject({
      success: false,
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect((await post('{"__proto__":{"a":1}}')).statusCode).toBe(400);
    expect((await post('{"email":{},"password":[]}')).statusCode).toBe(400);
    expect((await site.call('GET', '/api/nulle-part')).json).toMatchObject({
      success: false,
      code: 'NOT_FOUND',
    });
  });

  it('describes the calls', async () => {
    const response = await site.app.inject({ method: 'GET', url: '/api/openapi.json' });
    expect(response.json().paths).toHaveProperty('/auth/login');
  });
});

describe('too many requests', () => {
  it('answers 429 as specification 8 says, with the header in seconds', async () => {
    const strict = await testApp({}, { rateLimits: true });
    // The quarter of an hour begins with the first try, however long the others take.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    let last = await strict.call('POST', '/api/auth/login', { body: { email: 'nul@essai.test', password } });
    for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) {
      last = await strict.call('POST', '/api/auth/login', { body: { email: 'nul@essai.test', password } });
    }
    frozen.mockRestore();
    expect(last.status).toBe(429);
    expect(last.json).toEqual({
      success: false,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      details: {
        title: 'Limite de requêtes atteinte',
        retryAfter: '15 minutes',
        endpoint: '/api/auth/login',
      },
    });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(800);
  });
});

describe('a session that was left while no server heard it', () => {
  const opened = async (email: string) => {
    await addDemoAccount(site.db, { email, password, firstName: 'Léa', lastName: 'Essai' });
    const { headers } = await site.call('POST', '/api/auth/login', { body: { email, password } });
    return (headers['set-cookie'] as string[]).map((line) => line.split(';')[0] ?? '').join('; ');
  };
  const check = async (cookie: string) => {
    const { json, headers } = await site.call('GET', '/api/auth/check', { cookie });
    return { isIn: json.data.isAuthenticated as boolean, headers };
  };

  it('ends with the next request, whatever is asked, and its cookies leave', async () => {
    const cookie = await opened('partie@essai.test');
    const next = await site.app.inject({ url: '/healthz', headers: { cookie: `${cookie}; session_left=1` } });
    const gone = next.cookies.filter(({ maxAge, expires }) => maxAge === 0 || Number(expires) === 0);
    expect(gone.map(({ name }) => name).toSorted()).toEqual([
      '__Host-session',
      'auth_status',
      'session_left',
    ]);
    expect(next.headers['cache-control']).toBe('private, no-store');
    expect((await check(cookie)).isIn).toBe(false);
  });

  it('is nobody for that very request, and whoever signs in with it is not signed out', async () => {
    const cookie = `${await opened('revenue@essai.test')}; session_left=1`;
    const left = await opened('restee@essai.test');
    expect((await check(`${left}; agency_left=1`)).isIn).toBe(true);
    expect((await check(`${left}; session_left=1`)).isIn).toBe(false);
    const again = await site.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'revenue@essai.test', password },
      headers: { cookie },
    });
    const [session, ...others] = again.cookies.filter(({ name }) => name === '__Host-session');
    expect([session?.value.length, others]).toEqual([43, []]);
    expect((await check(`__Host-session=${session?.value}`)).isIn).toBe(true);
    expect((await check(cookie)).isIn).toBe(false);
  });
});
