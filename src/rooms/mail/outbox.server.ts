import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReactElement } from 'react';
import { keptEmail } from '#contract/email.ts';
import { visible } from '#contract/visible.ts';
import { clock } from '#platform/clock.server.ts';
import { inLanes } from '#platform/concurrency.server.ts';
import type { Services } from '#platform/context.server.ts';
import { type Db, isConnectionLost, type Queryable, type Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { recordBounce } from './bounces.server.ts';
import { forgetEvents } from './bounces.sql.server.ts';
import { messageIdOf, openCarrier } from './carrier.server.ts';
import type { Carrier } from './carrier.ts';
import {
  type Attachment,
  MAIL_ROWS_DAYS,
  MAIL_WORDS_DAYS,
  type MailStatus,
  type OutgoingMail,
} from './contract.ts';
import { allowByHash, isRefusedByHash } from './erasure.server.ts';
import { MASK, masked } from './masking.ts';
import {
  type ClaimedMail,
  claimMail,
  closeMail,
  forgetOldMails,
  forgetPaces,
  hasDueMail,
  insertMail,
  type KeptWords,
  lastMails,
  lockCarrier,
  passOn,
  releaseAddress,
  requeueAbandoned,
  suppressAddress,
  takeSlot,
  unlockCarrier,
  withdrawStream,
} from './outbox.sql.server.ts';
import { renderMail } from './rendering.server.ts';
import { forgetRequests } from './requested-mail.sql.server.ts';
import {
  bareAddress,
  checkAttachment,
  checkHeaders,
  messageKeyOf,
  nextTry,
  WritingAhead,
} from './writing.server.ts';

/**
 * Queues a mail in the caller's transaction: rolled back, it was never written. The same `dedupeKey` again does
 * nothing. Answers whether the mail is new. Throws a TypeError on a line break in a header, on an address that is
 * not one bare address, on a header that only the mail room sets, and on the name of an attachment that is no plain file name.
 */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<boolean> {
  const recipient = bareAddress(mail.to);
  const replyTo = mail.replyTo ? bareAddress(mail.replyTo) : null;
  const headers = mail.headers ?? {};
  checkHeaders({ subject: mail.subject, headers });
  if (mail.attachment) checkAttachment(mail.attachment);
  const createdAt = clock.now();
  return insertMail(tx, {
    dedupeKey: mail.dedupeKey,
    stream: mail.stream,
    recipient,
    replyTo,
    subject: visible(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: JSON.stringify(headers),
    messageKey: messageKeyOf(mail.dedupeKey, createdAt),
    nextAt: mail.notBefore ?? createdAt,
    createdAt,
    forget: mail.forget ?? false,
    list: 'List-Unsubscribe' in headers,
    attachmentName: mail.attachment?.name ?? null,
    attachmentType: mail.attachment?.type ?? null,
    attachment: mail.attachment?.bytes ?? null,
  });
}

/** What a `<subject>.mails.server.tsx` makes. */
export interface Letter {
  readonly subject: string;
  readonly element: ReactElement;
}

/** Where it goes: as `OutgoingMail`, whose `dedupeKey` is `key`. */
export type Destination = Omit<OutgoingMail, 'dedupeKey' | 'subject' | 'html' | 'text'> & {
  readonly key: string;
};

/** Renders a letter and queues it, as `queueMail` does. */
export async function sendMail(
  tx: Tx,
  { subject, element }: Letter,
  { key, ...destination }: Destination,
): Promise<boolean> {
  return queueMail(tx, { ...destination, dedupeKey: key, subject, ...(await renderMail(element)) });
}

/** Takes back what has not left yet of a stream (`alert:12` once stopped). */
export async function withdrawMail(tx: Tx, stream: string): Promise<void> {
  await withdrawStream(tx, stream);
}

/** Longer than any hand-over may last, short enough for « two minutes at worst ». */
const ABANDONED_MS = 110_000;
const MINUTE_MS = 60_000;

/** What this process hands over at this instant: its own broken connection does not make it anybody's again. */
const inHand = new Set<number>();

/** What one look at the queue knows of itself. */
interface Round {
  /** The lock it works under. */
  readonly number: number;
  /** The server does not answer. */
  away: boolean;
  /** Mails written meanwhile. */
  readonly writing: WritingAhead;
}

/**
 * Carries what waits until nothing is due or the server is away; what is not written is written while what is leaves, a
 * little ahead. Every mail is marked as being sent, and that is committed, before it is handed over; what a dead process
 * left so is taken back first.
 * Answers how many mails were settled.
 */
export async function carryMails(
  services: Pick<Services, 'db' | 'env' | 'log'>,
  signal: AbortSignal,
): Promise<number> {
  const { db, env, log } = services;
  const now = clock.now();
  const back = await requeueAbandoned(db, new Date(now.getTime() - ABANDONED_MS), [...inHand]);
  if (back > 0) log.info({ mails: back }, 'courriels repris à un porteur disparu');
  if (!(await hasDueMail(db, now))) return 0;
  const carrier = openCarrier(env);
  const number = randomInt(1, 2_147_483_647);
  let settled = 0;
  try {
    await db.connection().execute(async (connection) => {
      await lockCarrier(connection, number);
      const round: Round = { number, away: false, writing: new WritingAhead(services, number) };
      const lane = async () => {
        let next: ClaimedMail | null = null;
        // One that was taken with the end of another is carried, whatever happens meanwhile.
        while (next || !(round.away || signal.aborted)) {
          const mail: ClaimedMail | null = next ?? (await claimMail(db, number, clock.now()));
          next = null;
          if (mail) {
            round.writing.took(mail);
            next = await carryOne(services, carrier, { mail, round, signal });
            settled += 1;
          } else if ((await round.writing.next()) === 0) return;
        }
      };
      try {
        // All of them: the lock must outlast the last mail in hand, even when a lane fails.
        await inLanes(carrier.lanes, lane);
      } finally {
        await round.writing.over();
        await unlockCarrier(connection, number).catch(() => {});
      }
    });
  } finally {
    carrier.close();
  }
  return settled;
}

/** Hands one mail over and ends its claim. Answers the next one when it was taken with it. */
async function carryOne(
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  carrier: Carrier,
  claim: { mail: ClaimedMail; round: Round; signal: AbortSignal },
): Promise<ClaimedMail | null> {
  const { mail, round, signal } = claim;
  const own = { id: mail.id, carrier: round.number };
  inHand.add(mail.id);
  try {
    const settle = async (end: Parameters<typeof closeMail>[2]) => {
      await untilKnown(() => closeMail(db, own, end, keptOf(env, mail)));
      return null;
    };
    const refused = mail.suppressed || (await isRefusedByHash(db, env, mail.recipient));
    if (refused || mail.html === null || mail.text === null) {
      return await settle({ status: 'suppressed', attempts: mail.attempts, error: null });
    }
    const slot = await slotOf({ db, env }, mail);
    if (slot) {
      const { attempts } = mail;
      return await settle({ status: 'pending', attempts, nextAt: slot, slotAt: slot });
    }
    const outcome = await carrier.carry({
      to: mail.recipient,
      replyTo: mail.replyTo,
      subject: visible(mail.subject),
      html: mail.html,
      text: mail.text,
      headers: mail.headers,
      messageKey: mail.messageKey,
      date: mail.createdAt,
      attachment: attachmentOf(mail),
    });
    const now = clock.now();
    const attempts = mail.attempts + 1;
    if (outcome.kind === 'delivered') {
      if (mail.forget || round.away || signal.aborted)
        return await settle({ status: 'sent', attempts, error: null, sentAt: now });
      round.writing.ahead();
      const kept = keptOf(env, mail);
      return await untilKnown(() => passOn(db, own, { attempts, now, kept }));
    }
    log.warn({ mail: mail.id, attempts, outcome }, 'courriel non remis');
    const nextAt = outcome.kind === 'later' ? nextTry(mail.createdAt, attempts) : null;
    if (outcome.kind === 'later' && nextAt) {
      round.away ||= outcome.away;
      return await settle({ status: 'pending', attempts, error: outcome.reason, nextAt, slotAt: null });
    }
    await settle({ status: 'failed', attempts, error: outcome.reason });
    if (!mail.forget && (outcome.kind === 'later' || outcome.recipient)) {
      const status = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(outcome.reason)?.[1] ?? null;
      const permanent = outcome.kind === 'refused';
      // A bare « 550 » may be about anything: twice, it is about the address.
      const weight = status === null ? { weight: permanent ? 2 : 1 } : {};
      await recordBounce(db, { email: mail.recipient, status, permanent, ...weight, now });
    }
    return null;
  } finally {
    inHand.delete(mail.id);
  }
}

function attachmentOf({ attachmentName, attachmentType, attachment }: ClaimedMail): Attachment | null {
  return attachmentName === null || attachmentType === null || attachment === null
    ? null
    : { name: attachmentName, type: attachmentType, bytes: attachment };
}

/** The mailbox of the demonstration shows mails as they left; elsewhere nothing of them stays that opens anything. */
function keptOf({ mailboxPath, replyBox }: Services['env'], mail: ClaimedMail): KeptWords | null {
  if (mailboxPath) return null;
  const { text, headers, replyTo } = mail;
  const prefix = replyBox && `${replyBox.slice(0, replyBox.indexOf('@'))}+`;
  return {
    text: text && masked(text),
    headers: JSON.stringify(
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
    ),
    replyTo:
      prefix && replyTo?.startsWith(prefix)
        ? `${prefix}${MASK}${replyTo.slice(replyTo.lastIndexOf('@'))}`
        : replyTo,
  };
}

/** When the domain of a mail of a list takes it (MAIL_DOMAIN_RATE); null: now. One that waited has its turn already. */
async function slotOf({ db, env }: Pick<Services, 'db' | 'env'>, mail: ClaimedMail): Promise<Date | null> {
  const rate = env.SMTP_URL ? env.MAIL_DOMAIN_RATE : undefined;
  if (rate === undefined || !mail.list || mail.slotAt) return null;
  const now = clock.now();
  const domain = mail.recipient.slice(mail.recipient.lastIndexOf('@') + 1);
  const slot = await takeSlot(db, { domain, now, everyMs: Math.ceil(MINUTE_MS / rate) });
  return slot > now ? slot : null;
}

const KNOWN_RETRIES = 40;
const KNOWN_PAUSE_MS = 500;

/** A database that restarts must still learn that the mail has left, or another would carry it again. */
async function untilKnown<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isConnectionLost(error) || attempt >= KNOWN_RETRIES) throw error;
      await wait(KNOWN_PAUSE_MS);
    }
  }
}

