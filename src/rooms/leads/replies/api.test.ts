import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { joined } from '../../../../tests/kit/agencies.ts';
import { flat } from '../../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../../tests/kit/app.ts';
import { cleared } from '../../../../tests/kit/law.ts';
import { twoAgencies } from '../../../../tests/kit/leads.ts';
import { parisDay } from '../../../contract/day.ts';
import { clock, moveClock } from '../../../platform/clock.server.ts';
import { applyListings } from '../../listings/rules.server.ts';
import { carryMails, suppress } from '../../mail/rules.server.ts';
import { usualSettings } from '../../notifications/contract.ts';
import { followMails } from '../contact/rules.server.ts';
import type { LeadStatus } from '../contract.ts';

const SECRET = 'le secret du prestataire qui porte nos courriels';
const PERSON = 'adele@exemple.test';
const AGENCY = 'port@essai.test';
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
let listingId = 0;

beforeAll(async () => {
  site = await testApp({
    PUBLIC_URL: 'https://vigie.example',
    MAIL_FROM: 'Vigie <alertes@vigie.example>',
    MAIL_WEBHOOK_SECRET: SECRET,
  });
  ({ own, other, listingId } = await twoAgencies(site));
});
beforeEach(async () => {
  await sql`truncate lead, mail_outbox, mail_event, lead_attempt cascade`.execute(site.db);
});
afterEach(() => moveClock(0));

