import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import { usualSettings } from '#rooms/notifications/contract.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, receiveListings } from '../../../tests/kit/law.ts';
import { followMails, forgetLeads } from './contact.server.ts';
import { sendLeadCall } from './contact.ts';
import { leadHistory, listLeads } from './leads.server.ts';
import { consentSentences } from './requests.ts';

let site: TestApp;
const listings: number[] = [];
const DAY_MS = 86_400_000;

beforeAll(async () => {
  site = await testApp({ PUBLIC_URL: 'https://vigie.example', TRUST_PROXY: '127.0.0.1' });
  for (let rank = 0; rank < 6; rank += 1) {
    // The last one gave no address.
    const email = rank < 5 ? { email: `contact@agence-${rank}.test` } : {};
    const agency = await lawfulAgency(site.db, `agence-${rank}`, { name: `Agence ${rank}`, ...email });
    const { outcomes } = await receiveListings(site.db, agency.id, [
      cleared(flat(`A${rank}`)),
      cleared(flat(`B${rank}`)),
    ]);
    listings.push(outcomes.get(`A${rank}`)!.id, outcomes.get(`B${rank}`)!.id);
  }
});
beforeEach(async () => {
  await sql`truncate lead, lead_attempt, mail_outbox cascade`.execute(site.db);
});
afterEach(() => moveClock(0));

const adele = {
  firstName: ' Adèle ',
  lastName: ' Fontanel',
  email: ' Adele@Exemple.TEST ',
  phone: '06.39-98 00 01',
  message: '  Bonjour, je souhaite visiter cet appartement samedi.  ',
  civility: 'Mme',
  optInVigieAlerts: false,
  optInPartnerOffers: false,
};

/** `ip`: of whoever sends it. */
const send = (
  said: object = {},
  listing = listings[0],
  { ip = '127.0.0.1', ...options }: { cookie?: string; ip?: string } = {},
) =>
  site.call('POST', `/api/listings/${listing}/leads`, {
    body: { ...adele, ...said },
    headers: { 'x-forwarded-for': ip },
    ...options,
  });
const leads = () => listLeads(site.db);
async function mails() {
  const { rows } = await sql<{
    key: string;
    to: string;
    replyTo: string | null;
    subject: string;
    html: string;
    text: string;
    headers: Record<string, string>;
  }>`select dedupe_key as key, recipient as to, reply_to, subject, html, text, headers from mail_outbox order by id`.execute(
    site.db,
  );
  return rows.map((row) => ({ ...row, text: row.text.replaceAll('\u00a0', ' ') }));
}

