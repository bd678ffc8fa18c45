import { sql } from 'kysely';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { loader as catalogueLoader } from '#desks/catalogue/pages/catalogue.tsx';
import { listingPage } from '#desks/showcase/listing-page.server.ts';
import { asAgencyId, asOwnerReference, nobody } from '#platform/auth.server.ts';
import { closedWords } from '#rooms/administrators/switches.server.ts';
import type { SwitchedRoom } from '#rooms/administrators/switches.ts';
import { loader as importLoader } from '#rooms/feeds/pages/import.tsx';
import { ImportView } from '#rooms/feeds/parts/import-view.tsx';
import { paymentAlarms } from '#rooms/payments/alarms.server.ts';
import { takesOrders } from '#rooms/payments/quote.server.ts';
import { SALES_TERMS } from '#rooms/payments/terms.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, wantedFor } from '../../../tests/kit/boosts.ts';
import { buyerOf, newKey, ordered } from '../../../tests/kit/buyers.ts';
import { feedDoctor } from '../../../tests/kit/feed-doctor.ts';
import { pageContext } from '../../../tests/kit/page-context.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';

const headers = { authorization: `Basic ${Buffer.from('admin:Vigie2026').toString('base64')}` };
const words = 'De retour ce soir, vers 18 h.';
const reason = 'Une panne du transporteur.';
const places = [{ postalCode: '34500', city: 'Béziers', lat: 43.34, lng: 3.21, pricePerM2: 1900 }];

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let listing = 0;

beforeAll(async () => {
  site = await testApp();
  space = await lawfulSpace(site, 'Agence des Arènes', 'arenes@essai.test');
  [listing = 0] = await boostable(site.db, space.agency.id, [flat('B1')]);
});
beforeEach(async () => {
  await site.db.deleteFrom('serviceSwitch').execute();
});

const change = (room: string, body: object) =>
  site.call('PATCH', `/api/admin/service/${room}`, { headers, body });
const close = (room: SwitchedRoom) => change(room, { closed: true, words, reason });
const open = (room: SwitchedRoom) => change(room, { closed: false, reason: 'Tout est réparé.' });
const refusal = [503, 'SERVICE_CLOSED', words];
const said = ({ status, json }: { status: number; json: { code?: string; message?: string } }) => [
  status,
  json.code,
  json.message,
];

describe('PATCH /admin/service/{room}', () => {
  test('is for administrators, of rooms that have a switch, with words and a reason', async () => {
    expect(
      (await site.call('PATCH', '/api/admin/service/leads', { body: { closed: false, reason } })).status,
    ).toBe(401);
    expect((await change('cuisine', { closed: false, reason })).status).toBe(404);
    const wrong = async (body: object) => {
      const { status, json } = await change('leads', body);
      return [status, (json.details.fields as { field: string }[]).map(({ field }) => field)];
    };
    expect(await wrong({ closed: true, reason })).toEqual([400, ['words']]);
    expect(await wrong({ closed: true, words: ' ', reason })).toEqual([400, ['words']]);
    expect(await wrong({ closed: true, words: 'a'.repeat(301), reason })).toEqual([400, ['words']]);
    expect(await wrong({ closed: true, words, reason: 'court' })).toEqual([400, ['reason']]);
    expect(await closedWords(site.db, 'leads')).toBeNull();
  });

  test('says how it stands, and pressed twice changes it once', async () => {
    const first = await close('imports');
    expect(first.json.data).toMatchObject({ changed: true, switch: { room: 'imports', words, by: 'admin' } });
    expect((await close('imports')).json.data).toEqual({ ...first.json.data, changed: false });
    const { json } = await site.call('GET', '/api/admin/service', { headers });
    expect(json.data.switches).toContainEqual(first.json.data.switch);
    expect(json.data.tasks).toEqual([]);
  });
});

describe('leads', () => {
  const send = (address: string) =>
    site.call('POST', `/api${address}`, {
      body: {
        firstName: 'Adèle',
        lastName: 'Fontanel',
        email: 'adele@exemple.test',
        phone: '06 39 98 00 01',
        message: 'Bonjour, je souhaite visiter ce bien samedi.',
        optInVigieAlerts: false,
        optInPartnerOffers: false,
      },
    });
  const leads = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from lead`.execute(site.db)).rows[0]!.n;

  test('closed, a listing and an agency are not written to, and their pages say the words', async () => {
    await close('leads');
    const before = await leads();
    expect(said(await send(`/listings/${listing}/leads`))).toEqual(refusal);
    expect(said(await send(`/agencies/${space.agency.ownerReference}/leads`))).toEqual(refusal);
    expect(await leads()).toBe(before);
    const here = { ...site.services, actor: nobody };
    expect((await listingPage(here, String(listing), new URLSearchParams())).closed).toBe(words);
    const url = new URL(`https://vigie.example/agences/${space.agency.ownerReference}`);
    const page = await catalogueLoader({
      request: new Request(url),
      params: { ownerReference: space.agency.ownerReference },
      url,
      context: pageContext(site.services, nobody),
    } as never);
    expect(new Headers((page as { init?: ResponseInit }).init?.headers).get('cache-control')).toBe(
      'no-store',
    );
  });

  test('opened again, both are', async () => {
    await close('leads');
    await open('leads');
    expect((await send(`/listings/${listing}/leads`)).status).toBe(200);
    expect((await send(`/agencies/${space.agency.ownerReference}/leads`)).status).toBe(200);
    const here = { ...site.services, actor: nobody };
    expect((await listingPage(here, String(listing), new URLSearchParams())).closed).toBeNull();
  });
});

