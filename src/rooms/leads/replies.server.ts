import { createHash } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { takeReport } from '#rooms/mail/bounces.server.ts';
import { senderAddress } from '#rooms/mail/carrier.server.ts';
import { readInbound, tokensIn } from '#rooms/mail/inbound.server.ts';
import type { InboundMail } from '#rooms/mail/inbound.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import { routeReply, sendAlong } from '#rooms/notifications/notifications.server.ts';
import { mailAnswer } from './answers.server.ts';
import { selectAnswerer } from './answers.sql.server.ts';
import { type LeadStatus, SYSTEM } from './contract.ts';
import { letterTo } from './conversation.server.ts';
import { PERSON } from './conversation.ts';
import { keptUntil, moveLead } from './leads.server.ts';
import { insertEvent, updateLead } from './leads.sql.server.ts';
import {
  type Conversation,
  insertLetter,
  isAddressOf,
  isKnown,
  lettersSince,
  lockConversation,
} from './replies.sql.server.ts';
import { type InboundOutcome, replyErrors } from './replies.ts';
import { strangeLinks } from './spam.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const DAY_MS = 86_400_000;
/** Most mails of one side of one lead in a day; and of its machines, which only say that nobody is there. */
const PER_SIDE = 30;
const AUTOMATIC = 3;
/** Addresses of ours that one mail may be for. */
const BOXES = 4;
/** Characters kept of an automatic answer: enough to read until when somebody is away. */
const AUTOMATIC_MAX = 600;

/**
 * Takes a mail that answers a lead, for each address of ours it was sent to: keeps it in the history, moves the lead, and
 * forwards it to the other side, all or nothing and once, however often it is handed over. The address alone opens a
 * conversation; what else the mail says of its sender is told and not trusted. Throws MAIL_UNREADABLE, MAIL_BOX_UNKNOWN
 * when no address of it opens anything, RATE_LIMIT_EXCEEDED past thirty mails of one side in a day.
 */
export async function receiveReply(
  services: Open,
  given: { raw: string; encoding?: 'utf8' | 'base64' | undefined; recipients?: string[] | undefined },
): Promise<InboundOutcome> {
  const bytes = Buffer.from(given.raw, given.encoding === 'base64' ? 'base64' : 'utf8');
  const mail = await readInbound(bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const outcome = { taken: 0, known: 0, noted: 0, ignored: 0 };
  if (mail.kind === 'report') {
    await takeReport(services, { id: `inbound:${digest}`, message: bytes });
    return { ...outcome, ignored: 1 };
  }
  if (mail.from === senderAddress(services.env)) return { ...outcome, ignored: 1 };
  const ofEnvelope = tokensIn(given.recipients ?? []);
  const tokens = (ofEnvelope.length > 0 ? ofEnvelope : tokensIn(mail.recipients)).slice(0, BOXES);
  let opened = 0;
  for (const token of tokens) {
    // One conversation after the other: each is a transaction.
    const became = await takeFor(services, token, { mail, name: mail.messageId ?? digest });
    if (became) opened += 1;
    outcome[became ?? 'ignored'] += 1;
  }
  if (opened === 0) throw fail(replyErrors.MAIL_BOX_UNKNOWN);
  return outcome;
}

/** What became of it in the conversation that a token opens; null when it opens none. */
async function takeFor(
  { db, env }: Open,
  token: string,
  { mail, name }: { mail: InboundMail; name: string },
): Promise<keyof InboundOutcome | null> {
  return db.transaction().execute(async (tx) => {
    const lead = await lockConversation(tx, token);
    if (!lead) return null;
    const { id, side } = lead;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 32);
    const mailKey = `lead:${id}:${side}:${hash}`;
    if (await isKnown(tx, mailKey)) return 'known';
    const automatic = mail.kind === 'automatic';
    if (mail.words === '' && mail.files.length === 0) return 'ignored';
    const now = clock.now();
    const kind = automatic ? 'automatic' : side === 'agency' ? 'answer' : 'reply';
    const { count, oldest } = await lettersSince(tx, {
      leadId: id,
      side,
      kind,
      since: new Date(now.getTime() - DAY_MS),
    });
    if (automatic && count >= AUTOMATIC) return 'ignored';
    if (count >= PER_SIDE) throw tooMany(((oldest ?? now).getTime() + DAY_MS - now.getTime()) / 1000);

    const elsewhere = (await isOwn(tx, lead, mail.from)) ? null : (mail.from ?? '?');
    const text =
      (automatic ? mail.words.slice(0, AUTOMATIC_MAX).toWellFormed() : mail.words) || 'Sans texte.';
    const eventId = await insertEvent(tx, id, {
      at: now,
      kind,
      fromStatus: null,
      toStatus: null,
      byWhom: side === 'agency' ? lead.agencyName : PERSON,
      text,
      mailKey,
    });
    const { messageId, original } = mail;
    await insertLetter(tx, { eventId, messageId, elsewhere, original, files: [...mail.files] });
    if (automatic) {
      // A person who has the lead open is shown it, as any change.
      await updateLead(tx, id, {});
      return 'noted';
    }
    const letter = { text, mailKey, elsewhere: elsewhere !== null, files: mail.files };
    if (side === 'agency') await fromAgency(tx, env, lead, letter, now);
    else await fromPerson(tx, env, lead, letter, now);
    // Only to a known address of this side, never to one that a mail only claims.
    if (mail.files.length > 0 && mail.from !== null && elsewhere === null)
      await tellOfFiles(tx, env, lead, { ...letter, from: mail.from });
    return 'taken';
  });
}

