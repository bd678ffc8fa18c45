import { beforeAll, describe, expect, it, test, vi } from 'vitest';
import { dashboards } from '#browser/agency-dashboards.ts';
import { reactTo } from '#browser/guard.ts';
import { readAnswer, readError } from '#browser/read-error.ts';
import { AGENCY_DASHBOARD_CACHE_MS } from '#contract/constants.ts';
import { audienceOf, pageAt } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import { welcomeAgency } from '#rooms/agencies/store.client.ts';
import { agencyEntries, agencyMenu } from '#shell/navigation.ts';
import { agencyPassword, cookiesOf, joined, mailedToken } from './kit/agencies.ts';
import { type TestApp, testApp } from './kit/app.ts';
import { lawfulAgency } from './kit/law.ts';
import { agencyRows, agencyRowsOf } from './kit/specification-agencies.ts';
import { specifiedRows } from './kit/specification-individuals.ts';
import { saidIn } from './kit/specification-text.ts';

const STORED = ['id', 'ownerReference', 'name', 'email'];

let site: TestApp;
let space: Awaited<ReturnType<typeof joined>>;
beforeAll(async () => {
  site = await testApp();
  space = await joined(site, 'Agence Témoin', 'temoin@essai.test');
});

const post = (address: string, body: unknown = {}, cookie = '') =>
  site.call('POST', `/api${address}`, { body, cookie });
const get = (address: string, cookie = '') => site.call('GET', `/api${address}`, { cookie });
const whole = { name: 'Agence', email: 'autre@essai.test', phone: '', software: 'Apimo' };
const register = (changes: object) => post('/agence/register', { ...whole, ...changes });
type Answer = Awaited<ReturnType<TestApp['call']>>;
/** What is wrong in what was sent, by field. */
const wrongIn = ({ json }: Answer) => (json.details?.fields ?? []) as { field: string; message: string }[];
const said = async (changes: object) => wrongIn(await register(changes));

/** What is written to the team: from the page of everybody, and from the space. */
const letter = {
  name: 'Léa Petit',
  email: 'lea@essai.test',
  company: 'Agence',
  phone: '',
  subject: 'Flux',
  message: 'Bonjour à vous.',
};
const write = (changes: object) => post('/agence/contact', { ...letter, ...changes });
const ask = (changes: object) => post('/agence/support', { ...letter, ...changes }, space.cookie);
/** Each of these values, in this field of both forms, gets this message. */
async function refusedIn(field: string, messages: Record<string, string>) {
  for (const [value, message] of Object.entries(messages))
    for (const send of [write, ask])
      expect([value, wrongIn(await send({ [field]: value }))]).toEqual([value, [{ field, message }]]);
}

const KEPT = ['user', 'token', 'agency_data', 'agency_token'] as const;
const OF_USER = KEPT.slice(0, 2);
const SILENCE = { status: null };
const WANTED = { status: 401, code: 'login_required' };
/** What a failed call does to a browser that keeps an individual and an agency: where it goes, and what it still keeps. */
function after(failure: { status: number | null; code?: string }, call: string, page: string) {
  const kept = new Map<string, string>(KEPT.map((key) => [key, '{}']));
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  };
  const { pathname, search } = new URL(page, 'https://vigie.example');
  const goTo = reactTo({ message: 'x', code: 'AUTRE', ...failure }, { call, pathname, search, store });
  return [goTo, [...kept.keys()]];
}