const mailsTo = (recipient: string) =>
  site.db
    .selectFrom('mailOutbox')
    .select(['subject', 'replyTo', 'html', 'text', 'headers', 'messageKey', 'status', 'recipient'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
const lastTo = async (recipient: string) => (await mailsTo(recipient)).at(-1)!;
const leadNow = () => site.db.selectFrom('lead').selectAll().executeTakeFirstOrThrow();
const opened = async () =>
  (await site.call('GET', `/api/agence/leads/${(await leadNow()).id}`, { cookie: own.cookie })).json.data;
const events = async () => (await opened()).events as { kind: string; text: string; letter: unknown }[];

/** A request of Adèle’s, mailed to the agency; gives the address that answers it. */
async function asked(): Promise<string> {
  const { status } = await site.call('POST', `/api/listings/${listingId}/leads`, {
    body: {
      firstName: 'Adèle',
      lastName: 'Fontanel',
      email: PERSON,
      phone: '06 39 98 00 01',
      message: 'Bonjour, je souhaite visiter ce bien samedi.',
    },
  });
  expect(status).toBe(200);
  await carryMails(site.services, never);
  await followMails(site.services);
  return (await lastTo(AGENCY)).replyTo!;
}

/** Adèle’s address, once the agency has answered by mail. */
async function answered(): Promise<{ agency: string; person: string }> {
  const agency = await asked();
  expect((await hand(letter({ from: AGENCY, to: agency }))).status).toBe(200);
  return { agency, person: (await lastTo(PERSON)).replyTo! };
}

let count = 0;
interface Sent {
  from?: string;
  to: string;
  text?: string;
  headers?: string[];
  id?: string | null;
}
/** A mail as it travels. */
function letter({ from = PERSON, to, text = 'Samedi à 10 h ?', headers = [], id }: Sent): string {
  count += 1;
  const typed = headers.some((line) => /^content-type/i.test(line));
  return [
    `From: Quelqu’un <${from}>`,
    `To: <${to}>`,
    'Subject: Re: votre demande',
    ...(id === null ? [] : [`Message-ID: <${id ?? `essai-${count}`}@messagerie.test>`]),
    'Date: Mon, 23 Nov 2026 10:04:00 +0100',
    'MIME-Version: 1.0',
    ...(typed ? [] : ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit']),
    ...headers,
    '',
    text,
    '',
  ].join('\r\n');
}

const signed = (body: string | Buffer, secret = SECRET, at = clock.now()) => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;
};
function hand(raw: string | Buffer, { signature = signed(raw) }: { signature?: string } = {}) {
  return site.call('POST', '/api/mail/inbound', {
    body: raw,
    headers: { 'content-type': 'message/rfc822', 'vigie-signature': signature },
  });
}
function handJson(given: object) {
  const body = JSON.stringify(given);
  return site.call('POST', '/api/mail/inbound', {
    body,
    headers: { 'content-type': 'application/json', 'vigie-signature': signed(body) },
  });
}

describe('a conversation by mail', () => {
  it('goes from one side to the other, without the address of either', async () => {
    const box = await asked();
    expect(box).toMatch(/^reponse\+[a-z2-7]{26}@vigie\.example$/);
    const { status, json } = await hand(letter({ from: AGENCY, to: box, text: 'Samedi à 10 h ?' }));
    expect([status, json.data]).toEqual([200, { taken: 1, known: 0, noted: 0, ignored: 0 }]);
    expect(await leadNow()).toMatchObject({ status: 'contacted', firstAnswerAt: expect.any(Date) });
    const toPerson = await lastTo(PERSON);
    expect(toPerson.subject).toBe('Agence du Port vous répond, référence P1');
    expect(toPerson.text).toContain('Samedi à 10 h ?');
    expect(toPerson.replyTo).toMatch(/^reponse\+[a-z2-7]{26}@vigie\.example$/);
    expect(toPerson.replyTo).not.toBe(box);
    expect(JSON.stringify(toPerson)).not.toContain(AGENCY);
    // The receipt is what this mail follows in the mailbox of the person.
    const [receipt] = await mailsTo(PERSON);
    expect(toPerson.headers).toMatchObject({ 'In-Reply-To': `<${receipt!.messageKey}@vigie.example>` });

    await hand(letter({ to: toPerson.replyTo!, text: 'Parfait, à samedi.', id: 'de-adele' }));
    const toAgency = await lastTo(AGENCY);
    expect(toAgency).toMatchObject({ subject: 'Adèle Fontanel vous répond, référence P1', replyTo: box });
    expect(toAgency.text).toContain('Parfait, à samedi.');
    expect(toAgency.html).not.toContain(PERSON);
    expect((await events()).slice(1)).toMatchObject([
      { kind: 'status', toStatus: 'new' },
      { kind: 'answer', text: 'Samedi à 10 h ?', byWhom: 'Agence du Port', letter: { elsewhere: false } },
      { kind: 'status', toStatus: 'contacted' },
      { kind: 'reply', text: 'Parfait, à samedi.', letter: { elsewhere: false, files: [] } },
    ]);
    expect(await opened()).toMatchObject({ awaited: true, excerpt: 'Parfait, à samedi.' });

    await hand(letter({ from: AGENCY, to: box, text: 'À samedi.' }));
    const third = await lastTo(PERSON);
    expect((third.headers as Record<string, string>)['In-Reply-To']).toBe('<de-adele@messagerie.test>');
    expect((third.headers as Record<string, string>).References!.split(' ')).toHaveLength(3);
    expect((await opened()).awaited).toBe(false);
    await carryMails(site.services, never);
    expect((await mailsTo(PERSON)).map((one) => one.status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('is held from both addresses of an agency that chose them, as one', async () => {
    const contact = 'accueil@essai.test';
    const give = (email: string) =>
      site.db.updateTable('agency').set({ email }).where('id', '=', own.agency.id).execute();
    await give(contact);
    const choose = (recipients: readonly string[]) =>
      site.call('PUT', '/api/agence/notification-settings', {
        body: { ...usualSettings, recipients },
        cookie: own.cookie,
      });
    expect((await choose(['contact', 'login'])).status).toBe(200);
    try {
      // One of both refuses it: it has arrived all the same.
      await suppress(site.db, contact, 'operator');
      const box = await asked();
      const first = await lastTo(contact);
      expect([first.replyTo, first.status, (await leadNow()).status]).toEqual([box, 'suppressed', 'new']);
      for (const from of [contact, AGENCY]) {
        // oxlint-disable-next-line no-await-in-loop
        expect((await hand(letter({ from, to: box, text: `De ${from}` }))).status).toBe(200);
      }
      const answers = (await events()).filter(({ kind }) => kind === 'answer');
      expect(answers).toMatchObject([{ letter: { elsewhere: false } }, { letter: { elsewhere: false } }]);
      const { replyTo } = await lastTo(PERSON);
      // oxlint-disable-next-line no-await-in-loop
      for (const _ of [1, 2])
        await hand(letter({ to: replyTo!, text: 'Merci à tous deux.', id: 'a-tous-deux' }));
      for (const address of [contact, AGENCY]) {
        // oxlint-disable-next-line no-await-in-loop
        const mails = (await mailsTo(address)).filter(({ text }) => text?.includes('Merci à tous deux.'));
        expect(mails).toMatchObject([{ replyTo: box }]);
      }
      // Erased, the person is in neither copy.
      const gone = await site.call('DELETE', '/api/profile', {
        body: { confirmation: 'SUPPRIMER', password: 'Motdepasse1' },
        cookie: await site.loginAs(PERSON),
      });
      expect(gone.status).toBe(200);
      for (const address of [contact, AGENCY]) {
        // oxlint-disable-next-line no-await-in-loop
        const kept = JSON.stringify(await mailsTo(address));
        for (const word of ['Adèle', 'Merci à tous deux', 'visiter ce bien'])
          expect(kept).not.toContain(word);
      }
    } finally {
      await give(AGENCY);
      await choose(['contact']);
    }
  });

  it('waits for the end of the quiet hours of its agency, and is in its inbox at once', async () => {
    const { person } = await answered();
    const put = (settings: object) =>
      site.call('PUT', '/api/agence/notification-settings', { body: settings, cookie: own.cookie });
    const hour = parisDay(clock.now()).hour;
    const quiet = { from: hour, until: (hour + 2) % 24 };
    expect((await put({ ...usualSettings, quiet })).status).toBe(200);
    try {
      expect((await hand(letter({ to: person, text: 'Parfait.' }))).json.data.taken).toBe(1);
      const { nextAt } = await site.db
        .selectFrom('mailOutbox')
        .select('nextAt')
        .where('recipient', '=', AGENCY)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(parisDay(nextAt).hour).toBe(quiet.until);
      expect((await events()).at(-1)).toMatchObject({ kind: 'reply', text: 'Parfait.' });
    } finally {
      await put(usualSettings);
    }
  });

  it('is read by the person among their requests', async () => {
    const { person } = await answered();
    await hand(letter({ to: person, text: 'Merci, c’est noté.' }));
    const cookie = await site.loginAs(PERSON);
    const { json } = await site.call('POST', '/api/profile/export', { body: {}, cookie });
    for (const words of ['Samedi à 10 h ?', 'Merci, c’est noté.'])
      expect(JSON.stringify(json)).toContain(words);
  });

  it('takes a mail once, handed over again, at once, or under JSON', async () => {
    const box = await asked();
    const raw = letter({ from: AGENCY, to: box });
    const all = await Promise.all([
      hand(raw),
      hand(raw),
      handJson({ raw }),
      handJson({ raw: btoa(unescape(encodeURIComponent(raw))), encoding: 'base64' }),
    ]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sum = (name: string) => all.reduce((total, { json }) => total + json.data[name], 0);
    expect([sum('taken'), sum('known')]).toEqual([1, 3]);
    expect(await mailsTo(PERSON)).toHaveLength(2);
    // Without a name of its own, its bytes tell it.
    const nameless = letter({ from: AGENCY, to: box, text: 'Et lundi ?', id: null });
    expect([(await hand(nameless)).json.data.taken, (await hand(nameless)).json.data.taken]).toEqual([1, 0]);
  });

  it('finds its address in the envelope when the headers hide it', async () => {
    const box = await asked();
    const raw = letter({ from: AGENCY, to: 'liste@ailleurs.test' });
    expect((await hand(raw)).status).toBe(404);
    const { json } = await handJson({ raw, recipients: [box.toUpperCase()] });
    expect(json.data.taken).toBe(1);
  });

  test.each<[LeadStatus, LeadStatus]>([
    ['processing', 'contacted'],
    ['error', 'contacted'],
    ['new', 'contacted'],
    ['unreachable', 'contacted'],
    ['contacted', 'contacted'],
    ['qualified', 'qualified'],
    ['disqualified', 'contacted'],
  ])('an answer of the agency to a lead that is %s makes it %s', async (before, after) => {
    const box = await asked();
    await sql`update lead set status = ${before}, disqualified_because = ${before === 'disqualified' ? 'duplicate' : null}`.execute(
      site.db,
    );
    expect((await hand(letter({ from: AGENCY, to: box }))).json.data.taken).toBe(1);
    expect(await leadNow()).toMatchObject({ status: after, closedAt: null });
    expect((await mailsTo(PERSON)).at(-1)!.text).toContain('Samedi à 10 h ?');
    await followMails(site.services);
    expect((await leadNow()).status).toBe(after);
  });

  it('what a person adds to a closed request is kept and forwarded; it stays closed', async () => {
    const { person } = await answered();
    await sql`update lead set status = 'disqualified', disqualified_because = 'unavailable', closed_at = now()`.execute(
      site.db,
    );
    expect((await hand(letter({ to: person, text: 'En avez-vous d’autres ?' }))).json.data.taken).toBe(1);
    expect((await lastTo(AGENCY)).text).toContain('En avez-vous d’autres ?');
    expect((await leadNow()).status).toBe('disqualified');
    // Of spam, the agency reads it in its inbox only.
    await sql`update lead set disqualified_because = 'spam'`.execute(site.db);
    const before = (await mailsTo(AGENCY)).length;
    expect((await hand(letter({ to: person, text: 'Achetez ceci' }))).json.data.taken).toBe(1);
    expect(await mailsTo(AGENCY)).toHaveLength(before);
  });
});

describe('what is not believed', () => {
  it('a forged token opens nothing, whoever signs the call; nor does one that went with its person', async () => {
    const { agency, person } = await answered();
    const forged = agency.replace(/\+[a-z2-7]{26}/, `+${'a'.repeat(26)}`);
    const { status, json } = await hand(letter({ from: AGENCY, to: forged }));
    expect([status, json.code]).toEqual([404, 'MAIL_BOX_UNKNOWN']);
    expect((await hand(letter({ to: 'reponse@vigie.example' }))).status).toBe(404);
    const cookie = await site.loginAs(PERSON);
    const gone = await site.call('DELETE', '/api/profile', {
      body: { confirmation: 'SUPPRIMER', password: 'Motdepasse1' },
      cookie,
    });
    expect(gone.status).toBe(200);
    for (const to of [agency, person]) expect((await hand(letter({ to }))).status).toBe(404);
    const kept = JSON.stringify(
      await site.db.selectFrom('mailOutbox').selectAll().where('dedupeKey', 'like', 'lead:%').execute(),
    );
    for (const word of ['Adèle', 'visiter ce bien samedi', PERSON]) expect(kept).not.toContain(word);
    expect(await site.db.selectFrom('leadLetter').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['another secret', (raw: string) => signed(raw, 'un autre secret')],
    ['nothing', () => ''],
    ['a while ago', (raw: string) => signed(raw, SECRET, new Date(Date.now() - 360_000))],
    ['another mail', () => signed('autre')],
  ])('a call signed with %s is refused, and leaves nothing', async (_, signature) => {
    const box = await asked();
    const raw = letter({ from: AGENCY, to: box });
    const { status, json } = await hand(raw, { signature: signature(raw) });
    expect([status, json.code]).toEqual([400, 'MAIL_SIGNATURE']);
    expect((await leadNow()).status).toBe('new');
  });

  it('another From is said, shown to its own side only, and moves nothing more', async () => {
    const { agency, person } = await answered();
    await hand(letter({ from: 'cousin@ailleurs.test', to: person, text: 'C’est moi.' }));
    const shown = await opened();
    expect(shown.events.at(-1)).toMatchObject({ kind: 'reply', letter: { elsewhere: true, address: null } });
    expect(JSON.stringify(shown)).not.toContain('cousin@');
    const forwarded = await lastTo(AGENCY);
    expect(forwarded.text).toContain('autre adresse que celle de la demande');
    expect(JSON.stringify(forwarded)).not.toContain('cousin@');
    await hand(letter({ from: 'paul@chez-lui.test', to: agency, text: 'Je confirme.' }));
    expect((await opened()).events.at(-1)).toMatchObject({
      kind: 'answer',
      letter: { elsewhere: true, address: 'paul@chez-lui.test' },
    });
    expect(JSON.stringify(await lastTo(PERSON))).not.toContain('paul@');
    // Nothing is ever written to an address that a mail only says.
    expect(await mailsTo('cousin@ailleurs.test')).toEqual([]);
  });

  it.each([
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['X-Autoreply: yes'],
    ['List-Id: <liste.ailleurs.test>'],
  ])('a machine (%s) is noted and goes no further, three times a day at most', async (header) => {
    const box = await asked();
    const before = (await mailsTo(PERSON)).length;
    const outcomes = [];
    for (let rank = 0; rank < 4; rank += 1)
      outcomes.push(
        (await hand(letter({ from: AGENCY, to: box, text: 'Absent jusqu’au 2.', headers: [header] }))).json
          .data,
      );
    expect(outcomes.map(({ noted }) => noted)).toEqual([1, 1, 1, 0]);
    expect((await leadNow()).status).toBe('new');
    expect((await events()).at(-1)).toMatchObject({ kind: 'automatic', text: 'Absent jusqu’au 2.' });
    expect(await mailsTo(PERSON)).toHaveLength(before);
  });

  it('machines of one side leave the other its own three', async () => {
    const { agency, person } = await answered();
    const away = (from: string, to: string) =>
      hand(letter({ from, to, text: 'Absent.', headers: ['Auto-Submitted: auto-replied'] }));
    const noted = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const [from, to] of [
      ...Array.from({ length: 3 }, () => [PERSON, person] as const),
      [AGENCY, agency] as const,
    ])
      noted.push((await away(from, to)).json.data.noted);
    expect(noted).toEqual([1, 1, 1, 1]);
  });

  it('mails of our own and reports of servers are ignored: nothing loops', async () => {
    const box = await asked();
    const report = letter({
      from: 'mailer-daemon@ailleurs.test',
      to: box,
      headers: ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
      text: '--b\r\n\r\nNon remis\r\n--b--',
    });
    for (const raw of [letter({ from: 'alertes@vigie.example', to: box }), report])
      expect((await hand(raw)).json.data).toMatchObject({ taken: 0, noted: 0, ignored: 1 });
    expect(await events()).toHaveLength(2);
  });

  it('more than thirty mails of one side in a day wait: the provider is told when', async () => {
    const box = await asked();
    for (let rank = 0; rank < 30; rank += 1)
      expect((await hand(letter({ from: AGENCY, to: box }))).status).toBe(200);
    const late = letter({ from: AGENCY, to: box, text: 'La trente-et-unième' });
    const { status, headers } = await hand(late);
    expect([status, Number(headers['retry-after']) > 3600]).toEqual([429, true]);
    moveClock(DAY_MS + 60_000);
    expect((await hand(late)).json.data.taken).toBe(1);
  });
});

describe('what a mail is made of', () => {
  it('only its new words are said; all of it can be read', async () => {
    const box = await asked();
    const text =
      'Samedi à 10 h.\r\n\r\nLe lun. 23 nov. 2026 à 10:04, Vigie <a@b.fr> a écrit :\r\n> Je souhaite visiter';
    await hand(letter({ from: AGENCY, to: box, text }));
    const answer = (await events()).find(({ kind }) => kind === 'answer')!;
    expect(answer).toMatchObject({
      text: 'Samedi à 10 h.',
      letter: { original: text.replaceAll('\r\n', '\n') },
    });
    expect((await lastTo(PERSON)).text).not.toContain('a écrit');
  });

  it('HTML alone becomes words, and nothing of it runs', async () => {
    const box = await asked();
    const html =
      '<style>p{color:red}</style><script>alert(1)</script><p>Samedi&nbsp;?</p><p>&lt;b&gt;Ou lundi&lt;/b&gt;</p><blockquote>Je souhaite visiter</blockquote>';
    await hand(
      letter({ from: AGENCY, to: box, headers: ['Content-Type: text/html; charset=utf-8'], text: html }),
    );
    const answer = (await events()).find(({ kind }) => kind === 'answer')!;
    expect(answer.text.replaceAll('\u00a0', ' ')).toBe('Samedi ?\n\n<b>Ou lundi</b>');
    expect((await lastTo(PERSON)).html).toContain('&lt;b&gt;Ou lundi&lt;/b&gt;');
  });

  it.each([
    ['iso-8859-1', Buffer.from('\xc9t\xe9 \xe0 No\xebl ?', 'latin1'), 'Été à Noël ?'],
    ['windows-1252', Buffer.from('100 \x80, c\x92est s\xfbr', 'latin1'), '100 €, c’est sûr'],
    ['inconnu-42', Buffer.from('Simple'), 'Simple'],
    ['utf-8', Buffer.from([0x61, 0x00, 0xff, 0x62, 0xe2, 0x80, 0xae, 0x63]), 'a\ufffdbc'],
  ])('reads letters of %s', async (charset, bytes, wanted) => {
    const box = await asked();
    const head = letter({
      from: AGENCY,
      to: box,
      text: '',
      headers: [`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit'],
    });
    const raw = Buffer.concat([Buffer.from(head.trimEnd()), Buffer.from('\r\n\r\n'), bytes]);
    expect((await hand(raw)).status).toBe(200);
    expect((await events()).find(({ kind }) => kind === 'answer')!.text).toBe(wanted);
  });

  it('files are named, carried to nobody, and whoever sent them is told', async () => {
    const { person } = await answered();
    const parts = [
      '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nVoici mon dossier.',
      '--b\r\nContent-Type: application/pdf; name="avis.pdf"\r\nContent-Disposition: attachment; filename="avis\u202efdp.exe"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQ=',
      '--b\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
      '--b--',
    ];
    const headers = ['Content-Type: multipart/mixed; boundary=b'];
    await hand(letter({ to: person, headers, text: parts.join('\r\n') }));
    const reply = (await events()).at(-1)!;
    expect(reply).toMatchObject({ text: 'Voici mon dossier.', letter: { files: ['avisfdp.exe'] } });
    expect((await lastTo(AGENCY)).text).toContain('avisfdp.exe');
    expect(await lastTo(PERSON)).toMatchObject({
      subject: expect.stringContaining('sans ses pièces jointes'),
      replyTo: null,
    });
    const kept = JSON.stringify(await site.db.selectFrom('leadLetter').selectAll().execute());
    expect(kept).not.toContain('JVBERi');
  });

  it('headers that hold line breaks make no header of ours', async () => {
    const box = await asked();
    const raw = letter({
      from: AGENCY,
      to: box,
      id: null,
      headers: [
        'Message-ID: <a@b>\r\n Bcc: victime@ailleurs.test',
        'X-Pad: =?utf-8?q?=0d=0aBcc:_victime=40ailleurs.test?=',
      ],
    });
    expect((await hand(raw)).json.data.taken).toBe(1);
    await hand(letter({ to: (await lastTo(PERSON)).replyTo!, text: 'Oui\r\nBcc: victime@ailleurs.test' }));
    await hand(letter({ from: AGENCY, to: box }));
    await carryMails(site.services, never);
    const sent = await site.db.selectFrom('mailOutbox').select(['status', 'headers', 'recipient']).execute();
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(['sent']));
    expect(JSON.stringify(sent)).not.toContain('victime');
  });

  it('what is no mail is refused for good, what is too large too, what is empty is ignored', async () => {
    const box = await asked();
    const rubbish = await hand('ceci n’est pas un courriel');
    expect([rubbish.status, rubbish.json.code]).toEqual([422, 'MAIL_UNREADABLE']);
    expect((await hand(Buffer.alloc(15_000_001, 'a'))).status).toBe(413);
    expect((await hand(letter({ from: AGENCY, to: box, text: '' }))).json.data).toMatchObject({
      taken: 0,
      ignored: 1,
    });
    const long = letter({ from: AGENCY, to: box, text: 'é'.repeat(1_000_000) });
    expect((await hand(long)).json.data.taken).toBe(1);
    expect((await events()).find(({ kind }) => kind === 'answer')!.text).toHaveLength(10_000);
    const wrong = await site.call('POST', '/api/mail/events', {
      body: 'From: a',
      headers: { 'content-type': 'message/rfc822', 'vigie-signature': signed('From: a') },
    });
    expect(wrong.status).toBe(415);
  });

  it('survives mails made of anything', async () => {
    const box = await asked();
    const deep = `${'<div>'.repeat(20_000)}Samedi${'</div>'.repeat(20_000)}`;
    const nested = Array.from(
      { length: 200 },
      (_, rank) => `Content-Type: multipart/mixed; boundary=b${rank}\r\n\r\n--b${rank}`,
    ).join('\r\n');
    for (const raw of [
      letter({ from: AGENCY, to: box, text: deep, headers: ['Content-Type: text/html'] }),
      `From: ${AGENCY}\r\nTo: ${box}\r\n${nested}\r\n\r\nBonjour`,
      `From: ${AGENCY}\r\nTo: ${box}\r\nContent-Type: text/plain; charset*=%ff''%00\r\n\r\n\ud800 Bonjour`,
      `From: ${'<'.repeat(5_000)}\r\nTo: ${`<${box}>,`.repeat(2_000)}\r\n\r\nBonjour`,
    ])
      expect((await hand(raw)).status).toBeLessThan(500);
  });
});

it('says nothing of a conversation to another agency', async () => {
  await answered();
  const { id } = await leadNow();
  const { status, json } = await site.call('GET', `/api/agence/leads/${id}`, { cookie: other.cookie });
  expect([status, JSON.stringify(json).includes('Samedi')]).toEqual([404, false]);
});

it('replies go straight to the other side where nobody could hand them to us', async () => {
  const direct = await testApp({ MAIL_REPLY_TO: 'direct', MAIL_WEBHOOK_SECRET: SECRET });
  const agency = await joined(direct, 'Agence du Port', AGENCY);
  const { outcomes } = await direct.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agency.agency.id,
      source: 'poliris',
      run: null,
      now: new Date(),
      drafts: [cleared(flat('P1'))],
    }),
  );
  await direct.call('POST', `/api/listings/${outcomes.get('P1')!.id}/leads`, {
    body: {
      firstName: 'Adèle',
      lastName: 'Fontanel',
      email: PERSON,
      phone: '06 39 98 00 01',
      message: 'Bonjour, est-il libre ?',
    },
  });
  const mail = await direct.db
    .selectFrom('mailOutbox')
    .select('replyTo')
    .where('dedupeKey', 'like', '%:agency')
    .executeTakeFirstOrThrow();
  expect(mail.replyTo).toBe(PERSON);
});
