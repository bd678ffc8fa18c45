import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { routes } from '../src/web.server.ts';
import { cookiesOf, joined } from './kit/agencies.ts';
import { type Ask, agencyAsks } from './kit/agency-asks.ts';
import { type TestApp, testApp } from './kit/app.ts';
import { fingerprint, MARK, markedTenant, PUBLIC_MARK, type Tenant, VIEWS } from './kit/tenants.ts';

// Every call of agencies, made by everybody: an agency, another one, an individual, an administrator, nobody
// (security.md, threats 10 and 11). Each call has its line in tests/kit/agency-asks.ts.

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;
const calls = new Map(
  routes.flatMap((route) => (route.kind === 'call' ? [[nameOf(route.call), route.call] as const] : [])),
);
const isOfAgencies = ({ path, access }: Call) => path.startsWith('/agence/') || access === 'agency';
const ofUsers = [...calls.values()].filter(({ access }) => access === 'user');
/** Whose answers name agencies to anybody. */
const NAMES_THEM = new Set([
  'GET /agence/search',
  'GET /agence/search/alike',
  'GET /agence/status/:ownerReference',
]);

type Who = Readonly<Record<string, string>>;
let site: TestApp;
/** Each asks from an address of its own: how often one may ask is another test's. */
let askers = 0;
let tenant: Tenant;
let other: Awaited<ReturnType<typeof joined>>;
const people: Record<'individual' | 'individualBearer' | 'administrator' | 'nobody', Who> = {
  individual: {},
  individualBearer: {},
  administrator: { authorization: `Basic ${Buffer.from('admin:Motdepasse1').toString('base64')}` },
  nobody: {},
};

beforeAll(async () => {
  site = await testApp();
  tenant = await markedTenant(site);
  other = await joined(site, 'Agence Seconde', 'seconde@essai.test');
  const user = await site.loginAs('camille@essai.test');
  people.individual = { cookie: user };
  people.individualBearer = { authorization: `Bearer ${/=([\w-]{43})/.exec(user)?.[1]}` };
});

