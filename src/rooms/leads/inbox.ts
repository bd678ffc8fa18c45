/**
 * Inbox: what an agency reads of its leads, and what it does of them.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { shownLine, shownText } from '#contract/fields.ts';
import { formatCount } from '#contract/fmt.ts';
import { listingCardSchema } from '#rooms/listings/reading.ts';
import {
  disqualifications,
  type LeadStatus,
  LONGEST_NOTE,
  leadErrors,
  leadEventKinds,
  leadRequests,
  leadSources,
  leadStatuses,
  leadTransitions,
  sendingStatuses,
} from './contract.ts';

const words = <Word extends string>(known: Readonly<Record<Word, string>>) =>
  z.enum(Object.keys(known) as [Word, ...Word[]]);
const moment = z.nullable(z.string());

/** Leads of one page of the inbox. */
export const INBOX_PAGE = 30;
/** A person who waited that long for a first answer is late (look.md 2.8). */
export const LATE_MS = 24 * 3_600_000;

/** Words of the address of the inbox and of its call; what is malformed is dropped. */
const word = z.optional(z.string().check(z.maxLength(400)));
const inboxQuery = z.object({
  /** Statuses, separated by commas. */
  statut: word,
  /** Number of a listing. */
  annonce: word,
  /** Who answers; `personne` for what is nobody’s. */
  assigne: word,
  /** `oui`: no first answer yet. */
  sansReponse: word,
  /** `oui`: its reminder is due. */
  rappel: word,
  /** `oui`: put aside as spam. */
  indesirable: word,
  /** In names, addresses, telephones, messages and references. */
  q: word,
  /** The last lead of the page before. */
  apres: word,
});
export type InboxWords = z.output<typeof inboxQuery>;
export type InboxWord = keyof InboxWords;

export interface InboxFilters {
  readonly statuses: readonly LeadStatus[];
  readonly listingId: number | null;
  /** Empty: nobody. */
  readonly assignedTo: string | null;
  readonly unanswered: boolean;
  readonly due: boolean;
  readonly spam: boolean;
  readonly text: string | null;
  readonly after: number | null;
}

const NOBODY = 'personne';
const idIn = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The words of the address where what was put aside as spam is read. */
export const SPAM_WORDS = 'indesirable=oui';

/** « 2 demandes attendent sous « Indésirable » ». */
export function spamText(count: number): string {
  return `${formatCount(count, 'demande attend', 'demandes attendent')} sous «\u00a0Indésirable\u00a0»`;
}

/** What the words of an address ask for. */
export function readInboxWords(given: InboxWords): InboxFilters {
  const assigned = given.assigne?.trim() ?? '';
  return {
    statuses: (given.statut ?? '')
      .split(',')
      .filter((one): one is LeadStatus => Object.hasOwn(leadStatuses, one)),
    listingId: idIn(given.annonce),
    assignedTo: assigned === '' ? null : assigned === NOBODY ? '' : assigned,
    unanswered: given.sansReponse === 'oui',
    due: given.rappel === 'oui',
    spam: given.indesirable === 'oui',
    text: given.q?.trim() || null,
    after: idIn(given.apres),
  };
}

/** The words of an address, without those that say nothing. */
export function inboxWordsOf(search: URLSearchParams): InboxWords {
  const known = Object.keys(inboxQuery.shape) as InboxWord[];
  return Object.fromEntries(
    known.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value.slice(0, 400)]] : [];
    }),
  );
}

/** Statuses that people may give to a lead that has this one (domain.md 3.4). */
export function movesFrom(status: LeadStatus): LeadStatus[] {
  if (sendingStatuses.has(status)) return [];
  return leadTransitions[status].filter((to) => !sendingStatuses.has(to));
}

const rowSchema = z.object({
  id: z.int(),
  /** Of the person; empty once they were erased. */
  name: z.string(),
  erased: z.boolean(),
  request: words(leadRequests),
  source: words(leadSources),
  /** Reference of the boost that brought it (domain.md 3.4); null: none did. */
  boostId: z.nullable(z.string()),
  status: words(leadStatuses),
  disqualifiedBecause: z.nullable(words(disqualifications)),
  /** Why it looked sent by a program when it came; null when it did not. */
  suspicion: z.nullable(z.string()),
  listingId: z.nullable(z.int()),
  /** Null: it is about no listing. */
  listingReference: z.nullable(z.string()),
  /** « Appartement 3 pièces 62 m², Lyon 7e »; null once the listing is removed. */
  listingName: z.nullable(z.string()),
  /** The beginning of the message, or of the last thing the person wrote. */
  excerpt: z.string(),
  createdAt: z.string(),
  readAt: moment,
  firstAnswerAt: moment,
  assignedTo: z.nullable(z.string()),
  /** `YYYY-MM-DD`. */
  remindOn: z.nullable(z.string()),
  /** The person wrote last, and nobody answered since. */
  awaited: z.boolean(),
});
export type InboxLead = z.output<typeof rowSchema>;

