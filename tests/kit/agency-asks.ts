import { usualSettings } from '#rooms/notifications/contract.ts';
import { SALES_TERMS } from '#rooms/payments/terms.ts';
import { agencyPassword } from './agencies.ts';
import { wantedFor } from './boosts.ts';
import type { Tenant } from './tenants.ts';

/** One call, made as if the agency whose space it is about made it. */
export interface Ask {
  /** Values of the parameters of its path, and of its query. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: object;
  /** A file, as forms send it. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  /** What that agency is answered when it is not 200. */
  readonly own?: number;
  /** What another agency is answered: 200 when it is told of its own only. */
  readonly foreign: number;
}

type Asks = (tenant: Tenant) => readonly Ask[];

const MADE_UP = 'x'.repeat(43);
/** So many messages a day are taken from one address. */
let writers = 0;
const said = () => ({
  name: 'Julie Petit',
  email: `julie${(writers += 1)}@essai.test`,
  company: 'Agence',
  phone: '',
  subject: 'Flux',
  message: 'Bonjour, un flux manque.',
});
const flat = { transaction: 1, propertyType: 'apartment', placeCode: '30189', price: 25_000_000 };

/** Of a thing with a number in the path: another agency hears that there is no such thing. */
const about =
  (name: 'online' | 'draft' | 'lead' | 'applied' | 'compared' | 'boost', rest: Partial<Ask> = {}): Asks =>
  (tenant) => [{ params: { id: tenant[name] }, foreign: 404, ...rest }];
const alike =
  (ask: Partial<Ask> = {}): Asks =>
  () => [{ foreign: 200, ...ask }];
/** Asked with a link that was mailed: another one opens nothing. */
const token =
  (body: object): Asks =>
  () => [{ body: { token: MADE_UP, ...body }, own: 400, foreign: 400 }];

/**
 * Every call of agencies with what it asks of the space of one of them, by « METHOD path », in an order in which that
 * agency itself can make them all: what it takes away comes last.
 */
