import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import {
  type Disqualification,
  KEPT_YEARS,
  type Lead,
  type LeadEvent,
  type LeadStatus,
  LONGEST_NOTE,
  leadErrors,
  leadTransitions,
  type NewLead,
  type NewLeadEvent,
  newLeadSchema,
  SYSTEM,
  sendingStatuses,
} from './contract.ts';
import { countSpam } from './inbox.sql.server.ts';
import * as statements from './leads.sql.server.ts';

/** What other rooms ask of leads about the people who sent them; decided in people/. */
export {
  answerTimeOf,
  erasePerson,
  personalDataOf,
  requestCountOf,
  requestsOf,
} from './people.server.ts';

/** How many leads of an agency wait under « Indésirable »: held as they came, and never opened. */
export async function spamCountOf(db: Queryable, agencyId: number): Promise<number> {
  return countSpam(db, agencyId);
}

/** Leads of the agency of that reference, or of all, the newest first. */
export async function listLeads(db: Queryable, agencyReference: string | null = null): Promise<Lead[]> {
  return statements.selectLeads(db, agencyReference);
}

/** What happened to a lead, the oldest first. */
export async function leadHistory(db: Queryable, id: number): Promise<LeadEvent[]> {
  return statements.selectEvents(db, id);
}

interface Reception {
  readonly now: Date;
  /** A lead of the demonstration. */
  readonly demo?: boolean;
  /** Who was signed in. */
  readonly accountId?: number | null;
  /** Why it looks sent by a program, in words for the agency. */
  readonly suspicion?: string | null;
  /** It is put aside as spam at once, and no mail tells of it. */
  readonly held?: boolean;
}

/**
 * Keeps what somebody asked about a listing on line, or of an agency itself: it waits to be sent to the agency, unless it is held. Throws
 * VALIDATION_ERROR with one issue per wrong field, or LEAD_LISTING_UNKNOWN.
 */
export async function receiveLead(
  tx: Tx,
  given: NewLead,
  { now, demo = false, accountId = null, suspicion = null, held = false }: Reception,
): Promise<number> {
  const parsed = newLeadSchema.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    throw fail(sharedErrors.VALIDATION_ERROR, issues);
  }
  const {
    listingId,
    agencyId,
    optInAlerts = false,
    optInPartners = false,
    boostReference = null,
    civility = null,
    message = null,
    ...told
  } = parsed.data;
  const asked =
    listingId !== null
      ? await statements.selectAskedListing(tx, listingId)
      : agencyId !== undefined && { agencyId, reference: null };
  if (!asked) throw fail(leadErrors.LEAD_LISTING_UNKNOWN);
  const status = held ? 'disqualified' : 'processing';
  const id = await statements.insertLead(tx, {
    ...told,
    boostReference,
    civility,
    message,
    accountId,
    mailKey: null,
    optInAlerts,
    optInPartners,
    listingId,
    agencyId: asked.agencyId,
    listingReference: asked.reference,
    status,
    disqualifiedBecause: held ? 'spam' : null,
    suspicion,
    demo,
    createdAt: now,
    readAt: null,
    firstAnswerAt: null,
    keepUntil: keptUntil(now),
  });
  await statements.insertEvent(tx, id, moved(null, status, SYSTEM, suspicion, now));
  return id;
}

export interface LeadMove {
  readonly id: number;
  readonly to: LeadStatus;
  /** Who moves it; `SYSTEM` while it is being sent. */
  readonly by: string;
  /** Asked for when a lead that was put aside is taken up again. */
  readonly reason?: string;
  /** Asked for when a lead is put aside. */
  readonly because?: Disqualification;
}

/**
 * Moves a lead to another status, as `leadTransitions` allows, and notes who did it, when and why. Only the system moves
 * a lead that is being sent. Throws LEAD_UNKNOWN, LEAD_TRANSITION or LEAD_REASON_MISSING.
 */
export async function moveLead(tx: Tx, { id, to, by, reason, because }: LeadMove, now: Date): Promise<void> {
  const lead = await statements.lockLead(tx, id);
  if (!lead) throw fail(leadErrors.LEAD_UNKNOWN);
  const ofSystem = sendingStatuses.has(lead.status) || sendingStatuses.has(to);
  if (!leadTransitions[lead.status].includes(to) || ofSystem !== (by === SYSTEM))
    throw fail(leadErrors.LEAD_TRANSITION, { from: lead.status, to });
  const text = reason?.trim() ?? '';
  if (to === 'disqualified' && because === undefined) throw fail(leadErrors.LEAD_REASON_MISSING);
  if (lead.status === 'disqualified' && text === '') throw fail(leadErrors.LEAD_REASON_MISSING);
  const answered = to === 'contacted' || to === 'qualified';
  await statements.updateLead(tx, id, {
    status: to,
    disqualifiedBecause: to === 'disqualified' ? (because ?? null) : null,
    closedAt: to === 'disqualified' ? now : null,
    ...(ofSystem ? {} : { readAt: lead.readAt ?? now, keepUntil: keptUntil(now) }),
    ...(answered && lead.firstAnswerAt === null ? { firstAnswerAt: now } : {}),
  });
  await statements.insertEvent(tx, id, moved(lead.status, to, by, text || (because ?? null), now));
}

/** Adds a note that the agency reads. Throws LEAD_UNKNOWN or LEAD_NOTE_EMPTY. */
export async function addNote(
  tx: Tx,
  { id, by, text }: { id: number; by: string; text: string },
  now: Date,
): Promise<void> {
  const note = text.trim();
  if (note === '' || note.length > LONGEST_NOTE) throw fail(leadErrors.LEAD_NOTE_EMPTY);
  const lead = await statements.lockLead(tx, id);
  if (!lead) throw fail(leadErrors.LEAD_UNKNOWN);
  await statements.updateLead(tx, id, { readAt: lead.readAt ?? now });
  await statements.insertEvent(tx, id, {
    at: now,
    kind: 'note',
    fromStatus: null,
    toStatus: null,
    byWhom: by,
    text: note,
  });
}

function moved(
  fromStatus: LeadStatus | null,
  toStatus: LeadStatus,
  byWhom: string,
  text: string | null,
  at: Date,
): NewLeadEvent {
  return { at, kind: 'status', fromStatus, toStatus, byWhom, text };
}

/** The day, in Paris, when nothing more is known of somebody last in touch now. */
export function keptUntil(now: Date): string {
  const { day } = parisDay(now);
  const until = `${Number(day.slice(0, 4)) + KEPT_YEARS}${day.slice(4)}`;
  return until.replace(/-02-29$/, '-02-28');
}
