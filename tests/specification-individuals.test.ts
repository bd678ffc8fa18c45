import { beforeAll, describe, expect, it, test, vi } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { answerForgotten } from '#rooms/accounts/account-links.server.ts';
import { flat, makeAgency } from './kit/alerts.ts';
import { type TestApp, testApp } from './kit/app.ts';
import { type Issuer, type Person, startIssuer, visitIssuer } from './kit/issuer.ts';
import { rowsOf, specifiedRows } from './kit/specification-individuals.ts';
import { saidIn } from './kit/specification-text.ts';

const BACK = 'http://localhost:3000/auth/google';
const password = 'Unbonmot2passe';

let issuer: Issuer;
let site: TestApp;
let listingId = 0;
let people = 0;

beforeAll(async () => {
  issuer = await startIssuer(BACK);
  site = await testApp(issuer.settings);
  const agency = await makeAgency(site);
  [listingId = 0] = await agency.publish(flat('a'));
});

const somebody = () => {
  people += 1;
  return { firstName: 'Léa', lastName: 'Petit', email: `personne${people}@essai.test`, password, phone: '' };
};
const cookiesOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] as string | string[]]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');
const post = (address: string, body?: unknown, cookie?: string) =>
  site.call('POST', `/api${address}`, {
    ...(body === undefined ? {} : { body }),
    ...(cookie ? { cookie } : {}),
  });
const register = (changes: object = {}) => post('/auth/register', { ...somebody(), ...changes });

async function signedIn() {
  const person = somebody();
  const { status, headers } = await post('/auth/register', person);
  expect(status).toBe(200);
  return { ...person, cookie: cookiesOf(headers) };
}

/** What a call says of one field; undefined when it has nothing against it. */
async function saidOf(
  field: string,
  answer: Awaited<ReturnType<TestApp['call']>> | Promise<Awaited<ReturnType<TestApp['call']>>>,
) {
  const { status, json } = await answer;
  if (status === 200) return undefined;
  expect([status, json.code]).toEqual([400, 'VALIDATION_ERROR']);
  const { fields } = json.details as { fields: { field: string; message: string }[] };
  return fields.find((issue) => issue.field === field)?.message;
}

// One wrong field beside the one in question: nothing is written, and no password is hashed.
const ofSignup = (field: string, value: unknown) =>
  saidOf(field, register({ ...(field === 'lastName' ? { email: 'x' } : { lastName: 'P' }), [field]: value }));
const ofContact = (field: string, value: unknown) =>
  saidOf(
    field,
    post('/contact', {
      name: 'P',
      email: 'lea@essai.test',
      subject: 'Une question',
      message: 'Bonjour, une question.',
      [field]: value,
    }),
  );

const whole = {
  firstName: 'Léa',
  lastName: 'Petit',
  email: 'lea@essai.test',
  phone: '06 12 34 56 78',
  message: 'Est-il encore à vendre ?',
  civility: 'Mme',
  optInVigieAlerts: false,
  optInPartnerOffers: false,
};
const sendLead = (changes: object = {}) => post(`/listings/${listingId}/leads`, { ...whole, ...changes });

async function leadOf(changes: { email: string } & Record<string, unknown>) {
  const { status, json } = await sendLead(changes);
  expect([status, json.message ?? '']).toEqual([200, expect.any(String)]);
  return site.db
    .selectFrom('lead')
    .select(['firstName', 'lastName', 'email', 'phone', 'message', 'civility'])
    .where('email', '=', changes.email.trim().toLowerCase())
    .executeTakeFirstOrThrow();
}

/** The token of the link in the last mail to this address. */
async function tokenOf(email: string): Promise<string> {
  while (await answerForgotten(site.services));
  const { html } = await site.db
    .selectFrom('mailOutbox')
    .select('html')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /[?&]token=([\w-]{43})/.exec(html ?? '')?.[1] ?? '';
}

const atGoogle = (): Person => {
  const { email } = somebody();
  return { sub: email, email, email_verified: true, given_name: 'Zoé', family_name: 'Martin' };
};