describe('POST /listings/{id}/leads', () => {
  it('has the body of the specification', () => {
    expect(`${sendLeadCall.method} ${sendLeadCall.path}`).toBe('POST /listings/:id/leads');
    expect(sendLeadCall.tier).toBe('sensitive');
  });

  it('keeps what was said, sanitised, and mails both', async () => {
    const { status, json } = await send({ request: 'visit' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      message: 'Votre demande est envoyée.',
      data: { state: 'sent', receipt: true, delivery: 'mail' },
    });
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      listingId: listings[0],
      agency: 'agence-0',
      source: 'listing_form',
      request: 'visit',
      status: 'processing',
      civility: 'Mme',
      firstName: 'Adèle',
      lastName: 'Fontanel',
      email: 'adele@exemple.test',
      phone: '+33639980001',
      message: 'Bonjour, je souhaite visiter cet appartement samedi.',
    });
    const [agency, receipt] = await mails();
    expect(agency).toMatchObject({
      to: 'contact@agence-0.test',
      replyTo: expect.stringMatching(/^reponse\+[a-z2-7]{26}@vigie\.localhost$/),
    });
    expect(agency!.subject).toBe('Demande de visite\u00a0: Adèle Fontanel, référence A0');
    for (const part of [agency!.text, agency!.html.replaceAll('\u00a0', ' ')])
      for (const words of [
        'Mme Adèle Fontanel',
        '06 39 98 00 01',
        'visiter cet appartement samedi',
        'A0',
        '250 000,00 €',
      ])
        expect(part).toContain(words);
    expect(receipt).toMatchObject({
      to: 'adele@exemple.test',
      replyTo: expect.stringMatching(/^reponse\+[a-z2-7]{26}@vigie\.localhost$/),
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    expect(receipt!.replyTo).not.toBe(agency!.replyTo);
    expect(receipt!.text).toContain('Répondez à ce courriel, Agence 0 le lira.');
    expect(receipt!.text).toContain('visiter cet appartement samedi');
    // Nobody proved that the address is the sender's: no name in it.
    expect(receipt!.text).not.toContain('Fontanel');
  });

  it('takes the four fields that are required alone', async () => {
    const { firstName, lastName, email, phone } = adele;
    const { status } = await site.call('POST', `/api/listings/${listings[0]}/leads`, {
      body: { firstName, lastName, email, phone },
    });
    expect(status).toBe(200);
    expect((await leads())[0]).toMatchObject({ message: null, request: 'information', civility: null });
  });

  it.each<[string, object, string, string]>([
    [
      'nothing',
      { firstName: '', lastName: ' ', email: '', phone: '' },
      'firstName',
      'Champs requis manquants: firstName, lastName, email, phone',
    ],
    ['no phone', { phone: null }, 'phone', 'Champs requis manquants: phone'],
    ['a bad e-mail', { email: 'adele@' }, 'email', "Format d'email invalide"],
    ['a bad phone', { phone: '06 12' }, 'phone', 'Format de téléphone invalide'],
    ['a phone in letters', { phone: 'zéro six' }, 'phone', 'Format de téléphone invalide'],
    [
      'a short message',
      { message: 'Bonjour' },
      'message',
      'Le message doit contenir entre 10 et 1000 caractères',
    ],
    [
      'a long message',
      { message: 'a'.repeat(1001) },
      'message',
      'Le message doit contenir entre 10 et 1000 caractères',
    ],
    ['a short name', { lastName: 'F' }, 'lastName', 'Le nom doit contenir entre 2 et 50 caractères'],
  ])('refuses %s in the words of the specification', async (_, said, field, message) => {
    const { status, json } = await send(said);
    expect(status).toBe(400);
    expect(json).toMatchObject({ success: false, message, code: 'VALIDATION_ERROR' });
    expect(json.details.fields).toContainEqual({ field, message });
    expect(await leads()).toEqual([]);
  });

  it.each([['0'], ['abc'], ['999999'], ['1.5']])('knows no listing %s', async (id) => {
    const { status, json } = await site.call('POST', `/api/listings/${id}/leads`, { body: adele });
    expect([status, json.code]).toEqual([404, 'LEAD_LISTING_UNKNOWN']);
  });

  it('keeps each consent that was given with its sentence and its hour, and none that was not', async () => {
    await send({ optInPartnerOffers: true });
    await send({ optInVigieAlerts: true, optInPartnerOffers: true }, listings[2]);
    await send({}, listings[4]);
    const { rows } = await sql<object>`
      select listing_id, purpose, sentence, lead_consent.source, lead_consent.at = lead.created_at as at_once
      from lead_consent join lead on lead.id = lead_id order by listing_id, purpose`.execute(site.db);
    const proof = (listingId: number | undefined, purpose: keyof typeof consentSentences) => ({
      listingId,
      purpose,
      sentence: consentSentences[purpose],
      source: 'listing_form',
      atOnce: true,
    });
    expect(rows).toEqual([
      proof(listings[0], 'partner_offers'),
      proof(listings[2], 'partner_offers'),
      proof(listings[2], 'vigie_alerts'),
    ]);
  });

  it('makes one lead of the same person and listing within a day, even at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send()));
    expect(answers.map(({ json }) => json.data.state as string)).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(await leads()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
    // Another listing, or the next day, is another question.
    expect((await send({}, listings[1])).json.data.state).toBe('sent');
    moveClock(DAY_MS + 60_000);
    expect((await send()).json.data.state).toBe('sent');
  });

  it('sends what differs, and tells nobody who only types an address what its reader wrote', async () => {
    const told = async (said: object) => {
      const { status, json } = await send(said);
      return { status, ...json, data: { ...json.data, sentAt: '' } };
    };
    const message = 'Bonjour, ce bien est-il encore libre ?';
    const first = await told({ message, email: 'autre@exemple.test' });
    await send();
    const ofAdele = async () =>
      (await leads()).filter(({ email }) => email === 'adele@exemple.test').map((lead) => lead.message);
    // By somebody else, who knows the address only: word for word the answer of a first request, whatever she wrote.
    expect(await told({ message })).toEqual(first);
    expect(await told({})).toEqual(first);
    expect(await ofAdele()).toEqual([message, 'Bonjour, je souhaite visiter cet appartement samedi.']);
    // Nor does it stand in the way of what she writes herself, with her own telephone.
    const cookie = await site.loginAs('adele@exemple.test');
    await send({ phone: '06 39 98 00 99', message }, listings[0], { cookie });
    expect((await ofAdele()).length).toBe(3);
    const toAgency = (await mails()).filter(({ to }) => to === 'contact@agence-0.test');
    expect(toAgency).toHaveLength(4);
    const toAdele = (await mails()).filter(({ to }) => to === 'adele@exemple.test');
    expect(toAdele).toHaveLength(3);
    expect(toAdele.filter(({ text }) => text.includes('transmis'))).toEqual([]);
  });

  it('tells whoever is signed in with the address, or sent it from their account', async () => {
    const cookie = await site.loginAs('proven@essai.test');
    const already = {
      message: 'Votre demande est déjà partie\u00a0: l’agence ne la reçoit qu’une fois.',
      data: { state: 'already', sentAt: expect.any(String) as string, receipt: false },
    };
    await send({ email: 'proven@essai.test' });
    expect((await send({ email: 'proven@essai.test' }, listings[0], { cookie })).json).toMatchObject(already);
    await send({ email: 'tapee@essai.test' }, listings[0], { cookie });
    expect((await send({ email: 'tapee@essai.test' }, listings[0], { cookie })).json).toMatchObject(already);
  });

  it('keeps it for the inbox of an agency that gave no address', async () => {
    const { json } = await send({}, listings[10]);
    expect(json.data).toMatchObject({ state: 'sent', delivery: 'inbox' });
    const [lead] = await leads();
    expect(lead!.status).toBe('new');
    expect((await leadHistory(site.db, lead!.id)).at(-1)!.text).toContain('dans sa boîte');
    expect((await mails()).map(({ to }) => to)).toEqual(['adele@exemple.test']);
  });

  it('says that a mail goes to an agency that has its login alone, and none to one that chose so', async () => {
    const space = await joined(site, 'Agence du Login', 'login@essai.test');
    const body = { ...usualSettings, recipients: ['login'] };
    const choose = (settings: object) =>
      site.call('PUT', '/api/agence/notification-settings', { body: settings, cookie: space.cookie });
    await choose(body);
    await site.db.updateTable('agency').set({ email: null }).where('id', '=', space.agency.id).execute();
    const { outcomes } = await receiveListings(site.db, space.agency.id, [cleared(flat('L1'))]);
    const listing = outcomes.get('L1')!.id;
    expect((await send({}, listing)).json.data.delivery).toBe('mail');
    expect((await mails()).map(({ to }) => to).slice(-2)).toEqual(['login@essai.test', 'adele@exemple.test']);
    await choose({ ...body, channels: { ...body.channels, newLead: 'none' } });
    expect((await send({ email: 'autre@exemple.test' }, listing)).json.data.delivery).toBe('inbox');
    const [lead] = await leads();
    expect((await leadHistory(site.db, lead!.id)).at(-1)!.text).toContain('l’agence l’a choisi');
  });

  it('knows who was signed in, and repeats more to an address that is theirs', async () => {
    const cookie = await site.loginAs('camille@essai.test');
    const message = `Bonjour, ${'une longue question, '.repeat(30)}merci.`;
    await send({ email: 'camille@essai.test', message }, listings[0], { cookie });
    const { rows } = await sql<{ email: string }>`
      select account.email from lead join account on account.id = account_id`.execute(site.db);
    expect(rows).toEqual([{ email: 'camille@essai.test' }]);
    expect((await mails()).at(-1)!.text).toContain(message);
  });
});

