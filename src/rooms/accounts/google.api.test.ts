import { generateKeyPair, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { type Issuer, type Person, startIssuer, visitIssuer } from '../../../tests/kit/issuer.ts';
import { addDemoAccount } from './accounts.server.ts';

const BACK = 'http://localhost:3000/auth/google';
const password = 'Unbonmot2passe';
let issuer: Issuer;
let site: TestApp;
let count = 0;

beforeAll(async () => {
  issuer = await startIssuer(BACK);
  site = await testApp(issuer.settings);
});

/** Somebody new at Google. */
function person(more: Partial<Person> = {}): Person {
  count += 1;
  return {
    sub: `sub-${count}`,
    email: `personne${count}@essai.test`,
    email_verified: true,
    given_name: 'Zoé',
    family_name: 'Martin',
    ...more,
  };
}

const cookiesOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] as string | string[]]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** From the button to the way back: the cookie of this browser, and what Google says in the address. */
async function trip(who: Person | null) {
  issuer.next(who);
  const { json, headers } = await site.call('GET', '/api/auth/google/url');
  const back = await visitIssuer(json.data.url as string, BACK);
  const { code = '', state, iss } = Object.fromEntries(back.searchParams);
  return { cookie: cookiesOf(headers), code, state, iss, back, asked: new URL(json.data.url as string) };
}

const finish = (cookie: string | undefined, body: object) =>
  site.call('POST', '/api/auth/google/callback', { body, ...(cookie ? { cookie } : {}) });

async function signUp(email: string) {
  const body = { firstName: 'Léa', lastName: 'Petit', email, password };
  const { status, headers } = await site.call('POST', '/api/auth/register', { body });
  expect(status).toBe(200);
  return cookiesOf(headers);
}

