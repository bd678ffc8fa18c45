import { createHmac } from 'node:crypto';
import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { clientOf, tooMany } from '#platform/rate-limits.server.ts';
import { requireOpen } from '#rooms/administrators/switches.server.ts';
import { alertLike } from '#rooms/listings/heading.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type ListingCard, readListingId } from '#rooms/listings/reading.ts';
import { type MailStatus, mailStatuses } from '#rooms/mail/contract.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import {
  leadRecipients,
  routeNotification,
  routeReply,
  sendAlong,
} from '#rooms/notifications/notifications.server.ts';
import { boostOfLink } from './boost-links.server.ts';
import {
  attemptsSince,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteLeadsKeptUntil,
  insertAttempt,
  insertConsent,
  lockSending,
  markReceipt,
  type Recipient,
  type Subject,
  selectHandedLeads,
  selectPageRecipient,
  selectProven,
  selectRecipient,
  selectSame,
} from './contact.sql.server.ts';
import type { Contact, ContactAnswer } from './contact.ts';
import { leadErrors, SYSTEM } from './contract.ts';
import { letterTo } from './conversation.server.ts';
import { countSpam } from './inbox.sql.server.ts';
import { SPAM_WORDS } from './inbox.ts';
import { moveLead, receiveLead } from './leads.server.ts';
import { updateLead } from './leads.sql.server.ts';
import { type ConsentPurpose, consentSentences } from './requests.ts';
import { quoteOf, signsIn, signsOfRepeating, strangeLinks, wordsOfMessage } from './spam.server.ts';
import { selectHook } from './webhook.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const DAY_MS = 86_400_000;
/** In a day: of one address from one network, of one network, and receipts to one address (security.md, threat 22). */
const PER_SENDER = 20;
const PER_CLIENT = 60;
const RECEIPTS = 5;
const HANDED_AT_ONCE = 100;

export interface Sender {
  /** Who is signed in. */
  readonly accountId: number | null;
  readonly ip: string;
}

/** Whom it is written to: the agency of a listing on line, or the agency of a reference. */
type To = { readonly listing: string } | { readonly agency: string };

/**
 * Keeps what somebody writes to an agency, about a listing or to it alone, mails it to the agency and a receipt to them, all
 * or nothing. The same request to the letter within a day is the same press, and makes one lead: who is known to have sent it
 * is told so, anybody else reads the answer of a first one. What looks sent by a program goes to the agency too, marked; only
 * what one client repeats is held, in the inbox and without a mail, and the answer says so. Throws SERVICE_CLOSED,
 * LEAD_LISTING_UNKNOWN, LEAD_AGENCY_UNKNOWN, or RATE_LIMIT_EXCEEDED past the limits of a day.
 */