const USER = ['id', 'email', 'firstName', 'lastName', 'phone', 'civility'];
/** The keys of an answer, and those of its user: `data.user`. */
const shapeOf = ({ status, json }: Awaited<ReturnType<TestApp['call']>>) => [
  status,
  Object.keys(json).toSorted(),
  Object.keys(json.data ?? {}).toSorted(),
  Object.keys(json.data?.user ?? {}),
];
const WITH_USER = [200, ['data', 'success'], ['user'], USER];

/** By the name of their row. */
const checks: Record<string, () => Promise<void> | void> = {
  user: async () => {
    const { cookie } = await signedIn();
    const { json } = await site.call('GET', '/api/auth/me', { cookie });
    expect(Object.keys(json.data.user)).toEqual(USER);
    expect(json.data.user.civility).toBeNull();
  },
  'lead-names': async () => {
    expect(
      await leadOf({ email: 'noms@essai.test', firstName: '  Léa ', lastName: ' Petit  ' }),
    ).toMatchObject({
      firstName: 'Léa',
      lastName: 'Petit',
      civility: 'Mme',
    });
  },
  'lead-clean-email': async () => {
    expect(await leadOf({ email: '  Majuscules@ESSAI.test ' })).toMatchObject({
      email: 'majuscules@essai.test',
    });
  },
  'lead-clean-phone': async () => {
    expect(await leadOf({ email: 'telephone@essai.test', phone: '06.12-34 56 78' })).toMatchObject({
      phone: '+33612345678',
    });
  },
  'lead-clean-message': async () => {
    expect(await leadOf({ email: 'message@essai.test', message: '  Encore à vendre ?\n ' })).toMatchObject({
      message: 'Encore à vendre ?',
    });
  },
  'lead-statuses': async () => {
    await leadOf({ email: 'statuts@essai.test' });
    const become = (status: string) =>
      site.db.updateTable('lead').set({ status }).where('email', '=', 'statuts@essai.test').execute();
    for (const status of [
      'new',
      'contacted',
      'qualified',
      'unreachable',
      'disqualified',
      'error',
      'processing',
    ])
      await become(status);
    await expect(become('pending')).rejects.toThrow('lead_status_check');
  },
  'check-answer': async () => {
    const { cookie } = await signedIn();
    const inside = await site.call('GET', '/api/auth/check', { cookie });
    expect(inside.json).toMatchObject({ success: true, data: { isAuthenticated: true } });
    expect(Object.keys(inside.json.data.user)).toEqual(USER);
    const outside = await site.call('GET', '/api/auth/check');
    expect([outside.status, outside.json]).toEqual([
      200,
      { success: true, data: { isAuthenticated: false, user: null } },
    ]);
  },

  'password-strong': async () => {
    for (const [word, fits] of [
      ['Huit8xxx', true],
      ['Sept7xx', false],
      ['sansmajuscule1', false],
      ['SANSMINUSCULE1', false],
      ['SansChiffre', false],
    ] as const)
      expect([word, await ofSignup('password', word)]).toEqual([word, fits ? undefined : expect.any(String)]);
  },
  'password-required': async () => {
    for (const nothing of ['', undefined])
      expect(await ofSignup('password', nothing)).toBe('Le mot de passe est requis');
  },
  'password-short': async () => {
    expect(await ofSignup('password', 'Court1')).toBe('Le mot de passe doit contenir au moins 8 caractères');
  },
  'password-weak': async () => {
    expect(await ofSignup('password', 'Password1')).toBe(
      'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères',
    );
  },
  'password-mixed': async () => {
    for (const word of ['minuscule1', 'MAJUSCULE1', 'SansChiffre'])
      expect(await ofSignup('password', word)).toBe(
        'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre',
      );
  },
  'login-not-empty': async () => {
    const { email } = await signedIn();
    expect(await saidOf('password', post('/auth/login', { email, password: '' }))).toBe(
      'Le mot de passe est requis',
    );
    expect((await post('/auth/login', { email, password: 'x' })).json.code).toBe('INVALID_CREDENTIALS');
  },
  'change-checked': async () => {
    const { cookie } = await signedIn();
    const change = (body: object) => post('/auth/change-password', body, cookie);
    expect(await saidOf('currentPassword', change({ currentPassword: '', newPassword: 'Autre2passe' }))).toBe(
      'Le mot de passe est requis',
    );
    expect(await saidOf('newPassword', change({ currentPassword: password, newPassword: 'faible' }))).toBe(
      'Le mot de passe doit contenir au moins 8 caractères',
    );
    expect((await change({ currentPassword: password, newPassword: 'Autre2passe' })).status).toBe(200);
  },
  'email-trimmed': async () => {
    const { email } = somebody();
    const { json } = await register({ email: `  ${email} ` });
    expect(json.data.user.email).toBe(email);
  },
  'email-required': async () => {
    for (const nothing of ['', '  ', undefined])
      expect(await ofSignup('email', nothing)).toBe("L'email est requis");
  },
  'email-invalid': async () => {
    for (const wrong of ['lea', 'lea@', 'lea@essai', '@essai.test', 'lea petit@essai.test'])
      expect(await ofSignup('email', wrong)).toBe('Veuillez entrer un email valide');
  },
  'email-optional': async () => {
    const { cookie } = await signedIn();
    const alert = { criteria: { transaction: 'achat', places: ['30189'] }, frequency: 'daily', email: '' };
    expect((await post('/alerts', alert, cookie)).status).toBe(200);
  },
  names: async () => {
    const { json } = await register({ firstName: '  Li ', lastName: ` ${'x'.repeat(50)} ` });
    expect(json.data.user).toMatchObject({ firstName: 'Li', lastName: 'x'.repeat(50) });
    for (const field of ['firstName', 'lastName']) {
      for (const wrong of ['', '   ', 'L', 'x'.repeat(51)])
        expect([field, wrong, await ofSignup(field, wrong)]).toEqual([field, wrong, expect.any(String)]);
    }
    expect(await ofContact('name', 'L')).toEqual(expect.any(String));
  },
  'first-name-required': async () => {
    expect(await ofSignup('firstName', ' ')).toBe('Le prénom est requis');
  },
  'last-name-required': async () => {
    expect(await ofSignup('lastName', '')).toBe('Le nom est requis');
    expect(await ofContact('name', '')).toBe('Le nom est requis');
  },
  'name-length': async () => {
    expect(await ofSignup('firstName', 'L')).toBe('Le prénom doit contenir entre 2 et 50 caractères');
    expect(await ofSignup('lastName', 'x'.repeat(51))).toBe('Le nom doit contenir entre 2 et 50 caractères');
    expect(await ofContact('name', 'P')).toBe('Le nom doit contenir entre 2 et 50 caractères');
  },
  message: async () => {
    for (const fits of ['x'.repeat(10), 'x'.repeat(1000), `  ${'x'.repeat(1000)}  `])
      expect(await ofContact('message', fits)).toBeUndefined();
    for (const wrong of ['x'.repeat(9), 'x'.repeat(1001), `  ${'x'.repeat(9)}  `])
      expect(await ofContact('message', wrong)).toEqual(expect.any(String));
  },
  'message-required': async () => {
    for (const nothing of ['', ' \n ', undefined])
      expect(await ofContact('message', nothing)).toBe('Le message est requis');
  },
  'message-length': async () => {
    for (const wrong of ['Bonjour', 'x'.repeat(1001)])
      expect(await ofContact('message', wrong)).toBe('Le message doit contenir entre 10 et 1000 caractères');
  },
  'subject-required': async () => {
    for (const nothing of ['', ' ', undefined])
      expect(await ofContact('subject', nothing)).toBe('Le sujet est requis');
  },
  'phone-blank': async () => {
    for (const blank of ['', '   ', undefined, null]) expect(await ofSignup('phone', blank)).toBeUndefined();
    const { json } = await register({ phone: '   ' });
    expect(json.data.user.phone).toBeNull();
  },
  'phone-accepted': async () => {
    for (const fits of ['+1234567', `+1${'2'.repeat(14)}`, '0123456789', '0912345678'])
      expect([fits, await ofSignup('phone', fits)]).toEqual([fits, undefined]);
    for (const wrong of [
      '+123456',
      `+1${'2'.repeat(15)}`,
      '+0123456789',
      '0012345678',
      '012345678',
      '01234567890',
      '1234567890',
      'abc',
    ])
      expect([wrong, await ofSignup('phone', wrong)]).toEqual([wrong, expect.any(String)]);
  },
  'phone-converted': async () => {
    for (const [typed, kept] of [
      ['06 12 34 56 78', '+33612345678'],
      ['06.12.34.56.78', '+33612345678'],
      ['+33 6 12-34-56-78', '+33612345678'],
      ['+44 7911 123456', '+447911123456'],
    ])
      expect((await register({ phone: typed })).json.data.user.phone).toBe(kept);
  },
  'phone-countries': async () => {
    for (const fits of [
      '+33612345678',
      '+33123456789',
      '+447911123456',
      '+34612345678',
      '+34912345678',
      '+393123456789',
      '+4915123456789',
      '+32470123456',
      '+41781234567',
    ])
      expect([fits, await ofSignup('phone', fits)]).toEqual([fits, undefined]);
    for (const wrong of ['+33012345678', '+3361234567', '+336123456789', '+34512345678'])
      expect([wrong, await ofSignup('phone', wrong)]).toEqual([wrong, 'Format de téléphone invalide']);
  },
  'phone-invalid': async () => {
    expect(await ofSignup('phone', '06 12')).toBe('Format de téléphone invalide');
  },
  'lead-missing': async () => {
    const none = await sendLead({ firstName: '', lastName: ' ', email: undefined, phone: '' });
    expect([none.status, none.json.message]).toEqual([
      400,
      'Champs requis manquants: firstName, lastName, email, phone',
    ]);
    for (const field of ['firstName', 'lastName', 'email', 'phone'])
      expect((await sendLead({ [field]: ' ' })).json.message).toBe(`Champs requis manquants: ${field}`);
  },
  'lead-bad-email': async () => {
    expect(await saidOf('email', sendLead({ email: 'lea@' }))).toBe("Format d'email invalide");
  },
  'lead-bad-phone': async () => {
    expect(await saidOf('phone', sendLead({ phone: '06 12' }))).toBe('Format de téléphone invalide');
  },
  'lead-phone-forms': async () => {
    for (const phone of ['+33 6.12-34 56 78', '06.12.34.56.78', '06-12-34-56-78', '+1 234 5678'])
      expect([phone, await saidOf('phone', sendLead({ phone, email: 'lea@' }))]).toEqual([phone, undefined]);
  },

  'individual-role': async () => {
    const { cookie } = await signedIn();
    for (const address of ['/auth/me', '/alerts', '/profile']) {
      const outside = await site.call('GET', `/api${address}`);
      expect([address, outside.status, outside.json.code]).toEqual([address, 401, 'login_required']);
      const inside = await site.call('GET', `/api${address}`, { cookie });
      expect([address, inside.status]).toEqual([address, 200]);
    }
    for (const address of ['/alerts/1', '/alerts/1/results']) {
      expect([address, (await site.call('GET', `/api${address}`)).json.code]).toEqual([
        address,
        'login_required',
      ]);
      expect([address, (await site.call('GET', `/api${address}`, { cookie })).status]).toEqual([
        address,
        404,
      ]);
    }
  },
  'open-to-everyone': async () => {
    const alert = {
      criteria: { transaction: 'achat', places: ['30189'] },
      frequency: 'daily',
      email: 'ouverte@essai.test',
    };
    expect((await post('/alerts', alert)).json.data.status).toBe('unconfirmed');
    for (const address of ['/listings?lieux=nimes-30000', `/listings/${listingId}`, '/places?q=nimes'])
      expect([address, (await site.call('GET', `/api${address}`)).status]).toEqual([address, 200]);
  },

  envelope: async () => {
    const { cookie, email } = await signedIn();
    for (const answer of [
      await site.call('GET', '/api/auth/check'),
      await site.call('GET', '/api/auth/me', { cookie }),
      await post('/auth/forgot-password', { email }),
      await site.call('GET', '/api/alerts', { cookie }),
    ]) {
      expect(answer.json.success).toBe(true);
      expect(answer.json).toHaveProperty('data');
      expect(Object.keys(answer.json).filter((key) => !['success', 'data', 'message'].includes(key))).toEqual(
        [],
      );
    }
    const refused = await post('/auth/login', { email, password: 'Faux12345' });
    expect(refused.json).toMatchObject({ success: false, message: 'Email ou mot de passe incorrect.' });
  },
  check: async () => {
    const { cookie } = await signedIn();
    expect(shapeOf(await site.call('GET', '/api/auth/check', { cookie }))).toEqual([
      200,
      ['data', 'success'],
      ['isAuthenticated', 'user'],
      USER,
    ]);
  },
  register: async () => {
    expect(shapeOf(await register({ phone: '06 12 34 56 78' }))).toEqual(WITH_USER);
    for (const field of ['firstName', 'lastName', 'email', 'password'])
      expect([field, await ofSignup(field, undefined)]).toEqual([field, expect.any(String)]);
  },
  login: async () => {
    const { email } = await signedIn();
    expect(shapeOf(await post('/auth/login', { email, password }))).toEqual(WITH_USER);
    const kept = await post('/auth/login', { email, password, remember: true });
    expect(shapeOf(kept)).toEqual(WITH_USER);
    expect(String(kept.headers['set-cookie'])).toContain('Max-Age=');
    expect(await saidOf('email', post('/auth/login', { password }))).toBe("L'email est requis");
  },
  logout: async () => {
    const { cookie } = await signedIn();
    expect((await post('/auth/logout', undefined, cookie)).json.success).toBe(true);
    expect((await site.call('GET', '/api/auth/me', { cookie })).json.code).toBe('login_required');
  },
  me: async () => {
    const { cookie } = await signedIn();
    expect(shapeOf(await site.call('GET', '/api/auth/me', { cookie }))).toEqual(WITH_USER);
  },
  forgot: async () => {
    const { email } = await signedIn();
    expect((await post('/auth/forgot-password', { email })).json.success).toBe(true);
    expect(await tokenOf(email)).not.toBe('');
    expect(await saidOf('email', post('/auth/forgot-password', {}))).toBe("L'email est requis");
  },
  reset: async () => {
    const { email } = await signedIn();
    await post('/auth/forgot-password', { email });
    const token = await tokenOf(email);
    expect(await saidOf('password', post('/auth/reset-password', { token }))).toBe(
      'Le mot de passe est requis',
    );
    const answer = await post('/auth/reset-password', { token, password: 'Toutnouveau1' });
    expect([answer.status, answer.json.success, answer.headers['set-cookie']]).toEqual([
      200,
      true,
      undefined,
    ]);
    expect((await post('/auth/login', { email, password: 'Toutnouveau1' })).status).toBe(200);
  },
  'google-login': async () => {
    const who = atGoogle();
    await post('/auth/google-register', { googleToken: await issuer.mint(who) });
    // A token serves once: another, of the same second, must not be the same.
    const googleToken = await issuer.mint(who, { jti: 'une autre' });
    expect(shapeOf(await post('/auth/google-login', { googleToken }))).toEqual(WITH_USER);
    expect(await saidOf('googleToken', post('/auth/google-login', {}))).toEqual(expect.any(String));
  },
  'google-register': async () => {
    expect(
      shapeOf(await post('/auth/google-register', { googleToken: await issuer.mint(atGoogle()) })),
    ).toEqual(WITH_USER);
    expect(await saidOf('googleToken', post('/auth/google-register', {}))).toEqual(expect.any(String));
  },
  'google-url': async () => {
    const { status, json } = await site.call('GET', '/api/auth/google/url');
    expect([status, Object.keys(json.data)]).toEqual([200, ['url']]);
    expect(new URL(json.data.url).origin).toBe(issuer.url);
  },
  'google-callback': async () => {
    issuer.next(atGoogle());
    const { json, headers } = await site.call('GET', '/api/auth/google/url');
    const back = await visitIssuer(json.data.url as string, BACK);
    const answer = await post(
      '/auth/google/callback',
      { code: back.searchParams.get('code') },
      cookiesOf(headers),
    );
    expect(shapeOf(answer)).toEqual([200, ['data', 'message', 'success'], ['user'], USER]);
    expect(answer.json.message).toMatch(/^\p{Lu}.+\.$/u);
  },
  'verify-email': async () => {
    const { email, cookie } = await signedIn();
    const answer = await post('/auth/verify-email', { token: await tokenOf(email) }, cookie);
    expect([answer.status, answer.json.success]).toEqual([200, true]);
    expect((await post('/auth/verify-email', { token: 'x' })).status).toBe(400);
  },

  'constant-password': async () => {
    expect(await ofSignup('password', 'Abcdef7')).toContain('8 caractères');
    expect(await ofSignup('password', 'Abcdefg8')).toBeUndefined();
  },
  'constant-name': async () => {
    for (const [length, fits] of [
      [1, false],
      [2, true],
      [50, true],
      [51, false],
    ] as const)
      expect([length, (await ofSignup('firstName', 'x'.repeat(length))) === undefined]).toEqual([
        length,
        fits,
      ]);
  },
  'constant-message': async () => {
    for (const [length, fits] of [
      [9, false],
      [10, true],
      [1000, true],
      [1001, false],
    ] as const)
      expect([length, (await ofContact('message', 'x'.repeat(length))) === undefined]).toEqual([
        length,
        fits,
      ]);
  },
  'constant-retry-text': async () => {
    const { email } = await signedIn();
    // The quarter of an hour begins with the first try, however long the others take.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    let last = await post('/auth/login', { email, password: 'Faux12345' });
    for (let tries = 0; tries < 40 && last.status !== 429; tries += 1)
      last = await post('/auth/login', { email, password: 'Faux12345' });
    frozen.mockRestore();
    expect([last.status, last.json.details.retryAfter]).toEqual([429, '15 minutes']);
  },
  'cookies-cleared': async () => {
    const { cookie } = await signedIn();
    const { headers } = await post('/auth/logout', undefined, cookie);
    for (const name of ['userdata', 'remembermeu', 'remembermep', 'auth_status'])
      expect(headers['set-cookie']).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}=;.*Max-Age=0`)),
      );
  },
};

describe('what the specification says of individuals, on the API', () => {
  test.for(rowsOf('call'))('$section: $quote', async ({ id }) => {
    await checks[id]?.();
  });

  it('is checked row by row, none skipped', () => {
    expect(Object.keys(checks)).toEqual(rowsOf('call').map(({ id }) => id));
  });
});

describe('the table of what the specification says', () => {
  it('has rows of the form of a row, each of one name', () => {
    const malformed = specifiedRows.filter(
      ({ kind, id, quote }) => !quote || (kind !== null) !== (id !== ''),
    );
    expect(malformed).toEqual([]);
    const named = specifiedRows.flatMap(({ kind, id }) => (kind ? [`${kind} ${id}`] : []));
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });

  // Every word of sections 2 to 9 stands in a row, in its place; the rows invent none.
  it.for(['2', '3', '4', '5', '6', '7', '8', '9'])('is section %s, word for word', (section, { skip }) => {
    let left = saidIn(section) ?? skip('le dossier ../shared/docs est absent : rien à comparer ici');
    const problems: string[] = [];
    for (const row of specifiedRows.filter((each) => each.section === section)) {
      for (const [rank, part] of row.quote.split(' … ').entries()) {
        const at = left.indexOf(part);
        if (at < 0) problems.push(`not in the specification, or not there: ${part}`);
        else {
          if (rank === 0 && /\w/.test(left.slice(0, at)))
            problems.push(`in no row: ${left.slice(0, at).trim()}`);
          left = left.slice(at + part.length);
        }
      }
    }
    if (/\w/.test(left)) problems.push(`in no row: ${left.trim()}`);
    expect(problems).toEqual([]);
  });
});