interface Taken {
  readonly text: string;
  readonly mailKey: string;
  readonly elsewhere: boolean;
  readonly files: readonly string[];
}

async function isOwn(tx: Tx, lead: Conversation, from: string | null): Promise<boolean> {
  if (from === null) return false;
  return lead.side === 'person' ? from === lead.email : isAddressOf(tx, lead.agencyId, from);
}

/** An agency that answers has had the lead, whatever became of its mail, and takes up again what it had put aside. */
async function fromAgency(
  tx: Tx,
  env: Open['env'],
  lead: Conversation,
  letter: Taken,
  now: Date,
): Promise<void> {
  const { id, agencyId, agencyName } = lead;
  const reason = 'Réponse par courriel';
  const arrival: Partial<Record<LeadStatus, readonly LeadStatus[]>> = {
    error: ['processing', 'new'],
    processing: ['new'],
  };
  // Each from the status before.
  for (const to of arrival[lead.status] ?? []) await moveLead(tx, { id, to, by: SYSTEM, reason }, now);
  if (lead.status === 'contacted' || lead.status === 'qualified')
    await updateLead(tx, id, {
      readAt: lead.readAt ?? now,
      firstAnswerAt: lead.firstAnswerAt ?? now,
      keepUntil: keptUntil(now),
    });
  else await moveLead(tx, { id, to: 'contacted', by: agencyName, reason }, now);
  const agency = await selectAnswerer(tx, agencyId);
  await mailAnswer(tx, env, { lead, text: letter.text, mailKey: letter.mailKey, agency });
}

/** Nothing goes to an agency about what it put aside as spam; what is closed otherwise stays so, with the new words in it. */
async function fromPerson(
  tx: Tx,
  env: Open['env'],
  lead: Conversation,
  taken: Taken,
  now: Date,
): Promise<void> {
  await updateLead(tx, lead.id, { keepUntil: keptUntil(now) });
  if (lead.disqualifiedBecause === 'spam') return;
  const route = await routeReply(tx, lead.agencyId);
  if (!route) return;
  const { text, mailKey, elsewhere, files } = taken;
  const [card] = lead.listingId === null ? [] : await listingsByIds(tx, [lead.listingId]);
  const { replyMail } = await import('./replies.mails.server.tsx');
  const inbox = new URLSearchParams({ prospect: String(lead.id) });
  const mail = replyMail({
    origin: env.publicUrl,
    name: `${lead.firstName} ${lead.lastName}`.trim(),
    words: text,
    reference: lead.listingReference,
    card: card ?? null,
    listingUrl:
      card && isVisible(card.status) ? `${env.publicUrl}${paths.listing({ propertyId: card.id })}` : null,
    inboxUrl: `${env.publicUrl}${paths.agencyLeads()}?${inbox}`,
    askedAt: lead.createdAt,
    elsewhere,
    hasLinks: strangeLinks(text).length > 0,
    files,
  });
  const letter = await letterTo(tx, env, { leadId: lead.id, side: 'agency', direct: null });
  await sendAlong(tx, route, mail, { key: mailKey, stream: `lead:${lead.id}`, ...letter });
}

async function tellOfFiles(
  tx: Tx,
  env: Open['env'],
  lead: Conversation,
  letter: Taken & { readonly from: string },
): Promise<void> {
  const { filesMail } = await import('./replies.mails.server.tsx');
  const notice = filesMail({
    origin: env.publicUrl,
    other: lead.side === 'person' ? lead.agencyName : 'la personne',
    reference: lead.listingReference,
    files: letter.files,
  });
  await sendMail(tx, notice, {
    key: `${letter.mailKey}:files`,
    stream: `lead:${lead.id}`,
    to: letter.from,
    // No machine answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
}
