import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { accountsWithDevices } from '#rooms/push/push.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { answerForgotten, forgetLinks } from './account-links.server.ts';
import { addDemoAccount } from './accounts.server.ts';

const HOUR = 3_600_000;
const password = 'Unbonmot2passe';
let site: TestApp;
let email = '';
let count = 0;

beforeAll(async () => {
  site = await testApp();
});
beforeEach(() => {
  count += 1;
  email = `personne${count}@essai.test`;
});
afterEach(() => moveClock(0));

const cookiesOf = (headers: Record<string, unknown>) =>
  (headers['set-cookie'] as string[]).map((line) => line.split(';')[0]).join('; ');
const post = (address: string, body: object, cookie?: string) =>
  site.call('POST', `/api/auth/${address}`, { body, ...(cookie ? { cookie } : {}) });
const isIn = async (cookie: string) =>
  (await site.call('GET', '/api/auth/check', { cookie })).json.data.isAuthenticated as boolean;

async function signUp() {
  const body = { firstName: 'Léa', lastName: 'Petit', email, password };
  return cookiesOf((await post('register', body)).headers);
}

async function logIn(word = password) {
  const { status, headers } = await post('login', { email, password: word });
  return status === 200 ? cookiesOf(headers) : null;
}

/** What was queued for this address: subjects, and the links of the last one. */
async function mails() {
  const rows = await site.db
    .selectFrom('mailOutbox')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  const token = /[?&]token=([\w-]{43})/.exec(rows.at(-1)?.html ?? '')?.[1] ?? '';
  return { subjects: rows.map(({ subject }) => subject), text: rows.at(-1)?.text ?? '', token };
}

/** Asks for a new password and lets the worker answer. */
async function forget() {
  const answer = await post('forgot-password', { email });
  while (await answerForgotten(site.services));
  return answer;
}

