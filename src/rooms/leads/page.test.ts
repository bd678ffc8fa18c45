import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { OPERATOR, setExclusion } from '#rooms/agencies/exclusion.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, receiveListings } from '../../../tests/kit/law.ts';
import { templates, templatesFor } from './answers.ts';
import { checkContact } from './contact.ts';
import { recordLeadsToFollow } from './follow-up.server.ts';
import { listLeads, requestsOf } from './leads.server.ts';
import { agencyRequests, consentSentences, proposedMessage } from './requests.ts';

const DAY_MS = 86_400_000;
let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let listing = 0;

beforeAll(async () => {
  site = await testApp({ PUBLIC_URL: 'https://vigie.example' });
  own = await joined(site, 'Agence du Port', 'port@essai.test');
  const { id } = own.agency;
  await site.db.updateTable('agency').set({ email: 'prospects@port.test' }).where('id', '=', id).execute();
  for (const rank of [1, 2, 3]) await lawfulAgency(site.db, `voisine-${rank}`);
  const { outcomes } = await receiveListings(site.db, own.agency.id, [cleared(flat('P1'))]);
  listing = outcomes.get('P1')!.id;
});
beforeEach(async () => {
  await sql`truncate lead, lead_attempt, mail_outbox cascade`.execute(site.db);
});
afterEach(() => moveClock(0));

const adele = {
  firstName: 'Adèle',
  lastName: 'Fontanel',
  email: 'adele@exemple.test',
  phone: '06 39 98 00 01',
  message: 'Bonjour, je souhaite faire estimer ma maison de Sète.',
};
const send = (said: object = {}, to = own.agency.ownerReference, cookie?: string) =>
  site.call('POST', `/api/agencies/${to}/leads`, {
    body: { ...adele, ...said },
    ...(cookie === undefined ? {} : { cookie }),
  });
const leads = () => listLeads(site.db);
const mails = () =>
  site.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'html', 'text'])
    .where('recipient', 'in', ['prospects@port.test', adele.email])
    .orderBy('id')
    .execute();
const inbox = async () => {
  const { json } = await site.call('GET', '/api/agence/leads', { cookie: own.cookie });
  return json.data.leads;
};