/** By the name of their row. */
const checks: Record<string, () => Promise<void>> = {
  'header-prefix': async () => {
    const shown = (ownerReference: string | null) => {
      const agency = { name: 'Agence', ownerReference };
      return [...agencyEntries(agency), ...agencyMenu(agency)].map(({ to }) => to);
    };
    expect(shown('dupont').filter((to) => !to.startsWith('/agence/dupont/'))).toEqual([]);
    expect(shown(null)).toEqual(shown('dupont').map((to) => to.replace('/dupont/', '/')));
  },
  'contact-form': async () => {
    const refused = async (send: typeof write, field: string) =>
      wrongIn(await send({ [field]: '' })).map((issue) => issue.field);
    for (const field of ['name', 'email', 'company', 'subject', 'message'])
      for (const send of [write, ask]) expect(await refused(send, field)).toEqual([field]);
    for (const send of [write, ask]) expect((await send({})).json.data.reference).toMatch(/^VIG-/);
    expect((await post('/agence/support', letter)).json.code).toBe('login_required');
    // What was written from the space stays there, and there only.
    const kept = await site.db
      .selectFrom('contactMessage')
      .select(['agencyId', 'company'])
      .orderBy('id')
      .execute();
    expect(kept).toEqual([
      { agencyId: null, company: 'Agence' },
      { agencyId: space.agency.id, company: 'Agence' },
    ]);
  },
  'registration-form': async () => {
    await lawfulAgency(site.db, 'connue');
    expect((await register({})).status).toBe(200);
    expect((await register({ phone: undefined, software: undefined, ownerReference: 'connue' })).status).toBe(
      200,
    );
    for (const field of ['name', 'email', 'software'])
      expect((await said({ [field]: undefined })).map((issue) => issue.field)).toEqual([field]);
  },
  'signup-form': async () => {
    const { agreedToTerms, ...signup } = { ...whole, phone: '06 12 34 56 78', agreedToTerms: true };
    const { status } = await post('/agence/register', { ...signup, agreedToTerms, email: 'oui@essai.test' });
    expect(status).toBe(200);
    const { termsAgreedAt, phone } = await site.db
      .selectFrom('agencyRegistration')
      .select(['termsAgreedAt', 'phone'])
      .where('email', '=', 'oui@essai.test')
      .executeTakeFirstOrThrow();
    expect([termsAgreedAt, phone]).toEqual([expect.any(Date), '+33612345678']);
    expect((await post('/agence/register', signup)).status).toBe(200);
  },
  'stored-record': async () => {
    expect(Object.keys(space.agency)).toEqual(STORED);
  },
  'lead-statuses': async () => {
    const { status, json } = await get('/agence/leads', space.cookie);
    expect([status, Object.keys(json.data.counts).toSorted((a, b) => a.localeCompare(b))]).toEqual([
      200,
      ['contacted', 'disqualified', 'error', 'new', 'processing', 'qualified', 'unreachable'],
    ]);
  },
  'login-clears': async () => {
    dashboards.keep(space.agency.ownerReference, {}, 0);
    // A browser that keeps cookies.
    vi.stubGlobal('document', { cookie: '' });
    try {
      welcomeAgency(space.agency);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(dashboards.get(space.agency.ownerReference, 0)).toBeUndefined();
  },
  'at-the-door': async () => {
    for (const page of ['/agence/connexion', '/agence/inscription', '/agence/creer-compte'])
      for (const failure of [WANTED, SILENCE])
        expect([page, after(failure, '/agence/dashboard', page)[0]]).toEqual([page, null]);
  },
  'password-strong': async () => {
    const token = 'x'.repeat(43);
    const doors: [string, (password: string) => Promise<Answer>][] = [
      ['password', (password) => register({ password })],
      ['password', (password) => post('/agence/reset-password', { token, password })],
      [
        'newPassword',
        (newPassword) =>
          post('/agence/change-password', { currentPassword: agencyPassword, newPassword }, space.cookie),
      ],
    ];
    for (const [field, choose] of doors)
      for (const [password, message] of [
        ['Court1', 'Le mot de passe doit contenir au moins 8 caractères'],
        [
          'toutminuscule1',
          'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre',
        ],
        ['Password1', 'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères'],
      ] as const)
        expect([password, wrongIn(await choose(password))]).toEqual([password, [{ field, message }]]);
  },
  'login-not-empty': async () => {
    const login = (password: string) => post('/agence/login', { email: space.agency.email, password });
    expect(wrongIn(await login(''))).toEqual([{ field: 'password', message: 'Le mot de passe est requis' }]);
    expect((await login('x')).json.code).toBe('INVALID_CREDENTIALS');
  },
  'change-checked': async () => {
    const change = (currentPassword: string, newPassword: string) =>
      post('/agence/change-password', { currentPassword, newPassword }, space.cookie);
    const required = 'Le mot de passe est requis';
    expect(wrongIn(await change('', ''))).toEqual([
      { field: 'currentPassword', message: required },
      { field: 'newPassword', message: required },
    ]);
    expect(wrongIn(await change('Faux12345', 'Encoreun2autre'))).toEqual([
      { field: 'currentPassword', message: 'Le mot de passe actuel est incorrect.' },
    ]);
  },
  'password-optional': async () => {
    expect((await register({ password: '' })).status).toBe(200);
    expect(await said({ password: 'faible' })).toHaveLength(1);
  },
  email: async () => {
    const password = agencyPassword;
    for (const [email, message] of [
      [' ', "L'email est requis"],
      ['lea@', 'Veuillez entrer un email valide'],
    ])
      for (const answer of [
        register({ email }),
        post('/agence/login', { email, password }),
        post('/agence/forgot-password', { email }),
        post('/agence/resend-confirmation', { email }),
        write({ email }),
        ask({ email }),
      ])
        expect(wrongIn(await answer)).toEqual([{ field: 'email', message }]);
    expect((await post('/agence/login', { email: ' Temoin@ESSAI.test ', password })).status).toBe(200);
  },
  name: async () => {
    const length = 'Le nom doit contenir entre 2 et 50 caractères';
    await refusedIn('name', { ' ': 'Le nom est requis', x: length, ['x'.repeat(51)]: length });
  },
  message: async () => {
    const length = 'Le message doit contenir entre 10 et 1000 caractères';
    await refusedIn('message', {
      ' ': 'Le message est requis',
      'neuf mots': length,
      ['x'.repeat(1001)]: length,
    });
  },
  subject: () => refusedIn('subject', { ' ': 'Le sujet est requis' }),
  company: async () => {
    const message = "Le nom de l'agence est requis";
    expect(await said({ name: '  ' })).toEqual([{ field: 'name', message }]);
    await refusedIn('company', { ' ': message });
  },
  phone: async () => {
    const message = 'Format de téléphone invalide';
    expect(await said({ phone: '06 12' })).toEqual([{ field: 'phone', message }]);
    await refusedIn('phone', { '06 12': message });
    expect((await register({ phone: '  ' })).status).toBe(200);
    for (const phone of ['  ', '06 12 34 56 78'])
      expect((await write({ phone, name: ' Téléphone  Dit ' })).status).toBe(200);
    const kept = site.db.selectFrom('contactMessage').select('phone').where('name', '=', 'Téléphone Dit');
    expect(await kept.orderBy('id').execute()).toEqual([{ phone: null }, { phone: '+33612345678' }]);
  },
  software: async () => {
    const missing = { field: 'software', message: 'Le logiciel est requis' };
    for (const nothing of ['', '  ', undefined])
      expect(await said({ software: nothing, ownerReference: nothing })).toEqual([missing]);
    // Said with whatever else is wrong, not after it.
    expect(await said({ name: '', email: 'x', software: '' })).toContainEqual(missing);
    expect(await said({ name: '', email: 'x', software: '' })).toHaveLength(3);
  },
  'cookie-or-token': async () => {
    expect((await get(`/agence/${space.agency.id}`, space.cookie)).status).toBe(200);
    const bearer = { authorization: `Bearer ${space.token}` };
    const { status } = await site.call('GET', `/api/agence/${space.agency.id}`, { headers: bearer });
    expect(status).toBe(200);
  },
  'path-context': async () => {
    for (const [address, audience] of [
      ['/admin', 'admin'],
      ['/admin/coupons', 'admin'],
      ['/agence', 'agency'],
      ['/agence/dupont/leads', 'agency'],
      ['/agences', 'individual'],
      ['/alertes/nouvelle', 'individual'],
    ] as const)
      expect([address, audienceOf(address)]).toEqual([address, audience]);
    for (const [address, closed] of [
      ['/alertes/nouvelle', false],
      ['/annonce/12', false],
      ['/agence/dupont/annonce/12', false],
      ['/tableau-de-bord', true],
      ['/agence/dupont/leads', true],
    ] as const)
      expect([address, pageAt(address)?.page.protected]).toEqual([address, closed]);
  },
  register: async () => {
    const { status, json } = await register({});
    expect([status, json.success]).toEqual([200, true]);
  },
  confirm: async () => {
    await register({ email: 'confirme@essai.test' });
    const token = await mailedToken(site, 'confirme@essai.test');
    const { json } = await get(`/agence/confirmation-email?token=${token}`);
    expect(Object.keys(json.data.agency)).toEqual(STORED);
    expect(json.data.authToken).toMatch(/^[\w-]{43}$/);
  },
  agency: async () => {
    const { json } = await site.call('GET', `/api/agence/${space.agency.id}`, {
      headers: { authorization: `Bearer ${space.token}` },
    });
    expect(json.data).toEqual(space.agency);
  },
  resend: async () => {
    const { status, json } = await post('/agence/resend-confirmation', { email: 'personne@essai.test' });
    expect([status, json]).toEqual([200, { success: true, data: {} }]);
  },
  'log-in': async () => {
    const { json } = await post('/agence/login', { email: space.agency.email, password: agencyPassword });
    expect([json.data.agency, json.data.authToken]).toEqual([
      space.agency,
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
  },
  check: async () => {
    expect((await get('/agence/check', space.cookie)).json.data).toEqual({
      isAuthenticated: true,
      agency: space.agency,
    });
    expect((await get('/agence/check')).json.data).toEqual({ isAuthenticated: false, agency: null });
  },
  'dashboard-data': async () => {
    const { status, json } = await get('/agence/dashboard', space.cookie);
    expect([status, json.data.agency]).toEqual([200, space.agency]);
  },
  'dashboard-per-agency': async () => {
    dashboards.clear();
    dashboards.keep('une', 1, 0);
    dashboards.keep('autre', 2, 1);
    const believed = (now: number) => ['une', 'autre', 'inconnue'].map((name) => dashboards.get(name, now));
    expect(believed(299_999)).toEqual([1, 2, undefined]);
    expect(believed(300_000)).toEqual([undefined, 2, undefined]);
  },
  'log-out': async () => {
    const { headers } = await post('/agence/login', { email: space.agency.email, password: agencyPassword });
    const cookie = cookiesOf(headers);
    expect((await post('/agence/logout', {}, cookie)).status).toBe(200);
    expect((await get('/agence/check', cookie)).json.data.isAuthenticated).toBe(false);
    expect((await post('/agence/logout')).status).toBe(200);
  },
  'forgot-password': async () => {
    const { status, json } = await post('/agence/forgot-password', { email: space.agency.email });
    expect([status, json]).toEqual([200, { success: true, data: {} }]);
  },
  'change-password': async () => {
    const { cookie } = await joined(site, 'Mot de passe', 'mot@essai.test');
    const body = { currentPassword: agencyPassword, newPassword: 'Encoreun2autre' };
    expect((await post('/agence/change-password', body, cookie)).status).toBe(200);
    expect((await post('/agence/change-password', body)).json.code).toBe('login_required');
  },
  profile: async () => {
    const body = { name: 'Agence Témoin', siren: '732 829 320' };
    const { status, json } = await site.call('PUT', '/api/agence/profile', { body, cookie: space.cookie });
    expect([status, json.data.agency]).toEqual([200, space.agency]);
    expect((await site.call('PUT', '/api/agence/profile', { body })).json.code).toBe('login_required');
  },
  status: async () => {
    const { json } = await get(`/agence/status/${space.agency.ownerReference}`);
    expect(json.data).toEqual({ ownerReference: space.agency.ownerReference, status: 'registered' });
  },
  '401-public': async () => {
    for (const page of [
      '/agence',
      '/agence/contact',
      '/agence/dupont/catalogue',
      '/agence/dupont/nulle-part',
    ])
      expect([page, ...after(WANTED, '/agence/contact', page)]).toEqual([page, null, KEPT]);
  },
  '401-agency': async () => {
    for (const [call, page] of [
      ['/agence/leads', '/agence/leads'],
      ['/agence/leads', '/agence/dupont/leads?statut=new'],
      ['/places', '/agence/dupont/annonces/12/modifier'],
      ['/agence/dashboard', '/tableau-de-bord'],
    ] as const)
      expect([page, ...after(WANTED, call, page)]).toEqual([
        page,
        `/agence/connexion?redirect=${encodeURIComponent(page)}`,
        OF_USER,
      ]);
  },
  '401-other': async () => {
    expect(after({ status: 401 }, '/agence/change-password', '/agence/profil')).toEqual([null, OF_USER]);
  },
  'network-public': async () => {
    for (const page of ['/agence', '/agence/contact', '/agence/dupont/catalogue'])
      expect([page, ...after(SILENCE, '/agence/contact', page)]).toEqual([page, null, KEPT]);
  },
  'network-agency': async () => {
    expect(after(SILENCE, '/places', '/agence/dupont/leads?prospect=1')).toEqual([
      '/agence/connexion?redirect=%2Fagence%2Fdupont%2Fleads%3Fprospect%3D1',
      OF_USER,
    ]);
  },
  'rate-limit': async () => {
    const { agency } = await joined(site, 'Forcée', 'forcee@essai.test');
    const payload = { email: agency.email, password: 'Faux12345' };
    // Another client than that of the other rows.
    const url = '/api/agence/login';
    let last: Record<string, unknown> = {};
    // The quarter of an hour begins with the first try, however long the others take.
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    for (let tries = 0; tries < 12 && last.code !== 'RATE_LIMIT_EXCEEDED'; tries += 1) {
      const answer = await site.app.inject({ method: 'POST', url, remoteAddress: '10.9.9.9', payload });
      last = answer.json<Record<string, unknown>>();
    }
    frozen.mockRestore();
    expect(last).toEqual({
      success: false,
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      details: {
        title: 'Limite de requêtes atteinte',
        retryAfter: '15 minutes',
        endpoint: '/api/agence/login',
      },
    });
  },
  'error-words': async () => {
    for (const { json } of [
      await get('/agence/leads'),
      await post('/agence/login', {}),
      await get('/agence/999', space.cookie),
    ])
      expect([json.success, json.message]).toEqual([false, expect.stringMatching(/^\p{Lu}.+/u)]);
    const read = (body: unknown) => readAnswer(500, body).message;
    expect(read({ message: 'Un.', error: 'Deux.' })).toBe('Un.');
    expect(read({ error: 'Deux.' })).toBe('Deux.');
    expect(read({ error: { message: 'Trois.' } })).toBe('Trois.');
    expect(readError(new Error('Quatre.')).message).toBe('Quatre.');
    expect(readError(null).message).toBe("Une erreur inattendue s'est produite");
  },
  'dashboard-constant': async () => {
    expect(AGENCY_DASHBOARD_CACHE_MS).toBe(300_000);
  },
  'header-badges': async () => {
    const counts = { leads: 100, notifications: 10 };
    const counted = agencyEntries({ name: 'Agence', ownerReference: 'dupont' }, counts).flatMap(
      ({ label, count }) => (count ? [[label, count.value, count.kind]] : []),
    );
    // What each kind stops at: src/ui/badge.test.tsx.
    expect(counted).toEqual([
      ['Prospects', 100, 'counter'],
      ['Mes notifications', 10, 'notification'],
    ]);
  },
  'cookies-cleared': async () => {
    const { headers } = await post('/agence/logout');
    const cleared = (headers['set-cookie'] as string[]).filter((line) => /=;.*Max-Age=0/.test(line));
    // `auth_status` is that of an individual in the same browser, and stays with them (decision 0030).
    expect(cleared.map((line) => line.split('=')[0])).toEqual([
      '__Host-agency',
      'userdata',
      'remembermeu',
      'remembermep',
    ]);
  },
  'reset-link': async () => {
    const { agency } = await joined(site, 'Lien oublié', 'lien@essai.test');
    await post('/agence/forgot-password', { email: agency.email });
    const token = await mailedToken(site, agency.email);
    const { html } = await site.db
      .selectFrom('mailOutbox')
      .select('html')
      .where('recipient', '=', agency.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(html).toContain(`/agence/mot-de-passe-oublie?token=${token}`);
    expect((await post('/agence/reset-password', { token, password: 'Unneuf2passe' })).status).toBe(200);
  },
  reference: async () => {
    for (const ownerReference of ['ab', 'x'.repeat(33), 'Dupont', 'agence du port', 'annonces', 'connexion'])
      expect([ownerReference, (await said({ ownerReference })).map(({ field }) => field)]).toEqual([
        ownerReference,
        ['ownerReference'],
      ]);
    expect(space.agency.ownerReference).toMatch(/^[a-z0-9-]{3,32}$/);
  },
  'login-required': async () => {
    const wanted = await get('/agence/dashboard');
    expect([wanted.status, wanted.json.code]).toEqual([401, 'login_required']);
    const wrong = await post('/agence/login', { email: 'nulle@essai.test', password: agencyPassword });
    expect([wrong.status, wrong.json.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  },
  'agency-cookie': async () => {
    const { headers } = await post('/agence/login', { email: space.agency.email, password: agencyPassword });
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-agency=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  },
  'placeholder-bearer': async () => {
    for (const authorization of ['Bearer cookie', 'Bearer', 'Bearer null', 'Basic eDp5', 'cookie']) {
      const given = { headers: { authorization }, cookie: space.cookie };
      const { status } = await site.call('GET', `/api/agence/${space.agency.id}`, given);
      expect([authorization, status]).toEqual([authorization, 200]);
    }
  },
  unavailable: async () => {
    expect(after({ status: 503 }, '/agence/check', '/agence/dupont/leads')).toEqual([null, KEPT]);
  },
};

describe('what the specification says of agencies, on the API', () => {
  test.for(agencyRowsOf('call'))('$section: $quote', async ({ id }) => {
    await checks[id]?.();
  });

  it('is checked row by row, none skipped', () => {
    expect(Object.keys(checks)).toEqual(agencyRowsOf('call').map(({ id }) => id));
  });
});

describe('the table of what is said of agencies', () => {
  const sections = ['2', '3', '4', '5', '6', '7', '8', '9'];
  const rowsOf = (section: string) => agencyRows.filter((row) => row.section === section);

  it('has rows of the form of a row, each of one name', () => {
    expect(agencyRows.filter(({ kind, id, quote }) => !quote || (kind !== null) !== (id !== ''))).toEqual([]);
    const named = agencyRows.flatMap(({ kind, id }) => (kind ? [`${kind} ${id}`] : []));
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });

  it.for([...sections, 'interface'])('quotes section %s as it is written', (section, { skip }) => {
    const part = saidIn(section) ?? skip('le dossier ../shared/docs est absent : rien à comparer ici');
    expect(rowsOf(section).length).toBeGreaterThan(0);
    expect(rowsOf(section).filter(({ quote }) => !part.includes(quote))).toEqual([]);
  });

  // What the table of individuals leaves to others stands in a row of this one.
  it.for(sections)('leaves nothing out of section %s', (section, { skip }) => {
    const part = saidIn(section) ?? skip('le dossier ../shared/docs est absent : rien à comparer ici');
    let from = 0;
    let left = '';
    for (const { kind, quote } of specifiedRows.filter((row) => row.section === section)) {
      const parts = quote.split(' … ');
      const start = part.indexOf(parts[0] ?? '', from);
      for (const words of parts) from = part.indexOf(words, from) + words.length;
      if (kind === null) left += `${part.slice(start, from)}\n`;
    }
    for (const { quote } of rowsOf(section)) left = left.replace(quote, () => '\n');
    expect(left.split('\n').filter((line) => /\w/.test(line))).toEqual([]);
  });
});