describe('signing up', () => {
  it('opens a session and asks the address to prove itself', async () => {
    const answer = await post('register', {
      firstName: '  Jean-Noël ',
      lastName: "L'Hermitte",
      email: ` ${email.toUpperCase()} `,
      password,
      phone: '06 12 34 56 78',
    });
    expect([answer.status, answer.json.data.user]).toEqual([
      200,
      {
        id: expect.any(Number),
        email,
        firstName: 'Jean-Noël',
        lastName: "L'Hermitte",
        phone: '+33612345678',
        civility: null,
      },
    ]);
    expect(await isIn(cookiesOf(answer.headers))).toBe(true);
    const { subjects, text } = await mails();
    expect(subjects).toEqual(['Confirmez votre adresse']);
    // Whoever typed the address also typed the name.
    expect(text).not.toContain('Jean');
    const { passwordHash } = await site.db
      .selectFrom('account')
      .select('passwordHash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('says that the address has an account, and changes nothing of it', async () => {
    await signUp();
    const again = await post('register', {
      firstName: 'Un',
      lastName: 'Autre',
      email,
      password: 'Encore1fois',
    });
    expect([again.status, again.json.code, again.json.message]).toEqual([
      409,
      'ACCOUNT_EXISTS',
      'Un compte existe déjà avec cette adresse. Connectez-vous.',
    ]);
    expect(await logIn()).not.toBeNull();
    expect((await mails()).subjects).toHaveLength(1);
  });

  it('takes only what the form has', async () => {
    const body = { firstName: 'Léa', lastName: 'Petit', email, password, phone: '' };
    const { json } = await post('register', { ...body, demo: true, emailVerifiedAt: '2020-01-01', id: 1 });
    const row = await site.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
    expect(row).toMatchObject({ demo: false, emailVerifiedAt: null, id: json.data.user.id, phone: null });
  });

  it('ends the session that was open in that browser', async () => {
    const before = await signUp();
    count += 1;
    email = `personne${count}@essai.test`;
    await post('register', { firstName: 'Léa', lastName: 'Petit', email, password }, before);
    expect(await isIn(before)).toBe(false);
  });
});

describe('proving an address', () => {
  it('takes a link once, gives the session a new token, and says « already » the second time', async () => {
    const cookie = await signUp();
    const { token } = await mails();
    const first = await post('verify-email', { token }, cookie);
    expect([first.status, first.json.data.state]).toEqual([200, 'verified']);
    const renewed = cookiesOf(first.headers);
    expect([await isIn(cookie), await isIn(renewed)]).toEqual([false, true]);
    const second = await post('verify-email', { token });
    expect([second.json.data.state, second.headers['set-cookie']]).toEqual(['already', undefined]);
    const row = await site.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
    expect(row?.emailVerifiedAt).toBeInstanceOf(Date);
  });

  it('refuses unknown, past and replaced links', async () => {
    const cookie = await signUp();
    const { token } = await mails();
    await post('resend-verification', {}, cookie);
    for (const wrong of [token, 'x', '', (await mails()).token.slice(1)]) {
      const { status, json } = await post('verify-email', { token: wrong });
      expect([status, json.code]).toEqual([400, 'LINK_INVALID']);
    }
    moveClock(24 * HOUR + 1_000);
    expect((await post('verify-email', { token: (await mails()).token })).json.code).toBe('LINK_INVALID');
  });

  it('sends three mails a day at most, and none once proven', async () => {
    const cookie = await signUp();
    for (let times = 0; times < 4; times += 1) await post('resend-verification', {}, cookie);
    expect((await mails()).subjects).toHaveLength(3);
    expect((await post('resend-verification', {})).json.code).toBe('login_required');
  });
});

describe('whoever registers an address may be a stranger', () => {
  const account = () =>
    site.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

  it('the owner opens the link elsewhere: the password chosen there counts, the stranger is out', async () => {
    const stranger = await signUp();
    const { token } = await mails();
    const weak = await post('verify-email', { token, password: 'court' });
    expect(weak.json.code).toBe('VALIDATION_ERROR');
    expect(await isIn(stranger)).toBe(true);
    const done = await post('verify-email', { token, password: 'Proprietaire2' });
    expect([done.status, done.json.data, done.headers['set-cookie']]).toEqual([
      200,
      { state: 'verified' },
      undefined,
    ]);
    expect(await isIn(stranger)).toBe(false);
    expect([await logIn(), await logIn('Proprietaire2')]).toEqual([null, expect.any(String)]);
    // Once only: who finds the link later chooses nothing.
    const again = await post('verify-email', { token, password: 'Troisieme2fois' });
    expect(again.json.data).toEqual({ state: 'already' });
    expect([await logIn('Troisieme2fois'), await logIn('Proprietaire2')]).toEqual([null, expect.any(String)]);
  });

  it('the link alone, elsewhere, proves the address and leaves no password', async () => {
    const stranger = await signUp();
    expect((await post('verify-email', { token: (await mails()).token })).json.data.state).toBe('verified');
    expect([await isIn(stranger), await logIn()]).toEqual([false, null]);
    await forget();
    await post('reset-password', { token: (await mails()).token, password: 'Proprietaire2' });
    expect(await logIn('Proprietaire2')).toEqual(expect.any(String));
  });

  it('a session of somebody else is another browser', async () => {
    const stranger = await signUp();
    const { token } = await mails();
    const owned = email;
    email = `autre-${owned}`;
    const somebodyElse = await signUp();
    expect((await post('verify-email', { token }, somebodyElse)).json.data.state).toBe('verified');
    expect([await isIn(stranger), await isIn(somebodyElse)]).toEqual([false, true]);
  });

  it('in the browser that registered nothing is asked and nothing ends', async () => {
    const here = await signUp();
    const there = await logIn();
    const { headers } = await post('verify-email', { token: (await mails()).token }, here);
    expect([await isIn(cookiesOf(headers)), await isIn(there ?? '')]).toEqual([true, true]);
    expect(await logIn()).toEqual(expect.any(String));
  });

  it('what the stranger put there to come back by goes too, by the link of the address and by that of a password', async () => {
    for (const by of ['verify', 'reset']) {
      count += 1;
      email = `personne${count}@essai.test`;
      const stranger = await signUp();
      const { token } = await mails();
      await site.call('POST', '/api/profile/email', {
        body: { email: `loin${count}@essai.test`, password },
        cookie: stranger,
      });
      const { id } = await account();
      const google = {
        googleSub: `voleur${count}`,
        googleEmail: 'voleur@gmail.test',
        googleLinkedAt: new Date(),
      };
      await site.db.updateTable('account').set(google).where('id', '=', id).execute();
      const device = { accountId: id, name: 'Ailleurs', p256dh: 'x', auth: 'x' };
      await site.db
        .insertInto('pushDevice')
        .values({ ...device, endpoint: `https://push.test/${count}`, createdAt: clock.now() })
        .execute();
      expect((await accountsWithDevices(site.db, [id])).size).toBe(1);
      if (by === 'verify') await post('verify-email', { token, password: 'Proprietaire2' });
      else {
        await forget();
        await post('reset-password', { token: (await mails()).token, password: 'Proprietaire2' });
      }
      expect(await account()).toMatchObject({ googleSub: null, googleEmail: null, googleLinkedAt: null });
      const waiting = await site.db
        .selectFrom('accountEmailChange')
        .select('id')
        .where('accountId', '=', id)
        .where('cancelledAt', 'is', null)
        .execute();
      expect(waiting).toEqual([]);
      expect((await accountsWithDevices(site.db, [id])).size).toBe(0);
    }
  });
});

describe('a lock of wrong passwords', () => {
  it('is lifted by the link of a forgotten password', async () => {
    await signUp();
    for (let times = 0; times < 10; times += 1) await logIn('Faux12345');
    expect((await post('login', { email, password })).status).toBe(429);
    await forget();
    await post('reset-password', { token: (await mails()).token, password: 'Toutnouveau1' });
    expect(await logIn('Toutnouveau1')).toEqual(expect.any(String));
  });

  it('is not made by registrations of strangers', async () => {
    await signUp();
    const register = (remoteAddress: string) =>
      site.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: { firstName: 'Un', lastName: 'Autre', email, password: 'Encore1fois' },
        remoteAddress,
      });
    for (let times = 0; times < 12; times += 1)
      expect((await register(`127.0.1.${times % 3}`)).statusCode).toBe(409);
    expect(await logIn()).toEqual(expect.any(String));
  });
});