const statusCounts = z.object(
  Object.fromEntries(Object.keys(leadStatuses).map((status) => [status, z.int()])) as Record<
    LeadStatus,
    z.ZodMiniInt
  >,
);

const inboxSchema = z.object({
  leads: z.array(rowSchema),
  /** `apres` of the next page; null at the end. */
  next: z.nullable(z.int()),
  /** Of the whole inbox, whatever is filtered. */
  counts: statusCounts,
  late: z.int(),
  unanswered: z.int(),
  due: z.int(),
  /** Put aside as spam; and those of them that nobody opened. */
  spam: z.int(),
  aside: z.int(),
  /** « dans la journée »; null with too few answers to tell. */
  usualAnswer: z.nullable(z.string()),
  /** Who leads were given to. */
  assignees: z.array(z.string()),
  /** Listings that somebody asked about. */
  listings: z.array(z.object({ id: z.int(), reference: z.string() })),
});
export type Inbox = z.output<typeof inboxSchema>;

const eventSchema = z.object({
  at: z.string(),
  kind: z.enum(leadEventKinds),
  fromStatus: z.nullable(words(leadStatuses)),
  toStatus: z.nullable(words(leadStatuses)),
  byWhom: z.string(),
  text: z.nullable(z.string()),
  /** Of a mail: it will not arrive. */
  lost: z.boolean(),
  /** Of what came by mail. */
  letter: z.nullable(
    z.object({
      /** It says it comes from another address than this side is known by: anybody can write that. */
      elsewhere: z.boolean(),
      /** That address, of the agency’s own side only. */
      address: z.nullable(z.string()),
      /** All that was written, when that is more than what was new. */
      original: z.nullable(z.string()),
      /** Names of its files, which are not carried. */
      files: z.array(z.string()),
    }),
  ),
});
export type InboxEvent = z.output<typeof eventSchema>;

export const inboxLeadSchema = z.extend(rowSchema, {
  /** What a change must give back. */
  version: z.int(),
  civility: z.nullable(z.enum(['M.', 'Mme'])),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** E.164. */
  phone: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** What was written has links that nobody checked. */
  hasLinks: z.boolean(),
  /** The sentences agreed to, and when. */
  consents: z.array(z.object({ sentence: z.string(), at: z.string() })),
  keepUntil: z.string(),
  card: z.nullable(listingCardSchema),
  /** The page of the listing answers. */
  online: z.boolean(),
  /** The oldest first. */
  events: z.array(eventSchema),
  /** How far it went to the software of the agency; null: nowhere. */
  delivery: z.nullable(
    z.object({
      status: z.enum(['pending', 'delivered', 'failed']),
      attempts: z.int(),
      /** Why the last attempt did not arrive. */
      reason: z.nullable(z.string()),
      /** When it is tried next, or was settled. */
      at: z.string(),
    }),
  ),
  moves: z.array(words(leadStatuses)),
  /** What the same address asked this agency besides, the newest first. */
  others: z.array(
    z.object({
      id: z.int(),
      listingReference: z.nullable(z.string()),
      status: words(leadStatuses),
      createdAt: z.string(),
    }),
  ),
});
export type OpenLead = z.output<typeof inboxLeadSchema>;

const leadId = z.object({ id: z.string() });

export const inboxCall = defineCall({
  method: 'GET',
  path: '/agence/leads',
  access: 'agency',
  summary: 'Les prospects de l’agence connectée, les plus récents d’abord',
  query: inboxQuery,
  answer: inboxSchema,
});

export const openLeadCall = defineCall({
  method: 'GET',
  path: '/agence/leads/:id',
  access: 'agency',
  summary: 'Un prospect de l’agence connectée, avec son histoire',
  params: leadId,
  answer: inboxLeadSchema,
  errors: [leadErrors.LEAD_UNKNOWN],
});

