import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { followMails } from '#rooms/leads/contact.server.ts';
import { carryMails } from '#rooms/mail/outbox.server.ts';
import { testApp } from './app.ts';
import { twoAgencies } from './leads.ts';

export const SECRET = 'le secret du prestataire qui porte nos courriels';
export const PERSON = 'adele@exemple.test';
export const AGENCY = 'port@essai.test';
const never = new AbortController().signal;

let count = 0;
interface Sent {
  from?: string;
  to: string;
  text?: string;
  headers?: string[];
  id?: string | null;
}
/** A mail as it travels. */
export function letter({ from = PERSON, to, text = 'Samedi à 10 h ?', headers = [], id }: Sent): string {
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

export const signed = (body: string | Buffer, secret = SECRET, at = clock.now()) => {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;
};

/** A site that is handed mails, two agencies, and what either side of a request to the first one writes and reads. */
export async function conversation() {
  const site = await testApp({
    PUBLIC_URL: 'https://vigie.example',
    MAIL_FROM: 'Vigie <alertes@vigie.example>',
    MAIL_WEBHOOK_SECRET: SECRET,
  });
  const { own, other, listingId } = await twoAgencies(site);
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

  return { site, own, other, mailsTo, lastTo, leadNow, opened, events, asked, answered, hand, handJson };
}
