import { beforeAll, describe, expect, it } from 'vitest';
import { applyListings } from '../src/rooms/listings/rules.server.ts';
import { routes } from '../src/web.server.ts';
import { joined } from './kit/agencies.ts';
import { type TestApp, testApp } from './kit/app.ts';
import { cleared, lawfulSale } from './kit/law.ts';

// Every call of agencies, made by everybody: an agency, another one, an individual, nobody (security.md, threats 10 and 11).

const calls = routes.flatMap((route) => (route.kind === 'call' ? [route.call] : []));
// Whoever signs out would ask the rest as nobody.
const ofAgencies = calls.filter(({ path }) => path.startsWith('/agence/') && path !== '/agence/logout');
const guarded = ofAgencies.filter(({ access }) => access === 'agency');
const ofUsers = calls.filter(({ access }) => access === 'user');

let site: TestApp;
let user = '';
/** A listing of the first agency. */
let listing = 0;
/** Number of the lead of the first agency. */
let lead = 0;
const spaces: Record<'one' | 'other', Awaited<ReturnType<typeof joined>>> = {} as never;
/** Words that belong to the first agency and to nobody else. */
const SECRETS = [
  'Agence Première',
  'premiere@essai.test',
  'Sidonie',
  'Secretan',
  'REF-PREMIERE',
  'logiciel-premier',
];

beforeAll(async () => {
  site = await testApp();
  user = await site.loginAs('camille@essai.test');
  spaces.one = await joined(site, 'Agence Première', 'premiere@essai.test');
  spaces.other = await joined(site, 'Agence Seconde', 'seconde@essai.test');
  const { id: agencyId } = spaces.one.agency;
  const draft = cleared(lawfulSale('a', { reference: 'REF-PREMIERE' }));
  await site.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: null, now: new Date(), drafts: [draft] }),
    );
  ({ id: listing } = await site.db
    .selectFrom('listing')
    .select('id')
    .where('agencyId', '=', agencyId)
    .executeTakeFirstOrThrow());
  const { status } = await site.call('POST', `/api/listings/${listing}/leads`, {
    body: {
      firstName: 'Sidonie',
      lastName: 'Secretan',
      email: 'sidonie@essai.test',
      phone: '06 12 34 56 78',
      message: 'Peut-on le visiter samedi ?',
    },
  });
  expect(status).toBe(200);
  const linked = await site.call('PUT', '/api/agence/webhook', {
    body: { url: 'https://logiciel-premier.exemple.fr/vigie' },
    cookie: spaces.one.cookie,
  });
  expect(linked.status).toBe(200);
  ({ id: lead } = await site.db.selectFrom('lead').select('id').executeTakeFirstOrThrow());
});

/** With the numbers and the reference of the first agency wherever the address asks for one. */
const addressOf = (path: string) =>
  `/api${path
    .replace(':ownerReference', spaces.one.agency.ownerReference)
    .replace('/listings/:id', `/listings/${listing}`)
    .replace('/leads/:id', `/leads/${lead}`)
    .replaceAll(/:\w+/g, String(spaces.one.agency.id))}`;
const bodyFor = (method: string) => (method === 'GET' ? {} : { body: {} });
const asked = (call: (typeof calls)[number], who: { cookie?: string; headers?: Record<string, string> }) =>
  site.call(call.method, addressOf(call.path), { ...bodyFor(call.method), ...who });

it('asks of the first agency what it has', async () => {
  const { json } = await site.call('GET', '/api/agence/dashboard', { cookie: spaces.one.cookie });
  expect(json.data).toMatchObject({ listings: { online: 1 }, leads: { week: 1 } });
  for (const secret of ['Agence Première', 'premiere@essai.test', 'Sidonie', 'REF-PREMIERE'])
    expect(JSON.stringify(json)).toContain(secret);
});

it('tells the first agency which software it linked', async () => {
  const { json } = await site.call('GET', '/api/agence/webhook', { cookie: spaces.one.cookie });
  expect(json.data.webhook.url).toContain('logiciel-premier');
});

it('tells the first agency what happened', async () => {
  const { json } = await site.call('GET', '/api/agence/notifications', { cookie: spaces.one.cookie });
  expect(json.data.notifications[0].title).toContain('REF-PREMIERE');
});

it('shows the first agency its leads, as a list, one by one and as a file', async () => {
  for (const address of ['leads', `leads/${lead}`, 'leads/export.csv']) {
    const { status, json } = await site.call('GET', `/api/agence/${address}`, { cookie: spaces.one.cookie });
    expect([address, status]).toEqual([address, 200]);
    for (const secret of ['Sidonie', 'Secretan', 'REF-PREMIERE'])
      expect(JSON.stringify(json)).toContain(secret);
  }
});

it('hands the report of a listing to its own agency, and to no other', async () => {
  const ask = (cookie: string) => site.call('GET', `/api/agence/listings/${listing}/report.pdf`, { cookie });
  const [own, foreign] = [await ask(spaces.one.cookie), await ask(spaces.other.cookie)];
  expect([own.status, String(own.json.data).slice(0, 5)]).toEqual([200, '%PDF-']);
  expect([foreign.status, foreign.json.code]).toEqual([404, 'NOT_FOUND']);
});

describe.each(ofAgencies.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  it('says nothing of an agency to another one', async () => {
    const { status, json } = await asked(call, { cookie: spaces.other.cookie });
    expect(status).toBeLessThan(500);
    const said = JSON.stringify(json);
    // The reference itself is public, and the only thing that its status answers.
    for (const secret of SECRETS) expect([secret, said.includes(secret)]).toEqual([secret, false]);
  });
});

it.each(guarded.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is asked by an agency only',
  async (_, call) => {
    const bearer = { authorization: `Bearer ${/=([\w-]{43})/.exec(user)?.[1]}` };
    for (const who of [{}, { cookie: user }, { headers: bearer }]) {
      const { status, json } = await asked(call, who);
      // What is asked is read first: a call whose body is wrong may say so to anybody.
      if (json.code !== 'VALIDATION_ERROR') expect([status, json.code]).toEqual([401, 'login_required']);
      for (const secret of SECRETS) expect(JSON.stringify(json)).not.toContain(secret);
    }
  },
);

it.each(ofUsers.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s knows no agency',
  async (_, call) => {
    const { token, cookie } = spaces.one;
    for (const who of [{ cookie }, { headers: { authorization: `Bearer ${token}` } }]) {
      const { status, json } = await asked(call, who);
      if (json.code !== 'VALIDATION_ERROR') expect([status, json.code]).toEqual([401, 'login_required']);
    }
  },
);
