import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type ListingCard, listingName } from '#rooms/listings/reading.ts';
import { type Lead, type LeadEvent, leadErrors, leadStatuses, SYSTEM, sendingStatuses } from './contract.ts';
import { PERSON } from './conversation.ts';
import {
  countNew,
  type InboxRow,
  type LockedLead,
  lockOwnLead,
  markRead,
  selectChoices,
  selectConsents,
  selectInbox,
  selectOthers,
  selectOwn,
  selectTotals,
} from './inbox.sql.server.ts';
import {
  INBOX_PAGE,
  type Inbox,
  type InboxEvent,
  type InboxFilters,
  type InboxLead,
  LATE_MS,
  type LeadChange,
  movesFrom,
  type OpenLead,
} from './inbox.ts';
import { addNote, leadHistory, moveLead } from './leads.server.ts';
import { insertEvent, updateLead } from './leads.sql.server.ts';
import { answerTimeOf } from './people.server.ts';
import { strangeLinks } from './spam.server.ts';
import { selectDelivery } from './webhook.sql.server.ts';

/** More names and listings than a list to choose from can show. */
const CHOICES = 200;
const OTHERS = 5;

/** Who acts, as its session says. */
export interface AgencyActor {
  readonly agencyId: AgencyId;
  readonly ownerReference: string;
  /** Signs what it does. */
  readonly name: string;
}

/** The leads of an agency that its filters leave, the newest first, and what its inbox holds in all. */
export async function inboxOf(
  db: Queryable,
  { agencyId, ownerReference }: Pick<AgencyActor, 'agencyId' | 'ownerReference'>,
  filters: InboxFilters,
): Promise<Inbox> {
  const now = clock.now();
  const today = parisDay(now).day;
  const [rows, totals, choices, usualAnswer] = await Promise.all([
    selectInbox(db, agencyId, { filters, today, limit: INBOX_PAGE + 1 }),
    selectTotals(db, agencyId, { lateBefore: new Date(now.getTime() - LATE_MS), today }),
    selectChoices(db, agencyId, CHOICES),
    answerTimeOf(db, ownerReference),
  ]);
  const shown = rows.slice(0, INBOX_PAGE);
  const cards = await cardsOf(db, shown);
  const sum = (name: 'late' | 'unanswered' | 'due' | 'spam' | 'aside') =>
    totals.reduce((all, one) => all + one[name], 0);
  const counts = Object.fromEntries(Object.keys(leadStatuses).map((status) => [status, 0]));
  for (const { status, count } of totals) counts[status] = count;
  return {
    leads: shown.map((row) => rowOf(row, cards)),
    next: rows.length > INBOX_PAGE ? shown.at(-1)!.id : null,
    counts: counts as Inbox['counts'],
    late: sum('late'),
    unanswered: sum('unanswered'),
    due: sum('due'),
    spam: sum('spam'),
    aside: sum('aside'),
    usualAnswer,
    ...choices,
  };
}

/** How many leads nobody has dealt with: the badge of the header. */
export async function newLeadsOf(db: Queryable, agencyId: AgencyId): Promise<number> {
  return countNew(db, agencyId);
}

/** A lead of this agency with its history. Throws LEAD_UNKNOWN, for another agency’s too. */
export async function openLead(db: Queryable, agencyId: AgencyId, word: string): Promise<OpenLead> {
  const id = idOf(word);
  const row = await selectOwn(db, agencyId, id);
  if (!row) throw fail(leadErrors.LEAD_UNKNOWN);
  const [cards, events, consents, others, delivery] = await Promise.all([
    cardsOf(db, [row]),
    leadHistory(db, id),
    selectConsents(db, id),
    selectOthers(db, row, OTHERS),
    selectDelivery(db, id),
  ]);
  const card = row.listingId === null ? null : (cards.get(row.listingId) ?? null);
  const written = [row.message, ...events.flatMap(({ kind, text }) => (kind === 'reply' ? [text] : []))];
  return {
    ...rowOf(row, cards),
    version: row.version,
    civility: row.civility,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    message: row.message,
    hasLinks: written.some((text) => strangeLinks(text ?? '').length > 0),
    consents: consents.map(({ sentence, at }) => ({ sentence, at: at.toISOString() })),
    keepUntil: row.keepUntil,
    card,
    online: card !== null && isVisible(card.status),
    events: events.map(shownEvent),
    delivery: delivery && {
      status: delivery.status,
      attempts: delivery.attempts,
      reason: delivery.reason,
      at: (delivery.settledAt ?? delivery.nextAt).toISOString(),
    },
    moves: row.erasedAt === null ? movesFrom(row.status) : [],
    others: others.map(({ createdAt, ...other }) => ({ ...other, createdAt: createdAt.toISOString() })),
  };
}

/**
 * Changes a lead of this agency and notes each change, all or nothing. Throws LEAD_UNKNOWN (another agency’s too),
 * LEAD_CHANGED when it is no longer as it was read, LEAD_ERASED, LEAD_TRANSITION, LEAD_REASON_MISSING, LEAD_NOTE_EMPTY,
 * or VALIDATION_ERROR for a reminder that is past.
 */
