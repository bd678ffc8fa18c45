import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import type { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, receiveListings } from '../../../tests/kit/law.ts';
import { askedBy, twoAgencies } from '../../../tests/kit/leads.ts';
import { later } from '../../../tests/kit/leftovers.ts';
import { boostUrl } from './boost-links.server.ts';
import { followMails } from './contact.server.ts';
import { receiveLead } from './leads.server.ts';
import { updateLead } from './leads.sql.server.ts';
import { deliverLeads, renewSecret, testWebhook, webhookOf } from './webhook.server.ts';

const never = new AbortController().signal;
const HOUR_MS = 3_600_000;

/** A software on this machine: what it was sent, and what it answers next. */
async function software() {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let answers: { status: number; headers?: Record<string, string> }[] = [];
  let silent = false;
  let [open, most] = [0, 0];
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      if (silent) return;
      const { status, headers } = answers.shift() ?? { status: 200 };
      response.writeHead(status, headers).end('x'.repeat(200_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(
    () => new Promise((resolve) => server.closeAllConnections() ?? server.close(() => resolve(undefined))),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/vigie`,
    received,
    answer: (...next: typeof answers) => void (answers = next),
    hush: (on: boolean) => void (silent = on),
    hangUp: () => server.closeAllConnections(),
    /** The most requests that were without an answer at a time. */
    together: () => most,
  };
}

let site: TestApp;
let crm: Awaited<ReturnType<typeof software>>;
let own: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
let listingId = 0;
let secret = '';

beforeAll(async () => {
  site = await testApp({ WEBHOOK_HOSTS: '127.0.0.1', PUBLIC_URL: 'https://vigie.example' });
  ({ own, other, listingId } = await twoAgencies(site));
});
beforeEach(async () => {
  await sql`truncate lead, lead_attempt, lead_webhook, mail_outbox cascade`.execute(site.db);
  crm = await software();
  const { json } = await set(crm.url);
  secret = json.data.secret;
});
afterEach(() => moveClock(0));

const set = (url: string, cookie = own.cookie) =>
  site.call('PUT', '/api/agence/webhook', { body: { url }, cookie });
const state = async (cookie = own.cookie) =>
  (await site.call('GET', '/api/agence/webhook', { cookie })).json.data.webhook;
const ask = (call: 'test' | 'retry' | 'secret', cookie = own.cookie) =>
  site.call('POST', `/api/agence/webhook/${call}`, { body: {}, cookie });
const deliver = () => deliverLeads(site.services, never);
const leadNow = () => site.db.selectFrom('lead').selectAll().executeTakeFirstOrThrow();
const opened = async () =>
  (await site.call('GET', `/api/agence/leads/${(await leadNow()).id}`, { cookie: own.cookie })).json.data;
async function edit(change: object) {
  const { id, version } = await leadNow();
  const body = { version, ...change };
  expect((await site.call('PATCH', `/api/agence/leads/${id}`, { body, cookie: own.cookie })).status).toBe(
    200,
  );
}
async function asked(message = 'Bonjour, je souhaite visiter ce bien samedi.', others: object = {}) {
  const { status } = await site.call('POST', `/api/listings/${listingId}/leads`, {
    body: {
      firstName: 'Adèle',
      lastName: 'Fontanel',
      email: 'adele@exemple.test',
      phone: '06 39 98 00 01',
      message,
      ...others,
    },
  });
  expect(status).toBe(200);
}
const signatureOf = ({ headers, body }: (typeof crm.received)[number], key = secret) =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`;

describe('the software of an agency', () => {
  it('reads which boost brought a lead, and that none did', async () => {
    const link = boostUrl(site.services.env, { reference: 'BST-7K3MQ9TX', listingId });
    await asked('Je viens d’une publicité.', { boost: new URL(link).searchParams.get('boost') });
    await asked('Je viens de la page elle-même.');
    await deliver();
    const told = crm.received.map(({ body }) => JSON.parse(body).data);
    expect(told.map(({ source, boostId }) => [source, boostId])).toEqual([
      ['boost', 'BST-7K3MQ9TX'],
      ['listing_form', null],
    ]);
  });

  it('is sent a lead as it comes, signed, then what changes, once for all that changed', async () => {
    await asked();
    await deliver();
    const [first] = crm.received;
    expect(first).toMatchObject({
      path: '/vigie',
      headers: { 'content-type': 'application/json', 'user-agent': 'Vigie' },
    });
    expect(first!.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(first!.headers['webhook-signature']).toBe(signatureOf(first!));
    expect(JSON.parse(first!.body)).toMatchObject({
      type: 'lead.created',
      data: {
        status: 'new',
        listing: { id: listingId, reference: 'P1' },
        person: {
          firstName: 'Adèle',
          lastName: 'Fontanel',
          email: 'adele@exemple.test',
          phone: '+33639980001',
        },
        message: 'Bonjour, je souhaite visiter ce bien samedi.',
        url: expect.stringContaining('https://vigie.example/agence/leads?prospect='),
      },
    });
    await followMails(site.services);
    await deliver();
    expect(crm.received).toHaveLength(1);
    await edit({ status: 'contacted' });
    await edit({ assignedTo: 'Lucie' });
    await deliver();
    expect(crm.received).toHaveLength(2);
    expect(JSON.parse(crm.received[1]!.body)).toMatchObject({
      type: 'lead.updated',
      data: { status: 'contacted', assignedTo: 'Lucie' },
    });
    expect(await state()).toMatchObject({
      waiting: 0,
      failed: 0,
      reason: null,
      deliveredAt: expect.any(String),
    });
    await deliver();
    expect(crm.received).toHaveLength(2);
  });

  it('brings a lead to « new » on its own, and is told neither of what is held nor of an erased person', async () => {
    await asked();
    await deliver();
    expect((await leadNow()).status).toBe('processing');
    await followMails(site.services);
    expect((await leadNow()).status).toBe('new');
    await site.db.deleteFrom('lead').execute();
    await site.db
      .transaction()
      .execute((tx) =>
        receiveLead(tx, askedBy(listingId), { now: new Date(), suspicion: 'balises', held: true }),
      );
    expect((await leadNow()).disqualifiedBecause).toBe('spam');
    await deliver();
    expect(crm.received).toHaveLength(1);
    await site.db.deleteFrom('lead').execute();
    await asked();
    const cookie = await site.loginAs('adele@exemple.test');
    await site.call('DELETE', '/api/profile', {
      body: { confirmation: 'SUPPRIMER', password: 'Motdepasse1' },
      cookie,
    });
    await deliver();
    expect(crm.received).toHaveLength(1);
    expect(await site.db.selectFrom('leadDelivery').selectAll().execute()).toEqual([]);
  });

  it('is tried again for a day with the same bytes under the same name, then given up, then asked again', async () => {
    await sql`update agency set email = null where id = ${own.agency.id}`.execute(site.db);
    try {
      await asked();
      crm.answer(...Array.from({ length: 10 }, () => ({ status: 500 })));
      let hours = 0;
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        moveClock(hours * HOUR_MS);
        await deliver();
        expect(crm.received).toHaveLength(attempt);
        await deliver();
        expect(crm.received).toHaveLength(attempt);
        if (attempt === 1) await sql`update lead set version = version + 1`.execute(site.db);
        hours += 10.1;
      }
      expect(new Set(crm.received.map(({ body }) => body)).size).toBe(1);
      expect(new Set(crm.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      for (const one of crm.received) expect(one.headers['webhook-signature']).toBe(signatureOf(one));
      // Sessions do not last that long.
      moveClock(0);
      expect(await state()).toMatchObject({ waiting: 0, failed: 1, reason: 'réponse 500' });
      await followMails(site.services);
      expect((await leadNow()).status).toBe('error');
      expect(await opened()).toMatchObject({
        delivery: { status: 'failed', attempts: 10, reason: 'réponse 500' },
      });
      const { id } = await leadNow();
      const again = (cookie: string) =>
        site.call('POST', `/api/agence/leads/${id}/redeliver`, { body: {}, cookie });
      expect((await again(other.cookie)).status).toBe(404);
      expect((await again(own.cookie)).json.data).toMatchObject({
        status: 'processing',
        delivery: { status: 'pending' },
      });
      await deliver();
      await followMails(site.services);
      expect(await opened()).toMatchObject({ status: 'new', delivery: { status: 'delivered' } });
      expect(new Set(crm.received.map(({ body }) => body)).size).toBe(1);
    } finally {
      await sql`update agency set email = 'port@essai.test' where id = ${own.agency.id}`.execute(site.db);
    }
  });

  it('waits as long as its software asks, and hears of one lead in its order', async () => {
    await asked();
    crm.answer({ status: 503, headers: { 'retry-after': '7200' } });
    await deliver();
    await followMails(site.services);
    await carryMails(site.services, never);
    await followMails(site.services);
    await edit({ status: 'contacted' });
    moveClock(HOUR_MS);
    await deliver();
    expect(crm.received).toHaveLength(1);
    moveClock(2.1 * HOUR_MS);
    await deliver();
    expect(crm.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      'lead.created',
      'lead.created',
      'lead.updated',
    ]);
  });

  it('is told once by two processes at the same time', async () => {
    await asked();
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(crm.received).toHaveLength(1);
  });

  it('that does not answer is asked one thing at a time, and keeps nothing from another', async () => {
    const its = await software();
    await set(its.url, other.cookie);
    crm.hush(true);
    const ids = await site.db.transaction().execute(async (tx) => {
      const given = [listingId, listingId, listingId].map((id) => askedBy(id));
      // One transaction has one connection.
      for (const lead of given) await receiveLead(tx, lead, { now: new Date() });
      return tx.selectFrom('lead').select('id').execute();
    });
    expect(ids).toHaveLength(3);
    const { outcomes } = await receiveListings(site.db, other.agency.id, [cleared(flat('P2'))]);
    const stop = new AbortController();
    const telling = deliverLeads(site.services, stop.signal);
    await expect.poll(() => crm.received.length).toBe(1);
    await site.db
      .transaction()
      .execute((tx) => receiveLead(tx, askedBy(outcomes.get('P2')!.id), { now: new Date() }));
    await expect.poll(() => its.received.length).toBe(1);
    expect(crm.together()).toBe(1);
    stop.abort();
    crm.hangUp();
    await telling;
  });

  it('hears of a change that was made while it was about to be told', async () => {
    await asked();
    const { id } = await leadNow();
    const change = await site.db.startTransaction().execute();
    await updateLead(change, id, { assignedTo: 'Lucie' });
    await deliver();
    await change.commit().execute();
    await deliver();
    expect(JSON.parse(crm.received.at(-1)!.body).data.assignedTo).toBe('Lucie');
  });

  it('of one agency that fails keeps nothing from another', async () => {
    const its = await software();
    await set(its.url, other.cookie);
    await asked();
    crm.answer({ status: 500 });
    await deliver();
    expect(its.received).toEqual([]);
    expect(await state(other.cookie)).toMatchObject({ waiting: 0, failed: 0, reason: null });
    expect(await state()).toMatchObject({ waiting: 1, reason: 'réponse 500' });
    expect((await ask('retry', other.cookie)).json.data.webhook.waiting).toBe(0);
  });
});

describe('where it goes', () => {
  it.each([
    'http://logiciel.exemple.fr/vigie',
    'https://logiciel.exemple.fr:8443/vigie',
    'https://moi:secret@logiciel.exemple.fr/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'ftp://logiciel.exemple.fr/',
    'javascript:alert(1)',
    'logiciel',
    '',
  ])('refuses %j', async (url) => {
    const { status, json } = await set(url);
    expect([status, json.code]).toEqual([422, 'WEBHOOK_ADDRESS']);
    expect((await state()).url).toBe(crm.url);
  });

  it('follows no redirection, and says so', async () => {
    const inside = await software();
    crm.answer({ status: 302, headers: { location: inside.url } });
    const { json } = await ask('test');
    expect(json.data).toEqual({ arrived: false, reason: 'réponse 302, redirection non suivie' });
    expect(inside.received).toEqual([]);
  });

  it('never reaches a private address that a name leads to', async () => {
    await sql`update lead_webhook set url = 'https://localhost.localdomain/'`.execute(site.db);
    const { json } = await ask('test');
    expect(json.data.arrived).toBe(false);
    await sql`update lead_webhook set url = 'http://127.0.0.2/'`.execute(site.db);
    expect((await ask('test')).json.data).toEqual({ arrived: false, reason: 'adresse refusée' });
  });

  it('a test arrives, signed, and is no lead', async () => {
    expect((await ask('test')).json.data).toEqual({ arrived: true, reason: null });
    expect(JSON.parse(crm.received[0]!.body)).toMatchObject({ type: 'webhook.test', data: {} });
    expect(crm.received[0]!.headers['webhook-signature']).toBe(signatureOf(crm.received[0]!));
    expect((await ask('test', other.cookie)).json.code).toBe('WEBHOOK_UNKNOWN');
  });

  it('says its secret once; a new one signs from then on', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await set(crm.url);
    expect(again.json.data.secret).toBeNull();
    expect(JSON.stringify(await state())).not.toContain(secret.slice(6));
    const kept = JSON.stringify(await site.db.selectFrom('leadWebhook').selectAll().execute());
    expect(kept).not.toContain(secret.slice(6));
    const renewed = (await ask('secret')).json.data.secret;
    expect(renewed).not.toBe(secret);
    await ask('test');
    const sent = crm.received.at(-1)!;
    expect(sent.headers['webhook-signature']).toBe(signatureOf(sent, renewed));
    expect(sent.headers['webhook-signature']).not.toBe(signatureOf(sent));
  });

  it('unlinked, tells nobody; a lead that only it was to bring is in the inbox', async () => {
    await sql`update agency set email = null where id = ${own.agency.id}`.execute(site.db);
    try {
      await asked();
      expect((await leadNow()).status).toBe('processing');
      const { json } = await site.call('DELETE', '/api/agence/webhook', { cookie: own.cookie });
      expect(json.data.webhook).toBeNull();
      await followMails(site.services);
      expect((await leadNow()).status).toBe('new');
      await deliver();
      expect(crm.received).toEqual([]);
    } finally {
      await sql`update agency set email = 'port@essai.test' where id = ${own.agency.id}`.execute(site.db);
    }
  });

  it('unlinked while a request arrives, leaves it in the inbox too', async () => {
    const arriving = await site.db.startTransaction().execute();
    await receiveLead(arriving, askedBy(listingId), { now: new Date() });
    const unlinked = site.call('DELETE', '/api/agence/webhook', { cookie: own.cookie });
    // It waits for the request, or has not seen it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await arriving.commit().execute();
    expect((await unlinked).status).toBe(200);
    await followMails(site.services);
    expect((await leadNow()).status).toBe('new');
  });

  it('is sent nothing that it would not believe once the site has another key, before it has a new secret', async () => {
    const env = { ...site.services.env, secret: 'un autre secret, de trente-deux caractères' };
    const moved = { ...site.services, env };
    await asked();
    await deliverLeads(moved, never);
    expect(crm.received).toEqual([]);
    const agencyId = asAgencyId(own.agency.id);
    expect(await webhookOf(moved, agencyId)).toMatchObject({
      stale: true,
      waiting: 1,
      reason: 'secret à remplacer',
    });
    expect(await testWebhook(moved, agencyId)).toEqual({ arrived: false, reason: 'secret à remplacer' });
    expect((await state()).stale).toBe(false);

    const renewed = await renewSecret(moved, agencyId);
    expect(renewed.webhook.stale).toBe(false);
    moveClock(HOUR_MS);
    await deliverLeads(moved, never);
    const [only, ...others] = crm.received;
    expect([only!.headers['webhook-signature'], others]).toEqual([signatureOf(only!, renewed.secret), []]);
    // The key of before knows as much.
    expect((await state()).stale).toBe(true);
  });
});