export const agencyAsks: Readonly<Record<string, Asks>> = {
  'GET /agence/check': alike(),
  'GET /agence/:id': ({ agency }) => [{ params: { id: agency.id }, foreign: 404 }],
  'GET /agence/status/:ownerReference': ({ agency }) => [
    { params: { ownerReference: agency.ownerReference }, foreign: 200 },
  ],
  'GET /agence/search': ({ agency }) => [{ query: `q=${encodeURIComponent(agency.name)}`, foreign: 200 }],
  'GET /agence/search/alike': ({ agency }) => [
    { query: `name=${encodeURIComponent(agency.name)}`, foreign: 200 },
  ],
  'GET /agence/dashboard': ({ agency }) => [{ query: `agency=${agency.id}`, foreign: 200 }],
  'GET /agence/leads': ({ agency, lead, online }) =>
    ['', `apres=${lead}`, `annonce=${online}`, `agence=${agency.ownerReference}`, 'q=zorbec'].map(
      (query) => ({
        query,
        foreign: 200,
      }),
    ),
  'GET /agence/leads/export.csv': ({ lead, online }) =>
    ['', `apres=${lead}`, `annonce=${online}`].map((query) => ({ query, foreign: 200 })),
  'GET /agence/leads/:id': about('lead'),
  'PATCH /agence/leads/:id': ({ lead }) => [
    { params: { id: lead }, body: { read: true }, foreign: 404 },
    { params: { id: lead }, body: { version: 0, note: 'Une note' }, own: 409, foreign: 404 },
    { params: { id: lead }, body: { version: 0, status: 'qualified' }, own: 409, foreign: 404 },
  ],
  'POST /agence/leads/:id/answers': about('lead', {
    body: { version: 0, text: 'Bonjour, je vous rappelle demain.' },
    own: 409,
  }),
  'POST /agence/leads/:id/redeliver': about('lead'),
  'POST /agence/leads/:id/take': about('lead', { own: 409 }),
  'GET /agence/boosts': alike(),
  'GET /agence/boosts/listings': ({ online, draft }) =>
    ['', `ids=${online},${draft}`, 'q=zorbec'].map((query) => ({ query, foreign: 200 })),
  'GET /agence/boosts/creative': ({ online }) => [{ query: `listing=${online}&format=feed`, foreign: 404 }],
  'GET /agence/boosts/caption': ({ online }) => [{ query: `listing=${online}&text=Bonjour`, foreign: 404 }],
  'POST /agence/boosts/:id/pause': about('boost'),
  'POST /agence/boosts/:id/resume': about('boost'),
  'POST /agence/boosts/:id/stop': about('boost'),
  'POST /agence/profile/logo': alike({
    file: { name: 'logo.png', bytes: new Uint8Array(Buffer.from('pas un logo')) },
    own: 422,
    foreign: 422,
  }),
  'DELETE /agence/profile/logo': alike(),
  'GET /agence/webhook': alike(),
  'PUT /agence/webhook': alike({ body: { url: 'https://logiciel.exemple.fr/vigie' } }),
  'POST /agence/webhook/secret': alike(),
  'POST /agence/webhook/test': alike(),
  'POST /agence/webhook/retry': alike(),
  'GET /agence/notification-settings': alike(),
  'PUT /agence/notification-settings': alike({ body: usualSettings }),
  'GET /agence/notifications': ({ notification }) =>
    ['', `apres=${notification + 1}`].map((query) => ({ query, foreign: 200 })),
  'POST /agence/notifications/read': ({ notification }) => [{ body: { upTo: notification }, foreign: 200 }],
  'PUT /agence/weekly-report': alike({ body: { wanted: true } }),
  'POST /agence/weekly-report/unsubscribe': () => [
    { query: `token=${MADE_UP}`, own: 404, foreign: 404 },
    { query: 'token=MQ.c2lnbmF0dXJl', own: 404, foreign: 404 },
  ],
  'POST /agence/listings/audience': alike({ body: flat }),
  'GET /agence/listings': ({ draft }) =>
    ['', 'q=zorbec', 'vue=brouillons', `apres=0_${draft + 1}`].map((query) => ({ query, foreign: 200 })),
  'POST /agence/listings': alike({ body: flat }),
  'GET /agence/listings/:id': ({ draft, online }) =>
    [draft, online].map((id) => ({ params: { id }, foreign: 404 })),
  'PUT /agence/listings/:id': ({ draft, photo }) => [
    { params: { id: draft }, body: { version: 'x', facts: { surface: 1 } }, own: 409, foreign: 404 },
    {
      params: { id: draft },
      body: { version: 'x', photos: [{ key: photo, caption: 'Volée' }] },
      own: 409,
      foreign: 404,
    },
  ],
  'POST /agence/listings/:id/check': about('draft', { body: { facts: { surface: 12 } } }),
  'POST /agence/listings/:id/photos': about('draft', {
    file: { name: 'photo.jpg', bytes: new Uint8Array(Buffer.from('pas une photo')) },
    own: 422,
  }),
  'POST /agence/listings/:id/publish': about('draft', { own: 422 }),
  'POST /agence/listings/:id/confirm': about('online'),
  'POST /agence/listings/:id/confirm-values': about('online', { body: { keys: ['price=1'] } }),
  'POST /agence/listings/:id/pause': about('online'),
  'POST /agence/listings/actions': ({ draft, online }) => [
    { body: { action: 'pause', ids: [draft, online] }, foreign: 200 },
    { body: { action: 'publish', ids: [draft] }, foreign: 200 },
  ],
  'GET /agence/listings/unsaid': () => ['', 'sujet=dpe'].map((query) => ({ query, foreign: 200 })),
  'POST /agence/listings/unsaid': ({ draft, online }) => [
    {
      body: {
        subject: 'copropriete',
        shared: { ids: [draft, online], facts: { coOwned: true } },
        each: [{ id: draft, facts: { lots: 12 } }],
      },
      foreign: 200,
    },
  ],
  'GET /agence/listings/:id/report.pdf': about('online'),
  'POST /agence/boosts/quote': ({ online, coupon }) => [
    { body: { boosts: [wantedFor([online], { formula: 'essentiel' })], coupons: [coupon] }, foreign: 200 },
  ],
  'POST /agence/boosts/checkout': ({ online, coupon }) =>
    [[], [coupon]].map((coupons) => ({
      body: {
        boosts: [wantedFor([online], { formula: 'essentiel' })],
        coupons,
        gross: 1,
        terms: SALES_TERMS,
        key: MADE_UP,
      },
      own: 409,
      foreign: coupons.length === 0 ? 409 : 404,
    })),
  'GET /agence/orders': alike(),
  'GET /agence/orders/:reference': ({ order }) => [{ params: { reference: order }, foreign: 404 }],
  'POST /agence/orders/:reference/cancel': ({ order }) => [{ params: { reference: order }, foreign: 404 }],
  'GET /agence/invoices/:number.pdf': ({ invoice }) => [{ params: { number: invoice }, foreign: 404 }],
  'GET /agence/feeds': ({ compared }) =>
    ['', `avant=${compared + 1}`].map((query) => ({ query, foreign: 200 })),
  'GET /agence/feeds/:id': ({ applied, compared }) =>
    [applied, compared].flatMap((id) =>
      ['', 'vue=created', 'vue=refused', 'vue=updated'].map((query) => ({
        params: { id },
        query,
        foreign: 404,
      })),
    ),
  'GET /agence/feeds/:id/diagnostics.csv': about('applied'),
  'POST /agence/feeds/:id/apply': about('compared', { body: { confirmed: true } }),
  'POST /agence/feeds/:id/rollback': about('applied', { own: 409 }),
  'POST /agence/feeds': alike({ file: { name: 'flux.zip', bytes: new Uint8Array([80, 75, 3, 4]) } }),
  'POST /agence/contact': () => [{ body: said(), foreign: 200 }],
  'POST /agence/support': () => [{ body: said(), foreign: 200 }],
  'PUT /agence/profile': alike({ body: { openingHours: 'Du lundi au vendredi' } }),
  'POST /agence/profile/contact': alike({ own: 404, foreign: 404 }),
  'DELETE /agence/profile/contact': alike(),
  'POST /agence/register': ({ agency }) => [
    {
      body: { name: agency.name, email: 'autre@essai.test', ownerReference: agency.ownerReference },
      own: 409,
      foreign: 409,
    },
  ],
  'POST /agence/resend-confirmation': ({ agency }) => [{ body: { email: agency.email }, foreign: 200 }],
  'POST /agence/forgot-password': ({ agency }) => [{ body: { email: agency.email }, foreign: 200 }],
  'POST /agence/login': ({ agency }) => [
    { body: { email: agency.email, password: 'Faux12345' }, own: 401, foreign: 401 },
  ],
  'GET /agence/confirmation-email': () => [{ query: `token=${MADE_UP}`, own: 400, foreign: 400 }],
  'POST /agence/claims/refuse': token({}),
  'POST /agence/confirmation-email': token({ password: agencyPassword }),
  'POST /agence/reset-password': token({ password: agencyPassword }),
  'POST /agence/exclusion': ({ agency }) => [
    { body: { ownerReference: agency.ownerReference }, foreign: 200 },
  ],
  'POST /agence/exclusion/confirm': token({}),
  'DELETE /agence/listings/:id': ({ draft, online }) =>
    [draft, online].map((id) => ({ params: { id }, foreign: 404 })),
  'DELETE /agence/webhook': alike(),
  'POST /agence/change-password': alike({
    body: { currentPassword: agencyPassword, newPassword: agencyPassword },
  }),
  'POST /agence/logout': alike(),
};