export async function editLead(
  db: Db,
  actor: AgencyActor,
  word: string,
  change: LeadChange,
): Promise<OpenLead> {
  const id = idOf(word);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const lead = await lockOwnLead(tx, actor.agencyId, id);
    if (!lead) throw fail(leadErrors.LEAD_UNKNOWN);
    const { version, read, ...changes } = change;
    if (Object.values(changes).some((value) => value !== undefined)) {
      if (lead.erasedAt !== null) throw fail(leadErrors.LEAD_ERASED);
      if (version !== lead.version) throw fail(leadErrors.LEAD_CHANGED);
    }
    if (read && lead.erasedAt === null) await markRead(tx, id, now);
    await apply(tx, { id, by: actor.name, lead, now }, changes);
  });
  return openLead(db, actor.agencyId, word);
}

async function apply(
  tx: Tx,
  { id, by, lead, now }: { id: number; by: string; lead: LockedLead; now: Date },
  change: Omit<LeadChange, 'version' | 'read'>,
): Promise<void> {
  const { status, because, reason, assignedTo, remindOn, note } = change;
  if (status !== undefined)
    await moveLead(
      tx,
      {
        id,
        to: status,
        by,
        ...(because === undefined ? {} : { because }),
        ...(reason === undefined ? {} : { reason }),
      },
      now,
    );
  const noted = { at: now, fromStatus: null, toStatus: null, byWhom: by } as const;
  if (assignedTo !== undefined && assignedTo !== lead.assignedTo) {
    await updateLead(tx, id, { assignedTo });
    await insertEvent(tx, id, { ...noted, kind: 'assignment', text: assignedTo });
  }
  if (remindOn !== undefined && remindOn !== lead.remindOn) {
    if (remindOn !== null && remindOn < parisDay(now).day) {
      const message = 'Choisissez aujourd’hui ou un jour à venir.';
      throw fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field: 'remindOn', message }] }, message);
    }
    await updateLead(tx, id, { remindOn });
    await insertEvent(tx, id, { ...noted, kind: 'reminder', text: remindOn });
  }
  if (note !== undefined) await addNote(tx, { id, by, text: note }, now);
}

/**
 * A lead whose mail has not reached the agency is there all the same: from now on it is dealt with in the inbox. Throws
 * LEAD_UNKNOWN, LEAD_ERASED, or LEAD_TRANSITION for a lead that arrived.
 */
export async function takeLead(db: Db, actor: AgencyActor, word: string): Promise<OpenLead> {
  const id = idOf(word);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const lead = await lockOwnLead(tx, actor.agencyId, id);
    if (!lead) throw fail(leadErrors.LEAD_UNKNOWN);
    if (lead.erasedAt !== null) throw fail(leadErrors.LEAD_ERASED);
    if (!sendingStatuses.has(lead.status))
      throw fail(leadErrors.LEAD_TRANSITION, { from: lead.status, to: 'new' });
    const reason = `Reprise dans la boîte par ${actor.name}`;
    if (lead.status === 'error') await moveLead(tx, { id, to: 'processing', by: SYSTEM, reason }, now);
    await moveLead(tx, { id, to: 'new', by: SYSTEM, reason }, now);
    await markRead(tx, id, now);
  });
  return openLead(db, actor.agencyId, word);
}

/** The id in an address. Throws LEAD_UNKNOWN when it cannot be one. */
function idOf(word: string): number {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw fail(leadErrors.LEAD_UNKNOWN);
  return Number(word);
}

async function cardsOf(
  db: Queryable,
  rows: readonly Pick<Lead, 'listingId'>[],
): Promise<Map<number, ListingCard>> {
  const ids = [...new Set(rows.flatMap(({ listingId }) => listingId ?? []))];
  return new Map((await listingsByIds(db, ids)).map((card) => [card.id, card]));
}

/** An address that the person did not give to the agency is not shown to it. */
function shownEvent({ at, letter, ...event }: LeadEvent): InboxEvent {
  return {
    ...event,
    at: at.toISOString(),
    letter: letter && {
      elsewhere: letter.elsewhere !== null,
      address: event.byWhom === PERSON ? null : letter.elsewhere,
      original: letter.original,
      files: [...letter.files],
    },
  };
}

function rowOf(row: InboxRow, cards: ReadonlyMap<number, ListingCard>): InboxLead {
  const card = row.listingId === null ? undefined : cards.get(row.listingId);
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`.trim(),
    erased: row.erasedAt !== null,
    request: row.request,
    source: row.source,
    boostId: row.boostReference,
    status: row.status,
    disqualifiedBecause: row.disqualifiedBecause,
    suspicion: row.suspicion,
    listingId: row.listingId,
    listingReference: row.listingReference,
    listingName: card ? listingName(card) : null,
    excerpt: row.excerpt,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    firstAnswerAt: row.firstAnswerAt?.toISOString() ?? null,
    assignedTo: row.assignedTo,
    remindOn: row.remindOn,
    awaited: row.awaited,
  };
}