const usual = 'Bonjour, je souhaite visiter ce bien.';
/** Of person `rank`, from a network of theirs. */
const from = (rank: number, listing: number | undefined, said: object = {}, ip = `203.0.113.${rank}`) =>
  send({ email: `personne-${rank}@exemple.test`, message: usual, ...said }, listing, { ip });
const mailed = async (to: string) => (await mails()).filter((mail) => mail.to === to);

describe('the usual sentence', () => {
  it('of eight people to eight agencies arrives eight times, mailed to both', async () => {
    const agencies = await Promise.all(
      Array.from({ length: 8 }, async (_, rank) => {
        const agency = await lawfulAgency(site.db, `usuelle-${rank}`, {
          email: `contact@usuelle-${rank}.test`,
        });
        const { outcomes } = await receiveListings(site.db, agency.id, [cleared(flat(`U${rank}`))]);
        return outcomes.get(`U${rank}`)!.id;
      }),
    );
    for (const [rank, listing] of agencies.entries()) {
      const { json } = await from(rank, listing, { elapsed: 60_000 });
      expect([rank, json.message, json.data]).toEqual([
        rank,
        'Votre demande est envoyée.',
        { state: 'sent', sentAt: expect.any(String), receipt: true, delivery: 'mail', marked: false },
      ]);
      const [told, ...more] = await mailed(`contact@usuelle-${rank}.test`);
      expect(more).toEqual([]);
      expect(told!.text).toContain(usual);
      expect(told!.text).not.toMatch(/À vérifier|Indésirable/);
      expect(await mailed(`personne-${rank}@exemple.test`)).toHaveLength(1);
    }
    expect(new Set((await leads()).map(({ status }) => status))).toEqual(new Set(['processing']));
  });

  it('used up by false senders of one network is nobody else’s to lose', async () => {
    for (const rank of [1, 2, 3]) await from(rank, listings[2 * rank], {}, '198.51.100.7');
    const { json } = await from(9, listings[0]);
    expect(json.data).toMatchObject({ state: 'sent', receipt: true, marked: false });
    expect(await mailed('contact@agence-0.test')).toHaveLength(1);
    expect(await mailed('personne-9@exemple.test')).toHaveLength(1);
    // Theirs arrived too, the third one marked.
    expect((await leads()).map(({ status, suspicion }) => [status, suspicion])).toEqual([
      ['processing', null],
      ['processing', 'même message sous plusieurs adresses'],
      ['processing', null],
      ['processing', null],
    ]);
  });

  it('of one network to ten agencies is held, which its sender and the agency are told', async () => {
    const many: number[] = [];
    for (let rank = 0; rank < 11; rank += 1) {
      const agency = await lawfulAgency(site.db, `tenue-${rank}`, { email: `contact@tenue-${rank}.test` });
      const { outcomes } = await receiveListings(site.db, agency.id, [cleared(flat(`T${rank}`))]);
      many.push(outcomes.get(`T${rank}`)!.id);
    }
    for (const listing of many.slice(0, 9))
      expect((await from(1, listing)).json.data).toMatchObject({ state: 'sent', marked: false });
    const { status, json } = await from(1, many[9]);
    expect([status, json.data]).toEqual([
      200,
      { state: 'held', sentAt: expect.any(String), receipt: false, delivery: 'inbox', marked: true },
    ]);
    expect(json.message).toContain('sans courriel');
    expect(await mailed('contact@tenue-9.test')).toEqual([]);
    expect((await leads())[0]).toMatchObject({
      status: 'disqualified',
      disqualifiedBecause: 'spam',
      suspicion: 'même message à de nombreuses agences',
    });
    // Somebody else, with the same words and even the same address, is heard.
    expect((await from(1, many[9], {}, '203.0.113.200')).json.data).toMatchObject({
      state: 'sent',
      marked: false,
    });
    const [told] = await mailed('contact@tenue-9.test');
    expect(told!.text).toContain('1 demande attend sous « Indésirable »');
    // Nor is somebody held who is signed in with an address of theirs.
    const cookie = await site.loginAs('prouvee@essai.test');
    // Those of the demonstration are for this machine alone.
    await site.db.updateTable('account').set({ demo: false }).execute();
    const own = await send({ email: 'prouvee@essai.test', message: usual }, many[10], {
      cookie,
      ip: '203.0.113.1',
    });
    expect(own.json.data).toMatchObject({ state: 'sent', receipt: true });
  });
});