describe('what is written to an agency from its page', () => {
  it('is a lead without a listing, mailed to both', async () => {
    const { status, json } = await send({ request: 'estimate' });
    expect([status, json.data.state, json.data.delivery]).toEqual([200, 'sent', 'mail']);
    expect(await leads()).toMatchObject([
      {
        agency: own.agency.ownerReference,
        listingId: null,
        listingReference: null,
        source: 'agency_page',
        request: 'estimate',
        status: 'processing',
        phone: '+33639980001',
      },
    ]);
    const [agency, receipt] = await mails();
    expect([agency!.recipient, agency!.subject]).toEqual([
      'prospects@port.test',
      'Demande d’estimation\u00a0: Adèle Fontanel',
    ]);
    expect(agency!.text).toContain('depuis votre page');
    expect(agency!.text).toContain('maison de Sète');
    expect([receipt!.recipient, receipt!.subject]).toEqual([adele.email, 'Votre demande est partie']);
    expect(receipt!.text).toContain('Agence du Port');
    for (const { subject, html, text } of [agency!, receipt!])
      expect(`${subject} ${html} ${text}`).not.toMatch(/null|undefined|référence|Référence/);
  });

  it('is in the inbox, answered and exported like any other', async () => {
    await send();
    const [row] = await inbox();
    expect(row).toMatchObject({ listingReference: null, listingName: null, source: 'agency_page' });
    await sql`update lead set status = 'new'`.execute(site.db);
    const read = await site.call('GET', `/api/agence/leads/${row.id}`, { cookie: own.cookie });
    const answer = await site.call('POST', `/api/agence/leads/${row.id}/answers`, {
      body: { version: read.json.data.version, text: 'Samedi à 10 heures vous convient-il ?' },
      cookie: own.cookie,
    });
    expect([answer.status, answer.json.data.status, answer.json.data.card]).toEqual([200, 'contacted', null]);
    expect((await mails()).at(-1)).toMatchObject({
      recipient: adele.email,
      subject: 'Agence du Port vous répond',
    });
    const { json } = await site.call('GET', '/api/agence/leads/export.csv', { cookie: own.cookie });
    expect(json.data).toContain('Page de l’agence');
    expect(json.data).not.toContain('null');
  });

  it('is found again by who wrote it, and told late in words that hold', async () => {
    const cookie = await site.loginAs('camille@essai.test');
    await send({ email: 'camille@essai.test' }, undefined, cookie);
    const { id } = await site.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'camille@essai.test')
      .executeTakeFirstOrThrow();
    expect(await requestsOf(site.db, { accountId: id })).toMatchObject([
      { listing: null, listingReference: null, reachable: true, agency: { name: 'Agence du Port' } },
    ]);
    await sql`update lead set status = 'new'`.execute(site.db);
    moveClock(DAY_MS + 3_600_000);
    await recordLeadsToFollow(site.db, clock.now());
    const { rows } = await sql<{ title: string }>`
      select title from agency_notification where event = 'lateLead'`.execute(site.db);
    expect(rows).toEqual([{ title: 'Message sans suite depuis 24 heures' }]);
  });

  it('is once a day, even at once, and apart from what is asked about its listings', async () => {
    await Promise.all(Array.from({ length: 4 }, () => send()));
    expect(await leads()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
    await send({ message: 'Bonjour, une autre question pour vous.' });
    expect(await leads()).toHaveLength(2);
    await site.call('POST', `/api/listings/${listing}/leads`, { body: adele });
    await send({}, 'voisine-1');
    expect(await leads()).toHaveLength(4);
    moveClock(DAY_MS + 60_000);
    await send();
    expect(await leads()).toHaveLength(5);
    // Nor does a question about a listing stand in the way of one to its agency.
    const other = { ...adele, email: 'autre@exemple.test' };
    await site.call('POST', `/api/listings/${listing}/leads`, { body: other });
    await send(other);
    expect(await leads()).toHaveLength(7);
  });

  it('is told to be there already to whoever is known to have sent it', async () => {
    const cookie = await site.loginAs('proven@essai.test');
    await send({ email: 'proven@essai.test' });
    expect((await send({ email: 'proven@essai.test' }, undefined, cookie)).json.data.state).toBe('already');
    expect((await send({ email: 'proven@essai.test' })).json.data.state).toBe('sent');
  });

  it('arrives marked like any other when it looks sent by a program', async () => {
    await send({ website: 'https://spam.test' });
    expect(await leads()).toMatchObject([{ status: 'processing', suspicion: 'champ caché rempli' }]);
    expect((await mails())[0]!.text).toContain('À vérifier');
  });

  it('is not spam for being what the form proposes', async () => {
    for (const rank of [1, 2, 3])
      for (const other of [1, 2, 3])
        await send(
          {
            email: `x${rank}@exemple.test`,
            message: proposedMessage('information', `Agence voisine ${other}`),
          },
          `voisine-${other}`,
        );
    expect(new Set((await leads()).map(({ disqualifiedBecause: because }) => because))).toEqual(
      new Set([null]),
    );
  });

  it('stops at the limits of a day', async () => {
    for (let turn = 0; turn < 20; turn += 1) expect((await send()).status).toBe(200);
    const { status, json } = await send();
    expect([status, json.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });

  it('keeps the proof of what was agreed to, and of alerts nothing: no box asked for them', async () => {
    await send({ optInPartnerOffers: true, optInVigieAlerts: true });
    const { rows } = await sql`select purpose, sentence, source from lead_consent`.execute(site.db);
    expect(rows).toEqual([
      { purpose: 'partner_offers', sentence: consentSentences.partner_offers, source: 'agency_page' },
    ]);
    expect((await mails())[1]!.text).not.toContain(consentSentences.vigie_alerts);
  });

  it('is about what an agency does, and says what is missing', async () => {
    for (const request of agencyRequests) {
      expect(checkContact({ ...adele, request })).toBeNull();
      expect((await send({ request, email: `${request}@exemple.test` })).status).toBe(200);
    }
    expect((await send({ request: 'visit' })).status).toBe(400);
    const { status, json } = await send({ phone: '' });
    expect([status, json.message]).toEqual([400, 'Champs requis manquants: phone']);
    // Nor is an estimate asked about a listing.
    const wrong = { body: { ...adele, request: 'estimate' } };
    expect((await site.call('POST', `/api/listings/${listing}/leads`, wrong)).status).toBe(400);
  });

  it('reaches no agency that is not there, or chose not to be', async () => {
    for (const nobody of ['personne', 'VOISINE-1', "'", '1']) {
      const { status, json } = await send({}, encodeURIComponent(nobody));
      expect([nobody, status, json.code]).toEqual([nobody, 404, 'LEAD_AGENCY_UNKNOWN']);
    }
    await setExclusion(site.db, 'voisine-3', true, OPERATOR);
    expect((await send({}, 'voisine-3')).status).toBe(404);
    await setExclusion(site.db, 'voisine-3', false, OPERATOR);
    expect((await send({}, 'voisine-3')).json.data.delivery).toBe('inbox');
  });
});

it('the beginnings of an answer name no listing where there is none', () => {
  const to = {
    civility: null,
    firstName: 'Adèle',
    lastName: 'Fontanel',
    request: 'estimate',
    listingReference: null,
    rental: false,
  } as const;
  expect(templatesFor({ listingReference: 'A-1' })).toEqual(templates);
  const offered = templatesFor(to);
  expect(offered.length).toBeGreaterThan(0);
  for (const { text } of offered) expect(text(to)).not.toMatch(/le bien|null|undefined| [,.]/);
});