describe('imports', () => {
  const portfolioOf = ({ agency }: typeof space) =>
    generatePortfolio({ seed: 5, agency: agency.ownerReference, count: 6, places });

  test('closed, what is sent by hand is refused; what had come waits, and resumes by itself once they are open', async () => {
    // What it imports is its whole portfolio: the listing of the other agency stays on line.
    const own = await lawfulSpace(site, 'Agence du Port', 'port@essai.test');
    const doctor = feedDoctor(site, own.cookie);
    const archive = await doctor.zip(portfolioOf(own));
    const before = await doctor.upload(archive);
    const { id } = before.json.data.import;
    await close('imports');
    expect(said(await doctor.upload(archive))).toEqual(refusal);
    await doctor.work();
    expect((await doctor.report(id)).import.state).toBe('received');
    await open('imports');
    await doctor.work();
    expect((await doctor.report(id)).import.state).toBe('compared');

    await close('imports');
    expect(said(await doctor.ask('POST', `/${id}/apply`, {}))).toEqual(refusal);
    expect((await doctor.report(id)).import.state).toBe('compared');
    await open('imports');
    expect((await doctor.ask('POST', `/${id}/apply`, {})).status).toBe(200);
    // Ordered, then closed: it waits too.
    await close('imports');
    await doctor.work();
    expect((await doctor.report(id)).import.state).toBe('ordered');
    await open('imports');
    await doctor.work();
    expect((await doctor.report(id)).import.state).toBe('done');
  });

  test('closed, an import can still be undone', async () => {
    const own = await lawfulSpace(site, 'Agence du Parc', 'parc@essai.test');
    const doctor = feedDoctor(site, own.cookie);
    const id = await doctor.send(portfolioOf(own));
    await doctor.apply(id);
    await close('imports');
    expect((await doctor.ask('POST', `/${id}/rollback`)).status).toBe(200);
    await doctor.work();
    expect((await doctor.report(id)).import.state).toBe('undone');
  });

  test('closed, the page of the agency says the words in place of the upload', async () => {
    await close('imports');
    const { ownerReference, id } = space.agency;
    const url = new URL(`https://vigie.example/agence/${ownerReference}/annonces/import`);
    const actor = {
      kind: 'agency',
      agencyId: asAgencyId(id),
      ownerReference: asOwnerReference(ownerReference),
      name: 'Agence',
    } as const;
    const { data } = await importLoader({
      request: new Request(url),
      params: { ownerReference },
      url,
      context: pageContext(site.services, actor),
    } as never);
    const Stub = createRoutesStub([{ path: '/', Component: () => <ImportView {...data} /> }]);
    const html = renderToStaticMarkup(<Stub />);
    expect(html).toContain(words);
    expect(html).not.toContain('Choisir un fichier');
  });
});

describe('boosts', () => {
  const boosts = () => [wantedFor([listing], { formula: 'essentiel' })];
  const quote = () =>
    site.call('POST', '/api/agence/boosts/quote', {
      cookie: space.cookie,
      body: { boosts: boosts(), coupons: [] },
    });
  const checkout = (gross: number) =>
    site.call('POST', '/api/agence/boosts/checkout', {
      cookie: space.cookie,
      body: { boosts: boosts(), coupons: [], gross, terms: SALES_TERMS, key: newKey() },
    });

  test('closed, none has a price nor is ordered; opened again, they do', async () => {
    const { gross } = (await quote()).json.data.totals;
    await close('boosts');
    expect(said(await quote())).toEqual(refusal);
    expect(said(await checkout(gross))).toEqual(refusal);
    expect(await takesOrders(site.services)).toEqual({ open: false, closed: words });
    await open('boosts');
    expect((await quote()).status).toBe(200);
    expect((await takesOrders(site.services)).closed).toBeNull();
  });
});

describe('PATCH /admin/payment-alarms/{reference}', () => {
  test('takes an alarm off the list, once, with what was done about it', async () => {
    const { order } = await ordered(site, await buyerOf(site, 'acheteuse'));
    await sql`update payment_order set alarm = 'Payée deux fois : 10 €' where reference = ${order}`.execute(
      site.db,
    );
    const listed = async () => (await site.call('GET', '/api/admin/service', { headers })).json.data.alarms;
    expect(await listed()).toMatchObject([{ reference: order, lines: [{ says: expect.any(String) }] }]);
    const seen = (reference: string) =>
      site.call('PATCH', `/api/admin/payment-alarms/${reference}`, {
        headers,
        body: { reason: 'Remboursement vu chez le prestataire.' },
      });
    expect((await seen('CMD-0000-0000')).status).toBe(404);
    for (const _ of [1, 2]) expect((await seen(order)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await paymentAlarms(site.db)).toEqual([]);
    const audited = await site.db
      .selectFrom('adminAudit')
      .select(['administrator', 'subjectId'])
      .where('action', '=', 'payment.alarm')
      .execute();
    expect(audited).toEqual([{ administrator: 'admin', subjectId: order }]);
  });
});
