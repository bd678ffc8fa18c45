/**
 * Leads: who asked an agency about a listing, and what became of it (domain.md 3.4).
 * Owns lead, lead_event, lead_letter, lead_address, lead_consent, lead_attempt, lead_webhook and lead_delivery.
 */
import * as z from 'zod/mini';
import { defineErrors } from '#contract/errors.ts';
import { email, firstName, lastName, message, optionalPhone } from '#contract/fields.ts';

/** The seven statuses of the specification, and the words agencies read. */
export const leadStatuses = {
  new: 'Nouveau',
  processing: 'En cours d’envoi',
  error: 'Erreur d’envoi',
  contacted: 'Contacté',
  qualified: 'Qualifié',
  unreachable: 'Injoignable',
  disqualified: 'Disqualifié',
} as const;
export type LeadStatus = keyof typeof leadStatuses;

/** What may follow a status (domain.md 3.4). */
export const leadTransitions: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  processing: ['new', 'error'],
  error: ['processing'],
  new: ['contacted', 'qualified', 'unreachable', 'disqualified'],
  contacted: ['qualified', 'unreachable', 'disqualified'],
  unreachable: ['contacted', 'disqualified'],
  qualified: ['contacted', 'disqualified'],
  disqualified: ['contacted'],
};

/** Statuses of the sending itself: people neither leave nor enter them. */
export const sendingStatuses: ReadonlySet<LeadStatus> = new Set<LeadStatus>(['processing', 'error']);

/** Who moves a lead while it is being sent. */
export const SYSTEM = 'system';

export const leadSources = {
  listing_form: 'Formulaire de l’annonce',
  call: 'Appel',
  alert: 'Alerte',
  boost: 'Boost',
  agency_page: 'Page de l’agence',
} as const;
export type LeadSource = keyof typeof leadSources;

export const leadRequests = {
  visit: 'Visite',
  information: 'Information',
  file: 'Dossier',
  estimate: 'Estimation',
  call_back: 'Rappel',
} as const;
export type LeadRequest = keyof typeof leadRequests;

export const disqualifications = {
  unreachable: 'Injoignable',
  off_criteria: 'Hors critères',
  duplicate: 'Doublon',
  unavailable: 'Bien indisponible',
  spam: 'Indésirable',
} as const;
export type Disqualification = keyof typeof disqualifications;

/** A lead is kept this long after its last contact (domain.md 3.4). */
export const KEPT_YEARS = 3;
export const LONGEST_NOTE = 2000;

const words = <Word extends string>(known: Readonly<Record<Word, string>>) =>
  z.enum(Object.keys(known) as [Word, ...Word[]]);

export const newLeadSchema = z.object({
  /** Of the listing asked about, whose agency it goes to; null: asked of `agencyId` itself, on its page. */
  listingId: z.nullable(z.int()),
  agencyId: z.optional(z.int()),
  source: words(leadSources),
  /** Reference of the boost that brought it. */
  boostReference: z.optional(z.string()),
  request: words(leadRequests),
  civility: z.optional(z.enum(['M.', 'Mme'])),
  firstName,
  lastName,
  email,
  phone: optionalPhone,
  message: z.nullish(message),
  optInAlerts: z.optional(z.boolean()),
  optInPartners: z.optional(z.boolean()),
});
export type NewLead = z.input<typeof newLeadSchema>;

export interface Lead {
  readonly id: number;
  readonly listingId: number | null;
  readonly agencyId: number;
  /** Reference of the agency. */
  readonly agency: string;
  /** Null: it is about no listing, but asked of the agency itself. */
  readonly listingReference: string | null;
  readonly source: LeadSource;
  /** Reference of the boost whose advertisement brought the person, proven by its link; null: none did. */
  readonly boostReference: string | null;
  readonly status: LeadStatus;
  readonly request: LeadRequest;
  readonly civility: 'M.' | 'Mme' | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly message: string | null;
  readonly disqualifiedBecause: Disqualification | null;
  /** Why it looked sent by a program when it came, in words; null when it did not. */
  readonly suspicion: string | null;
  readonly assignedTo: string | null;
  /** `YYYY-MM-DD`. */
  readonly remindOn: string | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  readonly firstAnswerAt: Date | null;
  readonly closedAt: Date | null;
  /** `YYYY-MM-DD`. */
  readonly keepUntil: string;
  /** Nothing is left of the person: their name and address are empty, their message is null. */
  readonly erasedAt: Date | null;
  /** One more with each change. */
  readonly version: number;
}

/**
 * `assignment` and `reminder`: `text` is to whom, or which day; null for none. `answer`, `reply`, `gone`: what was written;
 * `automatic`: by a machine of either side.
 */
export const leadEventKinds = [
  'status',
  'note',
  'assignment',
  'reminder',
  'answer',
  'reply',
  'gone',
  'automatic',
] as const;
type LeadEventKind = (typeof leadEventKinds)[number];

export interface LeadEvent {
  readonly at: Date;
  readonly kind: LeadEventKind;
  readonly fromStatus: LeadStatus | null;
  readonly toStatus: LeadStatus | null;
  readonly byWhom: string;
  readonly text: string | null;
  /** Of a mail: it will not arrive. */
  readonly lost: boolean;
  /** What it has when it came by mail. */
  readonly letter: Letter | null;
}

/** Of what came by mail, besides what was new in it. */
export interface Letter {
  /** The address it says it comes from, when this side is not known by it: anybody can write that. */
  readonly elsewhere: string | null;
  /** All that was written, when that is more. */
  readonly original: string | null;
  /** Names of its files, which Vigie does not carry. */
  readonly files: readonly string[];
}

/** What is noted of a lead: the rest of an event is read from elsewhere. */
export type NewLeadEvent = Omit<LeadEvent, 'lost' | 'letter'>;

export const leadErrors = defineErrors({
  LEAD_UNKNOWN: [404, 'Cette demande n’existe pas.'],
  LEAD_LISTING_UNKNOWN: [404, 'Cette annonce n’existe pas ou n’est plus en ligne.'],
  LEAD_AGENCY_UNKNOWN: [404, 'Cette agence n’existe pas ou n’est plus sur Vigie.'],
  LEAD_TRANSITION: [409, 'Cette demande ne peut pas passer à ce statut.'],
  LEAD_REASON_MISSING: [422, 'Indiquez un motif\u00a0: il est gardé dans l’historique.'],
  LEAD_CHANGED: [
    409,
    'Cette demande a changé entre-temps. La voici à jour\u00a0: vérifiez, puis recommencez.',
  ],
  LEAD_ERASED: [409, 'Cette personne a fait effacer ses données\u00a0: sa demande ne peut plus changer.'],
  LEAD_NOTE_EMPTY: [422, `Une note compte de 1 à ${LONGEST_NOTE} caractères.`],
});
