import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { agencyPassword, cookiesOf, joined, mailedToken } from './kit/agencies.ts';
import { type TestApp, testApp } from './kit/app.ts';
import { lawfulAgency } from './kit/law.ts';
import { agencyRows, agencyRowsOf } from './kit/specification-agencies.ts';

const SPECIFICATION = path.resolve('../shared/docs/specification.md');
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
const said = async (changes: object) =>
  ((await register(changes)).json.details?.fields ?? []) as { field: string; message: string }[];

/** By the name of their row. */
const checks: Record<string, () => Promise<void>> = {
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
  'contact-form': async () => {
    const { email } = space.agency;
    const message = {
      name: 'Léa Petit',
      email,
      company: 'Agence',
      phone: '',
      subject: 'Flux',
      message: 'Bonjour à vous.',
    };
    const refused = async (address: string, field: string, cookie = '') =>
      ((await post(address, { ...message, [field]: '' }, cookie)).json.details?.fields ?? []).map(
        (issue: { field: string }) => issue.field,
      );
    for (const field of ['name', 'email', 'company', 'subject', 'message'])
      expect(await refused('/agence/contact', field)).toEqual([field]);
    expect(await refused('/agence/support', 'company', space.cookie)).toEqual(['company']);
    for (const [address, cookie] of [['/agence/contact'], ['/agence/support', space.cookie]] as const)
      expect((await post(address, message, cookie)).json.data.reference).toMatch(/^VIG-/);
    expect((await post('/agence/support', message)).json.code).toBe('login_required');
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
  'password-optional': async () => {
    expect((await register({ password: '' })).status).toBe(200);
    expect(await said({ password: 'faible' })).toHaveLength(1);
  },
  company: async () => {
    expect(await said({ name: '  ' })).toEqual([{ field: 'name', message: "Le nom de l'agence est requis" }]);
  },
  software: async () => {
    for (const nothing of ['', '  ', undefined])
      expect(await said({ software: nothing, ownerReference: nothing })).toEqual([
        { field: 'software', message: 'Le logiciel est requis' },
      ]);
  },
  'cookie-or-token': async () => {
    expect((await get(`/agence/${space.agency.id}`, space.cookie)).status).toBe(200);
    const bearer = { authorization: `Bearer ${space.token}` };
    const { status } = await site.call('GET', `/api/agence/${space.agency.id}`, { headers: bearer });
    expect(status).toBe(200);
    // A placeholder beside a valid cookie is ignored (interface.md, fine points 9).
    const placeholder = { headers: { authorization: 'Bearer cookie' }, cookie: space.cookie };
    expect((await site.call('GET', `/api/agence/${space.agency.id}`, placeholder)).status).toBe(200);
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
};

describe('what the specification says of agencies, on the API', () => {
  test.for(agencyRowsOf('call'))('$section: $quote', async ({ id }) => {
    await checks[id]?.();
  });

  it('is checked row by row, none skipped', () => {
    expect(Object.keys(checks)).toEqual(agencyRowsOf('call').map(({ id }) => id));
  });
});

it.for(['2', '3', '4', '5', '6', '7', '8'])('quotes section %s as it is written', (section, { skip }) => {
  if (!existsSync(SPECIFICATION)) skip('le dossier ../shared/docs est absent : rien à comparer ici');
  const text = readFileSync(SPECIFICATION, 'utf8').replaceAll('’', "'");
  const start = text.indexOf(`\n## ${section}. `);
  const end = text.indexOf('\n## ', start + 4);
  const part = text.slice(start, end < 0 ? undefined : end);
  const rows = agencyRows.filter((row) => row.section === section);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ quote }) => !part.includes(quote))).toEqual([]);
});
