import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAlert } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { moveClock } from '../../platform/clock.server.ts';
import { deviceOf } from '../accounts/devices/contract.ts';
import { forgetEmailChanges } from '../accounts/email-change/rules.server.ts';
import { answerForgotten } from '../accounts/links/rules.server.ts';

const HOUR = 3_600_000;
const password = 'Unbonmot2passe';
let site: TestApp;
let email = '';
let other = '';
let cookie = '';
let userId = 0;
let count = 0;

beforeAll(async () => {
  site = await testApp();
});

/** Somebody new, signed in, whose address is proven unless said. */
async function signUp(address: string, proven = true) {
  const body = { firstName: 'Léa', lastName: 'Petit', email: address, password, phone: '06 12 34 56 78' };
  const { json, headers } = await site.call('POST', '/api/auth/register', { body });
  const emailVerifiedAt = proven ? new Date() : null;
  await site.db.updateTable('account').set({ emailVerifiedAt }).where('email', '=', address).execute();
  return { cookie: cookiesOf(headers), id: json.data.user.id as number };
}

beforeEach(async () => {
  count += 1;
  email = `personne${count}@essai.test`;
  other = `nouvelle${count}@essai.test`;
  ({ cookie, id: userId } = await signUp(email));
});
afterEach(() => moveClock(0));

const cookiesOf = (headers: Record<string, unknown>) =>
  (headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; ');
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: object, who = cookie) =>
  site.call(method, `/api${path}`, { ...(body ? { body } : {}), ...(who ? { cookie: who } : {}) });
const read = async () => (await call('GET', '/profile')).json.data;
const isIn = async (who: string) =>
  (await call('GET', '/auth/check', undefined, who)).json.data.isAuthenticated as boolean;
async function logIn(address: string, word = password) {
  const { status, headers } = await call('POST', '/auth/login', { email: address, password: word }, '');
  return status === 200 ? cookiesOf(headers) : null;
}

/** The mails queued for an address, the last first, and the secret in the link of the last. */
async function mailsTo(address: string) {
  const rows = await site.db
    .selectFrom('mailOutbox')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', address)
    .orderBy('id', 'desc')
    .execute();
  const token = /[?&](?:token|changement|annulation)=([\w-]{43})/.exec(rows[0]?.html ?? '')?.[1] ?? '';
  return { subjects: rows.map(({ subject }) => subject), text: rows[0]?.text ?? '', token };
}

describe('what one says of oneself', () => {
  it('is read, and replaced as the fields of the specification say', async () => {
    expect(await read()).toMatchObject({
      user: { id: userId, email, firstName: 'Léa', lastName: 'Petit', phone: '+33612345678', civility: null },
      emailProven: true,
      pendingEmail: null,
      hasPassword: true,
      google: { enabled: false, linked: false, email: null },
      optInVigieAlerts: false,
      optInPartnerOffers: false,
      notices: { activeAlerts: 0, pausedAlerts: 0, requests: 0 },
    });
    const { status, json } = await call('PUT', '/profile', {
      civility: 'Mme',
      firstName: '  Léa-Marie ',
      lastName: 'Le Petit',
      phone: '+44 7911 123456',
      email: 'autre@essai.test',
      demo: true,
    });
    expect([status, json.data.user]).toEqual([
      200,
      {
        id: userId,
        email,
        firstName: 'Léa-Marie',
        lastName: 'Le Petit',
        phone: '+447911123456',
        civility: 'Mme',
      },
    ]);
    await call('PUT', '/profile', { firstName: 'Léa', lastName: 'Petit', phone: '', civility: '' });
    expect((await read()).user).toMatchObject({ phone: null, civility: null });
  });

  it.each([
    [{ firstName: '' }, 'firstName', 'Le prénom est requis'],
    [{ firstName: 'L' }, 'firstName', 'Le prénom doit contenir entre 2 et 50 caractères'],
    [{ lastName: ' ' }, 'lastName', 'Le nom est requis'],
    [{ lastName: 'x'.repeat(51) }, 'lastName', 'Le nom doit contenir entre 2 et 50 caractères'],
    [{ phone: '12' }, 'phone', 'Format de téléphone invalide'],
  ])('refuses %o', async (wrong, field, message) => {
    const { status, json } = await call('PUT', '/profile', { firstName: 'Léa', lastName: 'Petit', ...wrong });
    expect([status, json.details.fields[0]]).toEqual([400, { field, message }]);
    expect((await read()).user.phone).toBe('+33612345678');
  });

  it.each([
    ['GET', '/profile'],
    ['PUT', '/profile'],
    ['DELETE', '/profile'],
    ['POST', '/profile/export'],
    ['POST', '/profile/email'],
    ['POST', '/profile/google'],
    ['GET', '/profile/devices'],
    ['PUT', '/profile/consents'],
  ] as const)('%s %s asks for a session', async (method, path) => {
    const body = {
      firstName: 'Léa',
      lastName: 'Petit',
      email: other,
      name: 'optInVigieAlerts',
      given: true,
    };
    const { status, json } = await call(method, path, method === 'GET' ? undefined : body, '');
    expect([status, json.code]).toEqual([401, 'login_required']);
  });
});