describe('what looks sent by a program', () => {
  it('arrives marked, and its sender is told', async () => {
    const { json } = await send({ email: 'x@spam.test', website: 'https://spam.test', elapsed: 10 });
    expect(json.data).toMatchObject({ state: 'sent', receipt: true, delivery: 'mail', marked: true });
    const signs = 'champ caché rempli, envoyé aussitôt la page ouverte';
    const [lead] = await leads();
    expect(lead).toMatchObject({ status: 'processing', disqualifiedBecause: null, suspicion: signs });
    const [agency, receipt] = await mails();
    expect([agency!.to, receipt!.to]).toEqual(['contact@agence-0.test', 'x@spam.test']);
    for (const part of [agency!.text, agency!.html.replaceAll('\u00a0', ' ')]) {
      expect(part).toContain('À vérifier');
      expect(part).toContain(signs);
    }
    expect(receipt!.text).not.toContain('À vérifier');
  });

  it('is held once one network sends it to five agencies', async () => {
    const states: unknown[] = [];
    for (const listing of [0, 2, 4, 6, 8])
      states.push(
        (await send({ website: 'x', message: `Texte numéro ${listing}, à lire.` }, listings[listing])).json
          .data.state,
      );
    expect(states).toEqual(['sent', 'sent', 'sent', 'sent', 'held']);
  });

  it('written with somebody’s address takes nothing from them', async () => {
    for (let turn = 0; turn < 25; turn += 1)
      await send({ website: 'x', message: `Question numéro ${turn} sur ce bien.` }, listings[turn % 10], {
        ip: `198.51.100.${turn % 5}`,
      });
    const own = await send({}, listings[0], { ip: '203.0.113.50' });
    // Of receipts so many a day go to an address, whoever typed it: the answer promises none.
    expect([own.status, own.json.data]).toEqual([
      200,
      { state: 'sent', sentAt: expect.any(String), receipt: false, delivery: 'mail', marked: false },
    ]);
  });

  it('sends so many receipts a day to one address, then leads without, then no more', async () => {
    const states: unknown[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const { json } = await send({ message: `Question numéro ${turn} sur ce bien.` }, listings[turn]);
      states.push(json.data.receipt);
    }
    expect(states).toEqual([...Array(5).fill(true), ...Array(7).fill(false)]);
    expect((await mails()).filter(({ to }) => to === 'adele@exemple.test')).toHaveLength(5);
    for (let turn = 0; turn < 8; turn += 1) await send({}, listings[0]);
    const { status, json } = await send({}, listings[0]);
    expect(status).toBe(429);
    expect(json).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      details: { title: 'Limite de requêtes atteinte', endpoint: `/api/listings/${listings[0]}/leads` },
    });
    // Another person is not stopped; nor this one, the next day.
    expect((await send({ email: 'autre@exemple.test' })).status).toBe(200);
    moveClock(DAY_MS + 60_000);
    expect((await send()).status).toBe(200);
  });

  it('counts by keyed hashes that are forgotten after a day', async () => {
    await send();
    const { rows } = await sql<{ text: string }>`select lead_attempt::text as text from lead_attempt`.execute(
      site.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).not.toMatch(/adele|127\.0\.0\.1/);
    moveClock(DAY_MS + 60_000);
    await forgetLeads(site.db);
    expect((await sql`select from lead_attempt`.execute(site.db)).rows).toEqual([]);
    expect(await leads()).toHaveLength(1);
  });

  it('writes nothing into the headers or the shape of a mail', async () => {
    await send({
      firstName: 'Adèle\r\nBcc: victime@exemple.test',
      lastName: 'Fon\u202etanel',
      message: 'Un <b>gras</b> & une "citation" à lire ici.',
    });
    await send(
      { firstName: 'Bcc: tous', lastName: 'Martin\n\n', message: '1 < 2 & 3 > 2, n’est-ce pas ?' },
      listings[2],
    );
    const written = await mails();
    for (const { subject, headers } of written) {
      expect(subject).not.toMatch(/[\r\n\u202e]/);
      expect(Object.keys(headers)).not.toContain('Bcc');
    }
    const agency = written.find(({ to }) => to === 'contact@agence-1.test')!;
    expect(agency.subject).toContain('Bcc: tous Martin');
    expect(agency.html).toContain('1 &lt; 2 &amp; 3 &gt; 2');
  });
});