/** Sends nothing more to an address. */
export async function suppress(db: Db, email: string, reason: 'complaint' | 'operator'): Promise<void> {
  await suppressAddress(db, keptEmail(email), reason, clock.now());
}

/** Sends to an address again; false when nothing was known of it. */
export async function allow(
  { db, env }: { readonly db: Queryable; readonly env: Pick<Env, 'secret'> },
  email: string,
): Promise<boolean> {
  const address = keptEmail(email);
  const refused = await allowByHash(db, env, address);
  return (await releaseAddress(db, address, clock.now())) || refused;
}

/** A provider tells again what was not answered for a few days at most. */
const EVENTS_DAYS = 90;

/** Forgets bodies after a month and rows after a year (security.md L3: technical logs), and what limits counted. */
export async function forgetMails(db: Db): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await forgetOldMails(db, { bodiesBefore: before(MAIL_WORDS_DAYS), rowsBefore: before(MAIL_ROWS_DAYS) });
  await forgetEvents(db, before(EVENTS_DAYS));
  await forgetRequests(db, before(1));
  await forgetPaces(db, clock.now());
}

/** A mail as a person at the keyboard reads it: the newest first. */
export interface MailToRead {
  id: number;
  to: string;
  from: string;
  subject: string;
  date: string;
  status: MailStatus;
  messageId: string;
  headers: Record<string, string>;
  html: string;
  text: string;
  /** Every address of the text part, in its order. */
  links: string[];
}

const READ_LIMIT = 200;

/** The last mails that are written, of one address when `to` is given. Development only: it shows secrets. */
export async function mailsToRead(
  db: Queryable,
  env: Pick<Env, 'MAIL_FROM'>,
  filter: { to?: string },
): Promise<MailToRead[]> {
  const to = filter.to?.trim().toLowerCase();
  const rows = await lastMails(db, { ...(to ? { to } : {}), written: true, limit: READ_LIMIT });
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    from: env.MAIL_FROM,
    subject: row.subject ?? '',
    date: row.createdAt.toISOString(),
    status: row.status as MailStatus,
    messageId: messageIdOf(row.messageKey, env.MAIL_FROM),
    headers: row.headers as Record<string, string>,
    html: row.html ?? '',
    text: row.text ?? '',
    links: [...new Set((row.text ?? '').match(/https?:\/\/[^\s<>"')]+/g) ?? [])],
  }));
}
