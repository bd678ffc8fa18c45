import { beforeAll, beforeEach, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { answerForgotten } from '#rooms/accounts/account-links.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { type Issuer, startIssuer, visitIssuer } from '../../../tests/kit/issuer.ts';

const BACK = 'http://localhost:3000/auth/google';
const password = 'Unbonmot2passe';
let issuer: Issuer;
let site: TestApp;
let email = '';
let google = '';
let cookie = '';
let count = 0;

beforeAll(async () => {
  issuer = await startIssuer(BACK);
  site = await testApp(issuer.settings);
});

beforeEach(async () => {
  moveClock(0);
  count += 1;
  email = `personne${count}@essai.test`;
  google = `google${count}@ailleurs.test`;
  cookie = await signUp(email);
});

const cookiesOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] as string | string[]]
    .flat()
    .map((line) => line.split(';')[0] ?? '')
    // One that is cleared is no longer sent.
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
type Method = 'GET' | 'POST' | 'DELETE';
const call = (method: Method, path: string, body?: object, who = cookie) =>
  site.call(method, `/api${path}`, { ...(body ? { body } : {}), cookie: who });
const state = async () => (await call('GET', '/profile')).json.data.google;

async function signUp(address: string) {
  const body = { firstName: 'Léa', lastName: 'Petit', email: address, password };
  const { headers } = await site.call('POST', '/api/auth/register', { body });
  await site.db
    .updateTable('account')
    .set({ emailVerifiedAt: new Date() })
    .where('email', '=', address)
    .execute();
  return cookiesOf(headers);
}

const comingFromGoogle = (sub: string, address: string) =>
  issuer.next({ sub, email: address, email_verified: true, given_name: 'Zoé', family_name: 'Martin' });

/** From the button of the profile to the way back, in this browser or another. */
async function link(sub: string, from: { who?: string; back?: string } = {}) {
  const { who = cookie } = from;
  const { back = who } = from;
  comingFromGoogle(sub, google);
  const { json, headers } = await call('POST', '/profile/google', { password }, who);
  const address = await visitIssuer(json.data.url as string, BACK);
  const { code, state: word, iss } = Object.fromEntries(address.searchParams);
  const jar = `${back}; ${cookiesOf(headers)}`;
  return site.call('POST', '/api/auth/google/callback', { body: { code, state: word, iss }, cookie: jar });
}

async function enterWithGoogle(sub: string, address: string) {
  comingFromGoogle(sub, address);
  const { json, headers } = await site.call('GET', '/api/auth/google/url');
  const back = await visitIssuer(json.data.url as string, BACK);
  const code = back.searchParams.get('code');
  return site.call('POST', '/api/auth/google/callback', { body: { code }, cookie: cookiesOf(headers) });
}

it('joins a Google account of any address to whoever proved themselves, and a mail says so', async () => {
  const wrong = await call('POST', '/profile/google', { password: 'Faux1234' });
  expect([wrong.status, wrong.json.code]).toEqual([400, 'WRONG_PASSWORD']);
  const { status, json, headers } = await link(`sub-${count}`);
  expect([status, json.message, json.data.user.email]).toEqual([200, 'Votre compte Google est lié.', email]);
  // The session goes on under another token.
  expect((await call('GET', '/profile')).status).toBe(401);
  cookie = cookiesOf(headers);
  expect(await state()).toEqual({ enabled: true, linked: true, email: google });
  const { subject, text } = await site.db
    .selectFrom('mailOutbox')
    .select(['subject', 'text'])
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(subject).toBe('Google ouvre désormais votre compte');
  expect(text).toContain(google);
  const entered = await enterWithGoogle(`sub-${count}`, google);
  expect(entered.json.data.user.email).toBe(email);
});

it('joins nothing to a browser that is signed out, or in as somebody else', async () => {
  const stranger = await signUp(`autre${count}@essai.test`);
  for (const back of ['', stranger]) {
    const { status, json } = await link(`sub-${count}`, { back });
    expect([status, json.code]).toEqual([401, 'login_required']);
  }
  expect(await state()).toMatchObject({ linked: false });
});

it('joins a Google account to one account only', async () => {
  await enterWithGoogle(`pris-${count}`, google);
  const taken = await link(`pris-${count}`);
  expect([taken.status, taken.json.code]).toEqual([409, 'GOOGLE_TAKEN']);

  const second = await signUp(`autre${count}@essai.test`);
  const answers = await Promise.all([link(`course-${count}`), link(`course-${count}`, { who: second })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it('does not take the place of another Google account', async () => {
  cookie = cookiesOf((await link(`un-${count}`)).headers);
  const { status, json } = await link(`deux-${count}`);
  expect([status, json.code]).toEqual([409, 'GOOGLE_OTHER']);
});

it('is taken away again, and a mail says so', async () => {
  cookie = cookiesOf((await link(`sub-${count}`)).headers);
  expect((await call('DELETE', '/profile/google')).status).toBe(200);
  expect(await state()).toEqual({ enabled: true, linked: false, email: null });
  const { subject } = await site.db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(subject).toBe('Google n’ouvre plus votre compte');
});

it('is the only door of an account without a password, which may first choose one', async () => {
  const { headers } = await enterWithGoogle(`sub-${count}`, google);
  cookie = cookiesOf(headers);
  expect((await call('GET', '/profile')).json.data).toMatchObject({
    hasPassword: false,
    recentLogin: true,
    google: { linked: true, email: google },
  });
  const refused = await call('DELETE', '/profile/google');
  expect([refused.status, refused.json.code]).toEqual([409, 'GOOGLE_ONLY_DOOR']);

  // A session of a moment ago shows who it is; later, one has to come back through Google.
  expect((await call('POST', '/profile/email', { email: `apres${count}@essai.test` })).status).toBe(200);
  moveClock(11 * 60_000);
  const late = await call('POST', '/profile/email', { email: `tard${count}@essai.test` });
  expect([late.status, late.json.code]).toEqual([403, 'RECENT_LOGIN_NEEDED']);
  expect((await call('POST', '/profile/export', {})).json.code).toBe('RECENT_LOGIN_NEEDED');

  await call('POST', '/profile/first-password');
  while (await answerForgotten(site.services));
  const { html } = await site.db
    .selectFrom('mailOutbox')
    .select('html')
    .where('recipient', '=', google)
    .where('subject', '=', 'Choisissez un nouveau mot de passe')
    .executeTakeFirstOrThrow();
  const token = /[?&]token=([\w-]{43})/.exec(html ?? '')?.[1];
  await site.call('POST', '/api/auth/reset-password', { body: { token, password } });
  const login = await site.call('POST', '/api/auth/login', { body: { email: google, password } });
  cookie = cookiesOf(login.headers);
  expect((await call('DELETE', '/profile/google')).status).toBe(200);
});