describe('the mail to the agency', () => {
  const { signal } = new AbortController();

  it('makes the lead new once it has left', async () => {
    await send();
    await followMails(site.services);
    expect((await leads())[0]!.status).toBe('processing');
    await carryMails(site.services, signal);
    await followMails(site.services);
    const [lead] = await leads();
    expect(lead!.status).toBe('new');
    expect((await leadHistory(site.db, lead!.id)).map(({ toStatus }) => toStatus)).toEqual([
      'processing',
      'new',
    ]);
    expect(await followMails(site.services)).toBe(false);
  });

  it.each(['failed', 'suppressed'])('makes it an error when it is %s for good', async (status) => {
    await send();
    await sql`update mail_outbox set status = ${status} where dedupe_key like '%:agency'`.execute(site.db);
    await followMails(site.services);
    const [lead] = await leads();
    expect(lead!.status).toBe('error');
    expect((await leadHistory(site.db, lead!.id)).at(-1)!.text).toContain('Courriel à l’agence');
  });

  it('is not written when the lead is not kept', async () => {
    await sql`alter table lead_consent add constraint none check (purpose <> 'vigie_alerts')`.execute(
      site.db,
    );
    try {
      expect((await send({ optInVigieAlerts: true })).status).toBe(500);
    } finally {
      await sql`alter table lead_consent drop constraint none`.execute(site.db);
    }
    expect(await leads()).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});

it('leads are kept three years after the last contact, not a day more', async () => {
  await send();
  moveClock(3 * 365 * DAY_MS);
  await forgetLeads(site.db);
  expect(await leads()).toHaveLength(1);
  moveClock(3 * 365 * DAY_MS + 3 * DAY_MS);
  await forgetLeads(site.db);
  expect(await leads()).toEqual([]);
});