describe('the trip to Google and back', () => {
  it('asks with PKCE, a state and a nonce, and keeps their secrets in this browser only', async () => {
    const { json, headers } = await site.call('GET', '/api/auth/google/url');
    const url = new URL(json.data.url);
    expect(url.origin).toBe(issuer.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'vigie-test',
      redirect_uri: BACK,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const secret of ['code_challenge', 'state', 'nonce']) {
      expect(url.searchParams.get(secret)).toMatch(/^[\w-]{43}$/);
    }
    expect(headers['set-cookie']).toMatch(
      /^__Host-google=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('makes the account of somebody new, then signs them in, by the body {code} alone', async () => {
    const who = person();
    const first = await trip(who);
    const made = await finish(first.cookie, { code: first.code });
    expect([made.status, made.json.message]).toEqual([200, 'Votre compte est créé.']);
    expect(made.json.data.user).toMatchObject({ email: who.email, firstName: 'Zoé', lastName: 'Martin' });
    const check = await site.call('GET', '/api/auth/check', { cookie: cookiesOf(made.headers) });
    expect(check.json.data.isAuthenticated).toBe(true);

    const again = await trip({ ...who, email: `autre-${who.email}` });
    const entered = await finish(again.cookie, { code: again.code, state: again.state, iss: again.iss });
    expect(entered.json.message).toBe('Vous êtes connecté.');
    // By `sub`, never by address: the address at Google may change hands.
    expect(entered.json.data.user).toEqual(made.json.data.user);
  });

  it.each([
    ['in a browser that did not leave for it', (one: Trip) => finish(undefined, { code: one.code })],
    ['with another state', (one: Trip) => finish(one.cookie, { code: one.code, state: 'x' })],
    ['from another issuer', (one: Trip) => finish(one.cookie, { code: one.code, iss: 'https://e.fr' })],
    ['with a made-up code', (one: Trip) => finish(one.cookie, { code: 'rien' })],
    [
      'with a forged cookie',
      (one: Trip) => finish(`${one.cookie.slice(0, -4)}AAAA`, { code: one.code, state: one.state }),
    ],
    [
      'with the verifier of another trip',
      async (one: Trip) => finish((await trip(person())).cookie, { code: one.code }),
    ],
    [
      'for an address that Google has not seen confirmed',
      async () => {
        const one = await trip(person({ email_verified: false }));
        return finish(one.cookie, { code: one.code });
      },
    ],
  ])('a code %s opens nothing', async (_, attempt) => {
    const { status, json } = await attempt(await trip(person()));
    expect([status, json.code]).toEqual([401, 'GOOGLE_REFUSED']);
  });

  it('a code opens one session only', async () => {
    const one = await trip(person());
    expect((await finish(one.cookie, { code: one.code })).status).toBe(200);
    expect((await finish(one.cookie, { code: one.code })).json.code).toBe('GOOGLE_REFUSED');
  });

  it('says what Google says when the person refuses', async () => {
    const { back } = await trip(null);
    expect(back.searchParams.get('error')).toBe('access_denied');
  });
});
type Trip = Awaited<ReturnType<typeof trip>>;

describe('an account of the same address', () => {
  it('never proven: is given to whoever proves it, without the password and sessions of before', async () => {
    const who = person();
    const stranger = await signUp(who.email);
    const one = await trip(who);
    const entered = await finish(one.cookie, { code: one.code });
    expect(entered.json.data.user).toMatchObject({ firstName: 'Zoé', email: who.email });
    expect((await site.call('GET', '/api/auth/me', { cookie: stranger })).status).toBe(401);
    const login = await site.call('POST', '/api/auth/login', { body: { email: who.email, password } });
    expect([login.status, login.json.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('proven: is joined when Google holds the address, and a mail says so', async () => {
    const who = person({ hd: 'essai.test' });
    await addProven(who.email);
    const one = await trip(who);
    const entered = await finish(one.cookie, { code: one.code });
    expect([entered.status, entered.json.data.user.firstName]).toEqual([200, 'Léa']);
    const mail = await site.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', who.email)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(mail?.subject).toBe('Google ouvre désormais votre compte');
    const login = await site.call('POST', '/api/auth/login', { body: { email: who.email, password } });
    expect(login.status).toBe(200);
  });

  it('proven: is not joined on the word of Google about somebody else’s domain', async () => {
    const who = person();
    await addProven(who.email);
    const one = await trip(who);
    const { status, json } = await finish(one.cookie, { code: one.code });
    expect([status, json.code]).toEqual([409, 'GOOGLE_PASSWORD_FIRST']);
  });

  it('of the demonstration: is never joined', async () => {
    const who = person({ hd: 'essai.test' });
    await addDemoAccount(site.db, { email: who.email, password, firstName: 'Démo', lastName: 'Essai' });
    const one = await trip(who);
    expect((await finish(one.cookie, { code: one.code })).json.code).toBe('GOOGLE_PASSWORD_FIRST');
  });

  async function addProven(email: string) {
    await signUp(email);
    await site.db
      .updateTable('account')
      .set({ emailVerifiedAt: new Date() })
      .where('email', '=', email)
      .execute();
  }
});

describe('an ID token', () => {
  const give = (call: 'login' | 'register', googleToken: string, nonce?: string) =>
    site.call('POST', `/api/auth/google-${call}`, { body: { googleToken, ...(nonce ? { nonce } : {}) } });

  it('signs up whoever has no account, then signs in', async () => {
    const who = person();
    const unknown = await give('login', await issuer.mint(who));
    expect([unknown.status, unknown.json.code, unknown.json.message]).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
      "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.",
    ]);
    const made = await give('register', await issuer.mint(who));
    expect([made.status, made.json.data.user.email]).toEqual([200, who.email]);
    const again = await give('register', await issuer.mint(who));
    expect([again.status, again.json.code]).toEqual([409, 'ACCOUNT_EXISTS']);
    const entered = await give('login', await issuer.mint(who, { jti: 'autre' }));
    expect(entered.json.data.user).toEqual(made.json.data.user);
    const me = await site.call('GET', '/api/auth/me', { cookie: cookiesOf(entered.headers) });
    expect(me.json.data.user.email).toBe(who.email);
  });

  it('opens one session only, and that of its nonce', async () => {
    const who = person();
    const token = await issuer.mint(who, { nonce: 'mien' });
    expect((await give('register', token, 'autre')).json.code).toBe('GOOGLE_REFUSED');
    expect((await give('register', token, 'mien')).status).toBe(200);
    expect((await give('login', token, 'mien')).json.code).toBe('GOOGLE_REFUSED');
  });

  it.each<[string, (who: Person) => Promise<string> | string]>([
    ['for another site', (who) => issuer.mint(who, { aud: 'autre-site' })],
    ['of another issuer', (who) => issuer.mint(who, { iss: 'https://e.fr' })],
    ['that is past', (who) => issuer.mint(who, { exp: Math.floor(Date.now() / 1000) - 5 })],
    ['without end', (who) => issuer.mint(who, { exp: undefined })],
    ['given to another client', (who) => issuer.mint(who, { aud: ['vigie-test', 'x'], azp: 'x' })],
    ['of an address not confirmed', (who) => issuer.mint({ ...who, email_verified: false })],
    [
      'signed by somebody else',
      async (who) => issuer.mint(who, { key: (await generateKeyPair('RS256')).privateKey }),
    ],
    [
      'not signed',
      (who) =>
        new UnsecuredJWT({ ...who, iss: issuer.url, aud: 'vigie-test' })
          .setExpirationTime('5m')
          .setIssuedAt()
          .encode(),
    ],
    ['that is none', () => 'x.y.z'],
  ])('%s is refused', async (_, mint) => {
    const { status, json } = await give('register', await mint(person()));
    expect([status, json.code]).toEqual([401, 'GOOGLE_REFUSED']);
  });
});

it('a public client, known by its number alone, takes ID tokens too', async () => {
  const { GOOGLE_CLIENT_SECRET: _, ...settings } = issuer.settings;
  const open = await testApp(settings);
  const url = await open.call('GET', '/api/auth/google/url');
  expect(new URL(url.json.data.url).searchParams.get('client_id')).toBe('vigie-test');
  const body = { googleToken: await issuer.mint(person()) };
  expect((await open.call('POST', '/api/auth/google-register', { body })).status).toBe(200);
});

describe('without Google', () => {
  it.each([
    ['GET', '/api/auth/google/url', undefined],
    ['POST', '/api/auth/google/callback', { code: 'x' }],
    ['POST', '/api/auth/google-login', { googleToken: 'x' }],
    ['POST', '/api/auth/google-register', { googleToken: 'x' }],
  ] as const)('%s %s says that it is not there', async (method, url, body) => {
    const plain = await testApp();
    const { status, json } = await plain.call(method, url, body ? { body } : {});
    expect([status, json.code]).toEqual([404, 'GOOGLE_NOT_CONFIGURED']);
    expect(json.message).toBe('La connexion avec Google n’est pas activée sur ce site.');
  });

  it('says that Google does not answer', async () => {
    const away = await testApp({ ...issuer.settings, GOOGLE_ISSUER: 'http://127.0.0.1:9' });
    const { status, json } = await away.call('GET', '/api/auth/google/url');
    expect([status, json.code]).toEqual([502, 'GOOGLE_UNREACHABLE']);
  });
});