const LONGEST_NAME = 60;
const DAY_SAID = 'La date s’écrit AAAA-MM-JJ, par exemple 2027-01-15.';

/** What changes; what is not said stays. */
const leadChangeSchema = z.object({
  /** As it was read; asked for with any change but `read`. */
  version: z.optional(z.int()),
  /** It was opened: the person is told when. */
  read: z.optional(z.literal(true)),
  status: z.optional(words(leadStatuses)),
  /** Asked for with « disqualified ». */
  because: z.optional(words(disqualifications)),
  /** Asked for when a lead that was put aside is taken up again. */
  reason: z.optional(z.string().check(shownText, z.maxLength(LONGEST_NOTE))),
  /** Null: nobody. */
  assignedTo: z.optional(
    z.nullable(
      z
        .string()
        .check(
          shownLine,
          z.minLength(1, { error: 'Donnez un nom.' }),
          z.maxLength(LONGEST_NAME, { error: `Un nom compte ${LONGEST_NAME} caractères au plus.` }),
        ),
    ),
  ),
  /** `YYYY-MM-DD`, today or later; null: none. */
  remindOn: z.optional(z.nullable(z.iso.date({ error: DAY_SAID }))),
  note: z.optional(z.string().check(shownText)),
});
export type LeadChange = z.output<typeof leadChangeSchema>;

export const editLeadCall = defineCall({
  method: 'PATCH',
  path: '/agence/leads/:id',
  access: 'agency',
  summary: 'Changer le statut, l’attribution ou le rappel d’un prospect, ou y ajouter une note',
  params: leadId,
  body: leadChangeSchema,
  answer: inboxLeadSchema,
  errors: [
    leadErrors.LEAD_UNKNOWN,
    leadErrors.LEAD_TRANSITION,
    leadErrors.LEAD_REASON_MISSING,
    leadErrors.LEAD_NOTE_EMPTY,
    leadErrors.LEAD_CHANGED,
    leadErrors.LEAD_ERASED,
    sharedErrors.VALIDATION_ERROR,
  ],
});

/** A lead whose mail did not arrive, or has not yet, is dealt with in the inbox, where it is read. */
export const takeLeadCall = defineCall({
  method: 'POST',
  path: '/agence/leads/:id/take',
  access: 'agency',
  summary: 'Traiter dans la boîte un prospect dont le courriel n’est pas arrivé',
  params: leadId,
  answer: inboxLeadSchema,
  errors: [leadErrors.LEAD_UNKNOWN, leadErrors.LEAD_TRANSITION, leadErrors.LEAD_ERASED],
});

export const leadExportCall = defineCall({
  method: 'GET',
  path: '/agence/leads/export.csv',
  access: 'agency',
  summary: 'Les prospects de l’agence connectée, en CSV, filtrés comme la boîte',
  query: inboxQuery,
  file: 'text/csv; charset=utf-8',
});

/** Statuses of a lead that a first answer is due to. */
const waiting: ReadonlySet<LeadStatus> = new Set<LeadStatus>(['new', 'processing', 'error']);

/** How long the person waits, or waited, for a first answer (ms); null when none is due. `late` past a day. */
export function answerTimer(
  lead: Pick<InboxLead, 'createdAt' | 'firstAnswerAt' | 'status' | 'erased'>,
  now: Date,
): { readonly answered: boolean; readonly ms: number; readonly late: boolean } | null {
  const since = Date.parse(lead.createdAt);
  if (lead.firstAnswerAt !== null) {
    const ms = Math.max(0, Date.parse(lead.firstAnswerAt) - since);
    return { answered: true, ms, late: false };
  }
  if (!waiting.has(lead.status) || lead.erased) return null;
  const ms = Math.max(0, now.getTime() - since);
  return { answered: false, ms, late: ms > LATE_MS };
}

const NBSP = '\u00a0';

/** « 35 min », « 1 h 24 », « 3 jours ». */
export function spanWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'moins d’une minute';
  if (minutes < 60) return `${minutes}${NBSP}min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours < 10 && rest > 0) return `${hours}${NBSP}h${NBSP}${String(rest).padStart(2, '0')}`;
  if (hours < 48) return `${hours}${NBSP}h`;
  return `${Math.floor(hours / 24)}${NBSP}jours`;
}