describe('another address', () => {
  const ask = (address = other, word: string | undefined = password, who = cookie) =>
    call('POST', '/profile/email', { email: address, password: word }, who);
  const confirm = (token: string) => call('POST', '/profile/email/confirm', { token }, '');
  const undo = (token: string) => call('POST', '/profile/email/undo', { token }, '');

  it('is the account’s once it has confirmed, and not before; alerts follow', async () => {
    const alert = await makeAlert(site, { email });
    expect((await ask(` ${other.toUpperCase()} `)).json.data.pendingEmail).toMatchObject({
      email: other,
      expired: false,
    });
    expect((await read()).user.email).toBe(email);
    const old = await mailsTo(email);
    expect(old.subjects[0]).toBe('Un changement d’adresse a été demandé');
    expect(old.text).toContain(`n•••@essai.test`);
    expect(old.text).not.toContain(other);
    const fresh = await mailsTo(other);
    expect(fresh.subjects).toEqual(['Confirmez votre nouvelle adresse']);
    expect(fresh.text).not.toMatch(/Léa|Petit/);

    expect((await confirm(fresh.token)).json.data).toEqual({ state: 'changed', email: other });
    expect(await read()).toMatchObject({ user: { email: other }, emailProven: true, pendingEmail: null });
    expect((await confirm(fresh.token)).json.data.state).toBe('already');
    expect([await logIn(email), Boolean(await logIn(other))]).toEqual([null, true]);
    const subscriber = await site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select(['subscriber.email', 'subscriber.accountId'])
      .where('alert.id', '=', alert)
      .executeTakeFirst();
    expect(subscriber).toEqual({ email: other, accountId: userId });
  });

  it('is confirmed once by two at the same time', async () => {
    await ask();
    const { token } = await mailsTo(other);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ json }) => json.data?.state as string).toSorted()).toEqual([
      'already',
      'already',
      'changed',
    ]);
  });

  it('asks for the password, and says in which field', async () => {
    const missing = await call('POST', '/profile/email', { email: other });
    expect(missing.json.details.fields).toEqual([
      { field: 'password', message: 'Le mot de passe est requis' },
    ]);
    const wrong = await ask(other, 'Faux1234');
    expect([wrong.status, wrong.json.code, wrong.json.details.fields[0].field]).toEqual([
      400,
      'WRONG_PASSWORD',
      'password',
    ]);
    const same = await ask(email);
    expect(same.json.details.fields).toEqual([{ field: 'email', message: 'C’est déjà votre adresse.' }]);
    expect((await ask('pas une adresse')).json.details.fields[0].message).toBe(
      'Veuillez entrer un email valide',
    );
    expect((await read()).pendingEmail).toBeNull();
  });

  it('says nothing of an address that has an account: only its reader learns it', async () => {
    await signUp(other);
    const taken = await ask();
    const { subjects, token } = await mailsTo(other);
    expect([subjects[0], token]).toEqual(['Cette adresse a déjà un compte', '']);
    const again = await signUp(`autre${count}@essai.test`);
    const free = await ask(`libre${count}@essai.test`, password, again.cookie);
    const shape = ({ status, json }: typeof free) => [status, Object.keys(json.data.pendingEmail).toSorted()];
    expect(shape(taken)).toEqual(shape(free));
    expect((await read()).pendingEmail.email).toBe(other);
  });

  it('got an account in between: the link says so and changes nothing', async () => {
    await ask();
    const { token } = await mailsTo(other);
    await signUp(other);
    const { status, json } = await confirm(token);
    expect([status, json.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect((await read()).user.email).toBe(email);
  });

  it('is given to one of two accounts that confirm it at the same time', async () => {
    const second = await signUp(`deuxieme${count}@essai.test`);
    await ask();
    const { token: one } = await mailsTo(other);
    await ask(other, password, second.cookie);
    const { token: two } = await mailsTo(other);
    const answers = await Promise.all([confirm(one), confirm(two)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('can be cancelled, sent again, replaced; old links then do nothing', async () => {
    await ask();
    const first = (await mailsTo(other)).token;
    expect((await call('POST', '/profile/email/resend')).status).toBe(200);
    const second = (await mailsTo(other)).token;
    expect(second).not.toBe(first);
    expect((await confirm(first)).json.code).toBe('LINK_INVALID');
    expect((await call('DELETE', '/profile/email')).status).toBe(200);
    expect((await confirm(second)).json.code).toBe('LINK_INVALID');
    expect((await call('POST', '/profile/email/resend')).json.code).toBe('EMAIL_CHANGE_NONE');
    await ask();
    const third = (await mailsTo(other)).token;
    await ask(`encore${count}@essai.test`);
    expect((await confirm(third)).json.code).toBe('LINK_INVALID');
    expect((await read()).user.email).toBe(email);
  });

  it('waits a day, then asks for a new link', async () => {
    await ask();
    const { token } = await mailsTo(other);
    moveClock(24 * HOUR + 1);
    expect((await confirm(token)).json.code).toBe('LINK_INVALID');
    cookie = (await logIn(email)) ?? '';
    expect((await read()).pendingEmail.expired).toBe(true);
    await call('POST', '/profile/email/resend');
    expect((await confirm((await mailsTo(other)).token)).json.data.state).toBe('changed');
  });

  it('is stopped by the address of today, which may take the account back afterwards', async () => {
    await ask();
    const stop = (await mailsTo(email)).token;
    expect((await undo(stop)).json.data.state).toBe('cancelled');
    expect((await undo(stop)).json.data.state).toBe('already');
    expect((await read()).pendingEmail).toBeNull();

    const alert = await makeAlert(site, { email });
    await read();
    await ask();
    const takeBack = (await mailsTo(email)).token;
    expect((await confirm((await mailsTo(other)).token)).json.data.state).toBe('changed');
    // Whoever did it may have gone on to a third address.
    const third = `troisieme${count}@essai.test`;
    await ask(third);
    await confirm((await mailsTo(third)).token);
    expect((await undo(takeBack)).json.data.state).toBe('restored');
    expect([await isIn(cookie), await logIn(third), await logIn(email)]).toEqual([false, null, null]);
    while (await answerForgotten(site.services));
    const reset = await mailsTo(email);
    expect(reset.subjects[0]).toBe('Choisissez un nouveau mot de passe');
    await call('POST', '/auth/reset-password', { token: reset.token, password: 'Encore1fois' }, '');
    expect(await logIn(email, 'Encore1fois')).not.toBeNull();
    const { email: told } = await site.db
      .selectFrom('alert')
      .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
      .select('subscriber.email')
      .where('alert.id', '=', alert)
      .executeTakeFirstOrThrow();
    expect(told).toBe(email);
  });

  it('is not given back to an address that nobody had proven, nor after three days', async () => {
    const unproven = await signUp(`faute${count}@essai.test`, false);
    await ask(other, password, unproven.cookie);
    const { token } = await mailsTo(`faute${count}@essai.test`);
    await confirm((await mailsTo(other)).token);
    expect((await undo(token)).json.code).toBe('LINK_INVALID');

    await ask(`tard${count}@essai.test`);
    const late = (await mailsTo(email)).token;
    await confirm((await mailsTo(`tard${count}@essai.test`)).token);
    moveClock(72 * HOUR + 1);
    expect((await undo(late)).json.code).toBe('LINK_INVALID');
  });

  it('is asked three times a day at most whoever asks, and five times by one account', async () => {
    for (let time = 0; time < 5; time += 1) expect((await ask()).status).toBe(200);
    expect((await mailsTo(other)).subjects).toHaveLength(3);
    const { status, json } = await ask();
    expect([status, json.code, json.details.retryAfter]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '24 heures']);
    moveClock(100 * HOUR);
    await forgetEmailChanges(site.db);
    cookie = (await logIn(email)) ?? '';
    expect((await read()).pendingEmail).toBeNull();
    expect((await ask()).status).toBe(200);
  });
});

describe('devices', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox sur Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari sur Mac',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
      'Chrome sur iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet sur Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0',
      'Edge sur Linux',
      'computer',
    ],
    ['curl/8.5.0', 'Appareil non reconnu', 'unknown'],
    ['', 'Appareil non reconnu', 'unknown'],
  ])('%s', (userAgent, name, kind) => {
    expect(deviceOf(userAgent)).toEqual({ name, kind });
  });

  const devices = async (who = cookie) =>
    (await call('GET', '/profile/devices', undefined, who)).json.data.devices as {
      id: number;
      current: boolean;
      seenAt: string;
    }[];

  it('are listed, this one first, and ended one by one or all the others', async () => {
    const second = (await logIn(email)) ?? '';
    const third = (await logIn(email)) ?? '';
    const list = await devices();
    expect(list.map(({ current }) => current)).toEqual([true, false, false]);
    expect(JSON.stringify(list)).not.toMatch(/token/i);
    const ofSecond = (await devices(second))[0]?.id;
    expect((await call('DELETE', `/profile/devices/${ofSecond}`)).status).toBe(200);
    expect([await isIn(second), await isIn(third), await isIn(cookie)]).toEqual([false, true, true]);
    expect((await call('DELETE', `/profile/devices/${ofSecond}`)).json.code).toBe('DEVICE_UNKNOWN');
    expect((await call('DELETE', '/profile/devices')).status).toBe(200);
    expect([await isIn(third), await isIn(cookie)]).toEqual([false, true]);
  });

  it('of somebody else are nobody’s', async () => {
    const stranger = await signUp(other);
    const [mine] = await devices();
    expect((await call('DELETE', `/profile/devices/${mine?.id}`, undefined, stranger.cookie)).status).toBe(
      404,
    );
    expect(await isIn(cookie)).toBe(true);
  });

  it('say when they were last seen, five minutes or so', async () => {
    const seen = (await devices())[0]?.seenAt ?? '';
    moveClock(6 * 60_000);
    await read();
    expect(Date.parse((await devices())[0]?.seenAt ?? '') - Date.parse(seen)).toBeGreaterThan(5 * 60_000);
  });

  it('that stay are given a new token when the password changes', async () => {
    const second = (await logIn(email)) ?? '';
    const { headers } = await call('POST', '/auth/change-password', {
      currentPassword: password,
      newPassword: 'Encore1fois',
    });
    expect([await isIn(cookie), await isIn(second), await isIn(cookiesOf(headers))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('consents', () => {
  const say = (name: string, given: boolean) => call('PUT', '/profile/consents', { name, given });

  it('are given and withdrawn alike, each time with its proof', async () => {
    await say('optInPartnerOffers', true);
    await say('optInPartnerOffers', true);
    await say('optInPartnerOffers', false);
    const { optInPartnerOffers, optInVigieAlerts, consents } = await read();
    expect([optInPartnerOffers, optInVigieAlerts]).toEqual([false, false]);
    const { history } = consents.find(({ name }: { name: string }) => name === 'optInPartnerOffers');
    expect(history.map(({ given, source }: { given: boolean; source: string }) => [given, source])).toEqual([
      [false, 'profile'],
      [true, 'profile'],
    ]);
    expect(history[0].sentence).toBe('J’accepte de recevoir par e-mail les offres des partenaires de Vigie.');
    expect((await say('autre', true)).status).toBe(400);
  });

  it('are one for many at once', async () => {
    await Promise.all([1, 2, 3].map(() => say('optInVigieAlerts', true)));
    expect((await read()).optInVigieAlerts).toBe(true);
  });
});
