import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import {
  type Answerer,
  answersSince,
  isAnswerSent,
  lockAnsweredLead,
  selectAnswerer,
} from './answers.sql.server.ts';
import { answerErrors, hasBlanks } from './answers.ts';
import { type Lead, leadErrors, sendingStatuses } from './contract.ts';
import { letterTo } from './conversation.server.ts';
import { type AgencyActor, openLead } from './inbox.server.ts';
import type { OpenLead } from './inbox.ts';
import { moveLead } from './leads.server.ts';
import { insertEvent, updateLead } from './leads.sql.server.ts';

const DAY_MS = 86_400_000;
/** Most answers to one person about one listing in a day. */
const PER_LEAD = 10;

/**
 * Mails the person what the agency answers, notes it in the history, and says that they were contacted. The same text of the
 * same version again is the same press: nothing more is sent, and the answer is that of the first. Throws
 * LEAD_UNKNOWN (another agency’s too), LEAD_CHANGED, LEAD_ERASED, LEAD_TRANSITION for a lead that has not arrived,
 * LEAD_ANSWER_CLOSED, LEAD_ANSWER_BLANKS, or RATE_LIMIT_EXCEEDED past ten answers in a day.
 */
export async function answerLead(
  { db, env }: Pick<Services, 'db' | 'env'>,
  actor: AgencyActor,
  { word, version, text }: { word: string; version: number; text: string },
): Promise<OpenLead> {
  const { id } = await openLead(db, actor.agencyId, word);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const lead = await lockAnsweredLead(tx, actor.agencyId, id);
    if (!lead) throw fail(leadErrors.LEAD_UNKNOWN);
    if (lead.erasedAt !== null) throw fail(leadErrors.LEAD_ERASED);
    const mailKey = `lead:${id}:answer:${version}`;
    // The same press again: it has left.
    if (await isAnswerSent(tx, { leadId: id, mailKey, text })) return;
    if (lead.version !== version) throw fail(leadErrors.LEAD_CHANGED);
    if (lead.status === 'disqualified') throw fail(answerErrors.LEAD_ANSWER_CLOSED);
    if (sendingStatuses.has(lead.status)) throw fail(leadErrors.LEAD_TRANSITION);
    if (hasBlanks(text)) throw fail(answerErrors.LEAD_ANSWER_BLANKS);
    const { count, oldest } = await answersSince(tx, id, new Date(now.getTime() - DAY_MS));
    if (count >= PER_LEAD && oldest) throw tooMany((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
    const noted = { at: now, fromStatus: null, toStatus: null, byWhom: actor.name } as const;
    await insertEvent(tx, id, { ...noted, kind: 'answer', text, mailKey });
    if (lead.status === 'new' || lead.status === 'unreachable')
      await moveLead(tx, { id, to: 'contacted', by: actor.name }, now);
    else await updateLead(tx, id, { readAt: lead.readAt ?? now, firstAnswerAt: lead.firstAnswerAt ?? now });
    await mailAnswer(tx, env, { lead, text, mailKey, agency: await selectAnswerer(tx, actor.agencyId) });
  });
  return openLead(db, actor.agencyId, word);
}

/** Mails the person what the agency answers, written in the inbox or by mail; `mailKey` again does nothing. */
export async function mailAnswer(
  tx: Tx,
  env: Services['env'],
  { lead, text, mailKey, agency }: { lead: Lead; text: string; mailKey: string; agency: Answerer },
): Promise<void> {
  const letter = await letterTo(tx, env, { leadId: lead.id, side: 'person', direct: agency.email });
  const [card] = lead.listingId === null ? [] : await listingsByIds(tx, [lead.listingId]);
  const { answerMail } = await import('./answers.mails.server.tsx');
  const answer = answerMail({
    origin: env.publicUrl,
    agency,
    text,
    canReply: letter.replyTo !== undefined,
    reference: lead.listingReference,
    card: card ?? null,
    listingUrl:
      card && isVisible(card.status) ? `${env.publicUrl}${paths.listing({ propertyId: card.id })}` : null,
    contactUrl: `${env.publicUrl}${paths.contact()}`,
    askedAt: lead.createdAt,
  });
  await sendMail(tx, answer, {
    key: mailKey,
    stream: `lead:${lead.id}`,
    to: lead.email,
    ...letter,
  });
}
