import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../src/web.server.ts';
import { aFlat, flat, makeAgency, makeAlert } from './kit/alerts.ts';
import { type TestApp, testApp } from './kit/app.ts';
import { startIssuer } from './kit/issuer.ts';

type Words = Readonly<Record<string, unknown>>;
interface Whole {
  readonly body?: Words;
  readonly query?: Words;
}

const password = 'Unbonmot2passe';
const email = 'lea@essai.test';
const token = 'x'.repeat(43);
const contact = {
  firstName: 'Léa',
  lastName: 'Petit',
  email,
  phone: '06 12 34 56 78',
  message: 'Bonjour à tous.',
};
const alert = {
  criteria: { ...aFlat, mots: ['jardin'], type: ['maison'], bbox: '4,43,5,44', rayon: 5 },
  frequency: 'daily',
  hour: 8,
  name: 'Ici',
};

/** A sound request of every call that an individual, or anybody, may make and that says something. */
const asked: Readonly<Record<string, Whole>> = {
  'POST /auth/register': {
    body: { firstName: 'Léa', lastName: 'Petit', email, password, phone: '06 12 34 56 78' },
  },
  'POST /auth/login': { body: { email, password, remember: true } },
  'POST /auth/logout': { body: {} },
  'POST /auth/forgot-password': { body: { email } },
  'POST /auth/reset-password': { body: { token, password } },
  'POST /auth/change-password': { body: { currentPassword: 'faux', newPassword: password } },
  'POST /auth/verify-email': { body: { token } },
  'POST /auth/google/callback': { body: { code: 'abc', state: 'abc', iss: 'https://essai.test' } },
  'POST /auth/google-login': { body: { googleToken: 'a.b.c', nonce: 'abc' } },
  'POST /auth/google-register': { body: { googleToken: 'a.b.c', nonce: 'abc' } },
  'GET /places': { query: { q: 'nimes' } },
  'GET /listings': {
    query: { lieux: 'nimes-30000', transaction: 'achat', mots: 'jardin', page: 1, apres: 'x', tri: 'prix' },
  },
  'GET /listings/options': { query: { lieux: 'nimes-30000', transaction: 'achat', prixMax: 1 } },
  'GET /listings/map': {
    query: { lieux: 'nimes-30000', transaction: 'achat', bbox: '4,43,5,44', zone: 'x', rayon: 5, zoom: 12 },
  },
  'GET /listings/count': { query: { lieux: 'nimes-30000', transaction: 'achat', prixMax: 1 } },
  'POST /listings/:id/leads': {
    body: {
      ...contact,
      civility: 'Mme',
      optInVigieAlerts: true,
      optInPartnerOffers: false,
      request: 'visit',
      website: '',
      elapsed: 9000,
    },
  },
  'POST /listings/:id/reports': {
    body: {
      reason: 'scam',
      explanation: 'Cette annonce est fausse, en voici la preuve.',
      name: 'Léa',
      email,
      goodFaith: true,
      website: '',
      submission: 'a'.repeat(32),
    },
  },
  'POST /contact': {
    body: {
      name: 'Léa',
      email,
      subject: 'Une question',
      message: 'Bonjour à tous.',
      website: '',
      submission: 'a'.repeat(32),
    },
  },
  'POST /alerts': { body: { ...alert, email } },
  'POST /alerts/confirm': { body: { token } },
  'PUT /alerts/:id': { body: { ...alert, status: 'paused', pauseDays: 7, updatedAt: 'x' } },
  'GET /alerts/:id/results': { query: { page: 1, avis: 'x' } },
  'GET /alerts/:id/explain': { query: { listing: 1 } },
  'POST /alerts/:id/verdicts': { body: { listingId: 1, verdict: 'reject', reason: 'price', token } },
  'POST /unsubscribe': { query: { token }, body: { 'List-Unsubscribe': 'One-Click' } },
  'GET /favorites': { query: { tri: 'prix', page: 1 } },
  'PUT /favorites/mails': { body: { wanted: true } },
  'POST /favorites/mails/unsubscribe': {
    query: { favoris: token },
    body: { 'List-Unsubscribe': 'One-Click' },
  },
  'PUT /favorites/:listingId': { body: { note: 'À revoir' } },
  'GET /hidden-listings': { query: { page: 1 } },
  'PUT /hidden-listings/:listingId': { body: { reason: 'price' } },
  'PUT /profile': { body: { firstName: 'Léa', lastName: 'Petit', phone: '06 12 34 56 78', civility: 'Mme' } },
  'POST /profile/email': { body: { email: 'neuve@essai.test', password: 'faux' } },
  'POST /profile/email/confirm': { body: { token } },
  'POST /profile/email/undo': { body: { token } },
  'POST /profile/google': { body: { password: 'faux' } },
  'PUT /profile/consents': { body: { name: 'optInVigieAlerts', given: true } },
  'POST /profile/export': { body: { password: 'faux' } },
  'DELETE /profile': { body: { password: 'faux', confirmation: 'non' } },
};

/** As JSON: no program here could write it. */
const DEEP = '« 5 000 niveaux »';
const deep = '['.repeat(5_000) + ']'.repeat(5_000);
const asJson = (value: unknown) => JSON.stringify(value).replaceAll(JSON.stringify(DEEP), deep);