export async function contactAgency(
  { db, env }: Open,
  given: { to: To; contact: Contact; sender: Sender },
): Promise<ContactAnswer> {
  const { to, contact, sender } = given;
  await requireOpen(db, 'leads');
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const { listingId, recipient } = await addresseeOf(db, to);
  const subject = { listingId, agencyId: recipient.agencyId };
  const proven = sender.accountId !== null && (await selectProven(db, sender.accountId, contact.email));

  const own = signsIn(contact);
  const suspect = own.length > 0;
  const attempt = { ...attemptOf(env, contact, sender, recipient), suspect };
  // Counted before it is judged, so that many at once are counted too.
  const attemptId = await insertAttempt(db, attempt, now);
  const sent = await attemptsSince(db, attempt, since);
  const oldest =
    sent.fromSender > PER_SENDER
      ? sent.oldestFromSender
      : sent.fromClient > PER_CLIENT
        ? sent.oldestFromClient
        : null;
  if (oldest) {
    await deleteAttempt(db, attemptId);
    throw tooMany((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
  }

  const { signs: repeated, held } = signsOfRepeating(sent, { suspect, proven });
  const signs = [...own, ...repeated];
  const marked = signs.length > 0;
  const delivery = !held && (await leadRecipients(db, recipient.agencyId)).length > 0 ? 'mail' : 'inbox';
  const receipt = sent.receipts < RECEIPTS;
  return db.transaction().execute(async (tx) => {
    await lockSending(tx, contact.email, subject);
    const same = await selectSame(tx, { ...subject, ...requestOf(contact), since, held });
    if (same && (proven || (sender.accountId !== null && sender.accountId === same.accountId)))
      return { state: 'already', sentAt: same.createdAt.toISOString(), receipt: false, delivery, marked };
    const boostReference = listingId === null ? null : boostOfLink(env, contact.boost, listingId);
    const id = same?.id ?? (await keep(tx, { contact, sender, subject, boostReference, signs, held, now }));
    const answer = { sentAt: now.toISOString(), delivery, marked } as const;
    if (held) return { ...answer, state: 'held', receipt: false };
    const [card = null] = listingId === null ? [] : await listingsByIds(tx, [listingId]);
    const request = { id, contact, card, recipient, proven, now };
    if (!same) await tellAgency(tx, env, { ...request, suspicion: signs.join(', ') || null });
    // The receipt is queued once: a second press does not send it again.
    if (receipt && (await sendReceipt(tx, env, request))) await markReceipt(tx, attemptId);
    return { ...answer, state: 'sent', receipt };
  });
}

async function addresseeOf(db: Db, to: To): Promise<{ listingId: number | null; recipient: Recipient }> {
  if ('agency' in to) {
    const recipient = await selectPageRecipient(db, to.agency);
    if (!recipient) throw fail(leadErrors.LEAD_AGENCY_UNKNOWN);
    return { listingId: null, recipient };
  }
  const listingId = readListingId(to.listing);
  const recipient = listingId === null ? null : await selectRecipient(db, listingId);
  if (!recipient) throw fail(leadErrors.LEAD_LISTING_UNKNOWN);
  return { listingId, recipient };
}

/** What makes two requests the same, besides what they are about. */
function requestOf({ request = 'information', firstName, lastName, email, phone, message }: Contact) {
  return { request, firstName, lastName, email, phone, message };
}

/** Keyed hashes: they can be counted, and read by nobody. */
function attemptOf(env: Open['env'], contact: Contact, sender: Sender, { agencyId }: Recipient) {
  const keyed = (kind: string, value: string) =>
    createHmac('sha256', env.secret).update(`lead ${kind}\n${value}`).digest();
  const words = wordsOfMessage(contact.message);
  return {
    client: keyed('client', clientOf(sender.ip)),
    sender: keyed('sender', contact.email),
    words: words === null ? null : keyed('words', words),
    agencyId,
  };
}

async function keep(
  tx: Tx,
  given: {
    contact: Contact;
    sender: Sender;
    subject: Subject;
    boostReference: string | null;
    signs: readonly string[];
    held: boolean;
    now: Date;
  },
): Promise<number> {
  const { contact, sender, subject, boostReference, signs, held, now } = given;
  /** Where it was agreed to, which is a form whatever led to it. */
  const source = subject.listingId === null ? 'agency_page' : 'listing_form';
  const { civility, optInVigieAlerts, optInPartnerOffers } = contact;
  // Alerts « pour des biens comme celui-ci » mean nothing where no listing is shown: that box is not there.
  const agreed: Record<ConsentPurpose, boolean> = {
    vigie_alerts: optInVigieAlerts && subject.listingId !== null,
    partner_offers: optInPartnerOffers,
  };
  const id = await receiveLead(
    tx,
    {
      ...subject,
      ...requestOf(contact),
      source: boostReference === null ? source : 'boost',
      ...(boostReference === null ? {} : { boostReference }),
      ...(civility ? { civility } : {}),
      optInAlerts: agreed.vigie_alerts,
      optInPartners: agreed.partner_offers,
    },
    { now, accountId: sender.accountId, suspicion: signs.join(', ') || null, held },
  );
  for (const purpose of ['vigie_alerts', 'partner_offers'] as const) {
    const sentence = consentSentences[purpose];
    if (agreed[purpose]) await insertConsent(tx, { leadId: id, purpose, sentence, source, at: now });
  }
  return id;
}

interface Asked {
  readonly id: number;
  readonly contact: Contact;
  /** Null: it is about no listing. */
  readonly card: ListingCard | null;
  readonly recipient: Recipient;
  readonly proven: boolean;
  readonly now: Date;
}

/** Mails the agency as it chose; where no mail leaves now, the lead is in its inbox at once. */
async function tellAgency(
  tx: Tx,
  env: Open['env'],
  lead: Asked & { readonly suspicion: string | null },
): Promise<void> {
  const { id, contact, card, recipient, now, suspicion } = lead;
  const route = await routeNotification(tx, {
    agencyId: recipient.agencyId,
    event: 'newLead',
    key: `lead:${id}`,
    title: card ? `Nouveau message à propos de ${card.reference}` : 'Nouveau message depuis votre page',
    page: `/leads?prospect=${id}`,
  });
  const reachable = route !== null || (await routeReply(tx, recipient.agencyId)) !== null;
  // The lead goes to the agency's software alone.
  if (!reachable && (await selectHook(tx, recipient.agencyId))) return;
  if (!route || route.notBefore) {
    const reason = route
      ? 'Courriel à l’agence après ses heures calmes.'
      : !reachable
        ? 'Sans adresse e-mail de l’agence\u00a0: à lire dans sa boîte.'
        : 'Sans courriel aussitôt\u00a0: l’agence l’a choisi dans ses notifications.';
    await moveLead(tx, { id, to: 'new', by: SYSTEM, reason }, now);
  }
  if (!route) return;
  const { leadMail } = await import('./contact.mails.server.tsx');
  const mail = leadMail({
    origin: env.publicUrl,
    agency: recipient.name,
    contact,
    card,
    listingUrl: card && `${env.publicUrl}${paths.listing({ propertyId: card.id })}`,
    at: now,
    hasLinks: strangeLinks(contact.message ?? '').length > 0,
    suspicion,
    aside: await countSpam(tx, recipient.agencyId),
    asideUrl: `${env.publicUrl}${paths.agencyLeads()}?${SPAM_WORDS}`,
    throughUs: env.replyBox !== null,
  });
  const mailKey = `lead:${id}:agency`;
  await updateLead(tx, id, { mailKey });
  const letter = await letterTo(tx, env, { leadId: id, side: 'agency', direct: contact.email });
  // To the contact and the login of the agency at most: it has the lead once one of them arrived.
  await sendAlong(tx, route, mail, { key: mailKey, stream: `lead:${id}`, ...letter });
}

/** False when the receipt of this request was written before. */
async function sendReceipt(tx: Tx, env: Open['env'], lead: Asked): Promise<boolean> {
  const { id, contact, card, recipient, proven, now } = lead;
  const { receiptMail } = await import('./contact.mails.server.tsx');
  // Straight to the agency nobody is sent before it wrote itself.
  const { replyTo, headers } = await letterTo(tx, env, { leadId: id, side: 'person', direct: null });
  const letter = receiptMail({
    origin: env.publicUrl,
    agency: recipient.name,
    phone: recipient.phone,
    request: contact.request ?? 'information',
    card,
    quote: quoteOf(contact.message, { proven }),
    consents: (['vigie_alerts', 'partner_offers'] as const).filter((purpose) =>
      purpose === 'vigie_alerts' ? card !== null && contact.optInVigieAlerts : contact.optInPartnerOffers,
    ),
    listingUrl: card && `${env.publicUrl}${paths.listing({ propertyId: card.id })}`,
    contactUrl: `${env.publicUrl}${paths.contact()}`,
    alertUrl: card && `${env.publicUrl}${alertLike(card)}`,
    at: now,
    canReply: replyTo !== undefined,
  });
  return sendMail(tx, letter, {
    key: `lead:${id}:receipt`,
    stream: `lead:${id}`,
    to: contact.email,
    // No machine answers it (RFC 3834).
    headers: { ...headers, 'Auto-Submitted': 'auto-replied' },
    ...(replyTo === undefined ? {} : { replyTo }),
  });
}

/**
 * Moves leads that reached their agency, by mail or in its software, to « new », those that only a software now gone was to
 * receive too, and those that never will arrive to « error ». True: there may be more.
 */
export async function followMails({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const handed = await selectHandedLeads(db, HANDED_AT_ONCE);
  for (const { id, status, arrived, left, reason } of handed) {
    const failures = [
      ...(status === null ? [] : [`Courriel à l’agence\u00a0: ${mailStatuses[status as MailStatus]}`]),
      ...(reason === null ? [] : [`Logiciel de l’agence\u00a0: ${reason}`]),
    ];
    await db.transaction().execute((tx) =>
      moveLead(
        tx,
        {
          id,
          to: arrived || left ? 'new' : 'error',
          by: SYSTEM,
          ...(arrived
            ? {}
            : { reason: left ? 'Logiciel délié\u00a0: à lire dans sa boîte.' : failures.join('\u00a0; ') }),
        },
        clock.now(),
      ),
    );
  }
  return handed.length === HANDED_AT_ONCE;
}

/** Forgets what no longer counts, and leads past the day until which they may be kept (security.md L3). */
export async function forgetLeads(db: Db): Promise<void> {
  const now = clock.now();
  await deleteAttemptsBefore(db, new Date(now.getTime() - DAY_MS));
  await deleteLeadsKeptUntil(db, parisDay(now).day);
}