describe('a forgotten password', () => {
  it('answers the same for every address, and writes to those that have an account', async () => {
    await signUp();
    const known = await forget();
    const { subjects, token } = await mails();
    expect(subjects.at(-1)).toBe('Choisissez un nouveau mot de passe');
    expect(token).not.toBe('');
    email = 'jamais-vue@essai.test';
    const unknown = await forget();
    expect(unknown).toEqual({ ...known, headers: expect.anything() });
    expect([unknown.status, unknown.json]).toEqual([200, { success: true, data: {} }]);
    expect((await mails()).subjects).toEqual([]);
    expect(await site.db.selectFrom('accountResetRequest').selectAll().execute()).toEqual([]);
  });

  it('replaces the password once, signs every device out and none in, and says so by mail', async () => {
    const [one, two] = [await signUp(), await logIn()];
    await forget();
    const { token } = await mails();
    const reset = await post('reset-password', { token, password: 'Toutnouveau1' }, one);
    expect([reset.status, reset.headers['set-cookie']]).toEqual([200, undefined]);
    expect([await isIn(one), await isIn(two ?? '')]).toEqual([false, false]);
    expect([await logIn(), await logIn('Toutnouveau1')]).toEqual([null, expect.any(String)]);
    expect((await mails()).subjects.at(-1)).toBe('Votre mot de passe a été changé');
    const again = await post('reset-password', { token, password: 'Encoreunautre1' });
    expect([again.status, again.json.code, again.json.message]).toEqual([
      400,
      'LINK_INVALID',
      'Ce lien n’est plus valable. Demandez-en un nouveau.',
    ]);
    expect(await logIn('Encoreunautre1')).toBeNull();
  });

  it('takes one of two uses at the same time', async () => {
    await signUp();
    await forget();
    const { token } = await mails();
    const both = await Promise.all(
      ['Premierarrive1', 'Secondarrive1'].map((word) => post('reset-password', { token, password: word })),
    );
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
  });

  it('ends after an hour, and when a newer link is asked for', async () => {
    await signUp();
    await forget();
    const { token: older } = await mails();
    await forget();
    const { token: newer } = await mails();
    const use = (token: string) => post('reset-password', { token, password: 'Toutnouveau1' });
    expect((await use(older)).json.code).toBe('LINK_INVALID');
    moveClock(HOUR + 1_000);
    expect((await use(newer)).json.code).toBe('LINK_INVALID');
    moveClock(HOUR - 600_000);
    expect((await use(newer)).status).toBe(200);
  });

  it('keeps the link when the new password is refused', async () => {
    await signUp();
    await forget();
    const { token } = await mails();
    const weak = await post('reset-password', { token, password: 'court' });
    expect([weak.status, weak.json.message]).toEqual([
      400,
      'Le mot de passe doit contenir au moins 8 caractères',
    ]);
    expect((await post('reset-password', { token, password: 'Toutnouveau1' })).status).toBe(200);
  });

  it('writes five times a day at most, and never for the demonstration', async () => {
    await signUp();
    for (let times = 0; times < 7; times += 1) await forget();
    expect(
      (await mails()).subjects.filter((subject) => /nouveau mot de passe/.test(subject ?? '')),
    ).toHaveLength(5);
    email = 'demo@essai.test';
    await addDemoAccount(site.db, { email, password, firstName: 'Démo', lastName: 'Essai' });
    await forget();
    expect((await mails()).subjects).toEqual([]);
  });

  it('links come from PUBLIC_URL, whatever Host says', async () => {
    await signUp();
    await site.call('POST', '/api/auth/forgot-password', { body: { email }, headers: { host: 'e.fr' } });
    await answerForgotten(site.services);
    expect((await mails()).text).toContain('http://localhost:3000/reinitialiser-mot-de-passe?token=');
    moveClock(3 * 24 * HOUR);
    await forgetLinks(site.db);
    expect(await site.db.selectFrom('accountLink').select('email').execute()).toEqual([]);
  });
});