/** What no person types: each of these in each field of each call. */
const absurd: readonly (readonly [string, unknown])[] = [
  ['nothing', ''],
  ['null', null],
  ['100,000 letters less a few', 'a'.repeat(90_000)],
  ['2,000 accents', 'é'.repeat(2_000)],
  ['a NUL', 'Léa\0Petit'],
  ['a NUL alone', '\0'],
  ['a high surrogate alone', 'Léa \ud83d Petit'],
  ['a low surrogate alone', '\ude00Léa Petit'],
  ['marks that turn the line', '\u202eaéL\u202c \u2066Petit\u2069\u200f'],
  ['nothing that shows', '\u200b\u200d\ufeff\u2060'],
  ['every control', Array.from({ length: 32 }, (_, code) => String.fromCodePoint(code + 1)).join('')],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(20)],
  ['an array', ['Léa', 'Petit']],
  ['an array of arrays', [[['Léa']]]],
  ['an object', { $gt: '', toString: 1, length: -1 }],
  ['its prototype', JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}')],
  ['5,000 levels', DEEP],
  ['yes', true],
  ['a number too large', 1e308],
  ['a number below', -1],
  ['half', 0.5],
  ['beyond a bigint', '99999999999999999999999'],
  ['minus the least integer', -(2 ** 63)],
  [
    'a domain of 240 letters',
    `lea@${'a'.repeat(50)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.test`,
  ],
  ['64 emoji before the @', `${'😀'.repeat(64)}@essai.test`],
  ['a lower case that is longer', `İİ@essai.test`],
  ['an unusual space in an address', 'le\u180ea@essai.test'],
  ['SQL', `'; drop table account; --`],
  ['a wildcard', '%_\\'],
  ['a path', '../../etc/passwd'],
];

const counted = [
  'leadAttempt',
  'accountAttempt',
  'accountEmailAsked',
  'accountResetRequest',
  'contactMessage',
  'report',
  'mailAsked',
] as const;

let site: TestApp;
let cookie = '';
let params: Record<string, string> = {};

beforeAll(async () => {
  const issuer = await startIssuer('http://localhost:3000/auth/google');
  site = await testApp(issuer.settings);
  const agency = await makeAgency(site);
  const [listing] = await agency.publish(flat('a'));
  cookie = await site.loginAs('camille@essai.test');
  const id = await makeAlert(site, { email: 'camille@essai.test' });
  await site.call('GET', '/api/alerts', { cookie });
  params = { id: String(id), listingId: String(listing), listing: String(listing) };
});

const individual = routes
  .flatMap((route) => (route.kind === 'call' ? [route.call] : []))
  .filter(({ access, path }) => access !== 'agency' && access !== 'admin' && !path.startsWith('/agence/'));

const addressOf = (path: string, { given = {} as Readonly<Record<string, string>>, query = {} as Words }) => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? params[path.startsWith('/listings') ? 'listing' : name] ?? ''),
  );
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(said(value))}`);
  return `/api${filled}${words.length > 0 ? `?${words.join('&')}` : ''}`;
};
const said = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : asJson(value));

/** Every place of a body where a value stands, objects and lists included. */
function placesIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))];
}
function put(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string, unknown> = Array.isArray(whole)
    ? ([...whole] as never)
    : { ...(whole as Record<string, unknown>) };
  copy[key] = put(copy[key], rest, value);
  return copy;
}

async function answered(method: string, url: string, body?: unknown): Promise<number> {
  const response = await site.app.inject({
    method: method as 'GET',
    url,
    headers: { cookie },
    ...(body === undefined
      ? {}
      : { payload: asJson(body), headers: { cookie, 'content-type': 'application/json' } }),
  });
  return response.statusCode;
}

describe('absurd words', () => {
  it('are tried on calls that there are', () => {
    const known = individual.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(asked).filter((name) => !known.includes(name))).toEqual([]);
  });

  describe.each(individual.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s',
    (name, { method, path, ...call }) => {
      const { body, query = {} } = asked[name] ?? whole(call);
      it('are refused in orderly fashion', async () => {
        const seen: string[] = [];
        const lookAt = async (what: string, ...request: Parameters<typeof answered>) => {
          const status = await answered(...request);
          if (status >= 500 || status === 429) seen.push(`${what}: ${status}`);
        };
        for (const [kind, value] of absurd) {
          const all: Promise<void>[] = [];
          const look = (...given: Parameters<typeof lookAt>) => void all.push(lookAt(...given));
          for (const at of body ? [...placesIn(body), ...wordsOf(call.body).map((word) => [word])] : [])
            look(
              `${at.join('.') || 'body'}, ${kind}`,
              method,
              addressOf(path, { query }),
              put(body, at, value),
            );
          for (const word of Object.keys(query))
            look(`?${word}, ${kind}`, method, addressOf(path, { query: { ...query, [word]: value } }), body);
          for (const [, word = ''] of path.matchAll(/:(\w+)/g))
            look(
              `:${word}, ${kind}`,
              method,
              addressOf(path, { given: { [word]: said(value).slice(0, 400) }, query }),
              body,
            );
          await Promise.all(all);
          // The limits of a day are for other tests.
          if (all.length > 0) for (const table of counted) await site.db.deleteFrom(table).execute();
        }
        expect(seen).toEqual([]);
      });
    },
  );
});

/** The words that a schema names. */
function wordsOf(schema: unknown): string[] {
  const {
    shape,
    left,
    right,
    in: before,
  } = (schema as { _zod: { def: Record<string, object | undefined> } })._zod.def;
  return [
    ...Object.keys(shape ?? {}),
    ...[left, right, before].flatMap((part) => (part ? wordsOf(part) : [])),
  ];
}

/** Something for every word of a call that no row here asks soundly. */
function whole(call: Record<'body' | 'query', unknown>): Whole {
  const said = (part: unknown) => Object.fromEntries(wordsOf(part).map((word) => [word, '1']));
  return { query: said(call.query), ...(wordsOf(call.body).length > 0 ? { body: said(call.body) } : {}) };
}