/** As the wire carries it: status, headers and bytes. */
async function made(call: Call, { params = {}, query = '', body, file }: Ask, who: Who) {
  const address = call.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
  let payload: object | Buffer | undefined;
  const headers: Record<string, string> = { ...who };
  if (file) {
    const form = new FormData();
    form.append('fichier', new Blob([new Uint8Array(file.bytes)]), file.name);
    const sent = new Response(form);
    headers['content-type'] = sent.headers.get('content-type') ?? '';
    payload = Buffer.from(await sent.arrayBuffer());
  } else if (call.method !== 'GET') {
    // Whoever a request names, only its session says whose space it is.
    const { id: agencyId, ownerReference } = tenant.agency;
    const named = call.access === 'agency' ? { agencyId, agency: ownerReference, ownerReference } : {};
    payload = { ...named, ...body };
  }
  const answer = await site.app.inject({
    method: call.method,
    remoteAddress: `10.1.${(askers += 1) >> 8}.${askers & 255}`,
    url: `/api${address}${query ? `?${query}` : ''}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  const text = answer.rawPayload.toString('latin1') + answer.payload;
  return {
    status: answer.statusCode,
    code: /"code":"(\w+)"/.exec(answer.payload)?.[1],
    said: `${JSON.stringify(answer.headers)}\n${text}`.toLowerCase(),
    headers: answer.headers,
  };
}

/** What of the first agency stands in an answer. */
function leaked(name: string, said: string): string[] {
  const words = [MARK, ...tenant.secrets, String(VIEWS), VIEWS.toLocaleString('fr-FR')];
  if (!NAMES_THEM.has(name)) words.push(PUBLIC_MARK);
  return words.filter((word) => said.includes(word.toLowerCase()));
}

it('has a line for every call of agencies, and for no other', () => {
  const expected = [...calls.values()].filter(isOfAgencies).map(nameOf);
  expect(Object.keys(agencyAsks).toSorted()).toEqual(expected.toSorted());
});

it('looks for marks in every table that an agency writes in', () => {
  expect(tenant.empty).toEqual([]);
  expect(tenant.secrets.length).toBeGreaterThan(10);
});

const lines = Object.entries(agencyAsks);

describe.each(lines)('%s', (name, asks) => {
  it('says nothing of an agency to another one, and changes nothing of it', async () => {
    const before = await fingerprint(site.db, tenant.agency.id);
    for (const way of ['cookie', 'bearer'])
      for (const [number, ask] of asks(tenant).entries()) {
        const token = /=([\w-]{43})/.exec(other.cookie)?.[1];
        const who: Who = way === 'cookie' ? { cookie: other.cookie } : { authorization: `Bearer ${token}` };
        const { status, code, said, headers } = await made(calls.get(name)!, ask, who);
        expect([way, number, status, code]).toEqual([way, number, ask.foreign, code]);
        expect([way, number, leaked(name, said)]).toEqual([way, number, []]);
        if (headers['set-cookie'] && status === 200) other.cookie = cookiesOf(headers);
      }
    expect(await fingerprint(site.db, tenant.agency.id)).toEqual(before);
  });

  it('says nothing of it to anybody else', async () => {
    const call = calls.get(name)!;
    const before = await fingerprint(site.db, tenant.agency.id);
    for (const [who, headers] of Object.entries(people))
      for (const ask of asks(tenant)) {
        const { status, code, said } = await made(call, ask, headers);
        if (call.access === 'agency') expect([who, status, code]).toEqual([who, 401, 'login_required']);
        else expect([who, status < 500]).toEqual([who, true]);
        expect([who, leaked(name, said)]).toEqual([who, []]);
      }
    expect(await fingerprint(site.db, tenant.agency.id)).toEqual(before);
  });
});

it.each(ofUsers.map((call) => [nameOf(call), call] as const))('%s knows no agency', async (_, call) => {
  for (const who of [{ cookie: tenant.cookie }, { authorization: `Bearer ${tenant.token}` }]) {
    const { status, code } = await made(call, { params: { id: 1 }, foreign: 401 }, who);
    if (code !== 'VALIDATION_ERROR') expect([status, code]).toEqual([401, 'login_required']);
  }
});

/** What its own agency was told, call by call: the same questions would have shown every mark. */
let told = '';
it.each(lines)('%s answers its own agency', async (name, asks) => {
  for (const ask of asks(tenant)) {
    const { status, code, said, headers } = await made(calls.get(name)!, ask, { cookie: tenant.cookie });
    expect([status, code]).toEqual([ask.own ?? 200, code]);
    told += said;
    if (headers['set-cookie'] && status === 200) tenant.cookie = cookiesOf(headers);
  }
});

it('told its own agency of what was looked for', () => {
  const shown = [
    'title',
    'descript',
    'mandate_',
    'contact_',
    'first_na',
    'message',
    'text',
    'assigned',
    'original',
  ]
    .concat('file_nam', 'listing_', 'prochain')
    .map((word) => `${MARK} ${word}`);
  for (const word of [...shown, `https://${MARK}.exemple.fr`, String(VIEWS), '+33639987654'])
    expect([word, told.includes(word)]).toEqual([word, true]);
});

it('hands out no file that an agency sent, whoever asks', async () => {
  const kept = tenant.secrets.filter((name) => /^(agencies|feeds)\//.test(name));
  expect(kept.length).toBeGreaterThan(2);
  for (const name of kept)
    for (const address of [
      `/photos/${name}`,
      `/photos/${encodeURIComponent(name)}`,
      `/${name}`,
      `/api/${name}`,
    ]) {
      const { statusCode } = await site.app.inject({ url: address, headers: { cookie: other.cookie } });
      expect([address, statusCode]).toEqual([address, 404]);
    }
});