it('a password is the same however its accents were typed', async () => {
  const [composed, decomposed] = ['Élan doré 7'.normalize('NFC'), 'Élan doré 7'.normalize('NFD')];
  expect(composed).not.toBe(decomposed);
  const other = ['Été à la mer 8'.normalize('NFC'), 'Été à la mer 8'.normalize('NFD')] as const;
  const registered = await post('register', {
    firstName: 'Léa',
    lastName: 'Petit',
    email,
    password: decomposed,
  });
  expect([await logIn(composed), await logIn(decomposed)]).toEqual([expect.any(String), expect.any(String)]);
  const change = await post(
    'change-password',
    { currentPassword: composed, newPassword: other[1] },
    cookiesOf(registered.headers),
  );
  expect(change.status).toBe(200);
  expect(await logIn(other[0])).toEqual(expect.any(String));
  await forget();
  await post('reset-password', { token: (await mails()).token, password: composed });
  expect(await logIn(decomposed)).toEqual(expect.any(String));
});

describe('changing a password', () => {
  it('keeps this device under a new token and signs the others out', async () => {
    const [here, there] = [await signUp(), await logIn()];
    const wrong = await post(
      'change-password',
      { currentPassword: 'Autre1234', newPassword: 'Neuf12345' },
      here,
    );
    expect([wrong.status, wrong.json.code, wrong.json.details.fields]).toEqual([
      400,
      'WRONG_PASSWORD',
      [{ field: 'currentPassword', message: 'Le mot de passe actuel est incorrect.' }],
    ]);
    const body = { currentPassword: password, newPassword: 'Neuf12345' };
    const done = await post('change-password', body, here);
    const renewed = cookiesOf(done.headers);
    expect([await isIn(here), await isIn(there ?? ''), await isIn(renewed)]).toEqual([false, false, true]);
    expect([await logIn(), await logIn('Neuf12345')]).toEqual([null, expect.any(String)]);
    expect((await mails()).subjects.at(-1)).toBe('Votre mot de passe a été changé');
    expect((await post('change-password', body)).json.code).toBe('login_required');
  });
});
