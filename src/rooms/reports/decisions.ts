/**
 * Decisions: the queue of what is reported, one case of it, and what an administrator does with it (DSA, articles 16, 17, 20, 23).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { suspensionGroundNames } from '#rooms/listings/moderation.ts';
import { appealOutcomeNames, appealSideNames } from './appeals.ts';
import { attachmentSchema } from './attachments.ts';
import {
  type Measure,
  measures,
  type ReportKind,
  type ReportReason,
  type ReportStatus,
  reportKinds,
  reportReasons,
  reportStatuses,
} from './contract.ts';

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Object.keys(table) as [Name, ...Name[]];

/** How a case ends. */
export const outcomes = {
  founded: 'Fondé',
  unfounded: 'Non fondé',
  duplicate: 'Doublon',
} as const satisfies Partial<Record<ReportStatus, string>>;
export type Outcome = keyof typeof outcomes;

/** Views of the queue; `waiting`: new, in progress and contested. */
export const queueStates = { waiting: 'À traiter', ...reportStatuses, contested: 'Contesté' } as const;
export type QueueState = keyof typeof queueStates;

/** From which number in a year somebody is flagged: who was wrong, and the agency against which one was right (DSA, article 23). */
export const REPEATED = 3;
export const REPEAT_MONTHS = 12;

export const QUEUE_PAGE = 50;
/** Other reports of the same listing that a case shows. */
export const OTHERS_SHOWN = 20;

/** Where a page of the queue ends: in what waits or in what is closed, then by what each is ordered. */
export const CURSOR = /^(?:w[123]-\d{1,15}-\d{1,15}|c-\d{1,15}-\d{1,15})$/;

const queueWords = {
  state: z.optional(z.enum(namesOf<QueueState>(queueStates))),
  reason: z.optional(z.enum(namesOf<ReportReason>(reportReasons))),
  priority: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3))),
  kind: z.optional(z.enum(namesOf<ReportKind>(reportKinds))),
  /** Its reference. */
  agency: z.optional(z.string().check(z.maxLength(40))),
  listing: z.optional(z.coerce.number().check(z.int(), z.positive())),
};

const heading = {
  id: z.int(),
  reference: z.string(),
  kind: z.enum(namesOf<ReportKind>(reportKinds)),
  status: z.enum(namesOf<ReportStatus>(reportStatuses)),
  contested: z.boolean(),
  priority: z.int(),
  reason: z.enum(namesOf<ReportReason>(reportReasons)),
  /** ISO. */
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  takenBy: z.nullable(z.string()),
  /** As it was read. `id` null: it is no more. */
  listing: z.object({ id: z.nullable(z.int()), reference: z.string(), title: z.string(), url: z.string() }),
  agency: z.object({ id: z.int(), ownerReference: z.string(), name: z.string() }),
  /** Who reported was wrong `REPEATED` times in a year; the agency was rightly reported as often. */
  repeatReporter: z.boolean(),
  repeatAgency: z.boolean(),
  attachments: z.int(),
};
const headingSchema = z.object(heading);
export type CaseHeading = z.output<typeof headingSchema>;

export const queueCall = defineCall({
  method: 'GET',
  path: '/admin/reports',
  access: 'admin',
  summary: 'Les signalements : ce qui attend d’abord, le plus pressant puis le plus ancien en tête',
  query: z.object({
    ...queueWords,
    /** `next` of the page before. */
    apres: z.optional(z.string().check(z.regex(CURSOR))),
  }),
  answer: z.object({ cases: z.array(headingSchema), next: z.nullable(z.string()) }),
});

export const queueCsvCall = defineCall({
  method: 'GET',
  path: '/admin/reports.csv',
  access: 'admin',
  summary: 'Les mêmes signalements, tous, pour un tableur, sans qui a signalé ni ses mots',
  query: z.object(queueWords),
  file: 'text/csv; charset=utf-8',
});

const shownSchema = z.record(z.string(), z.unknown());

const appealEntrySchema = z.object({
  id: z.int(),
  side: z.enum(appealSideNames),
  body: z.string(),
  at: z.string(),
  outcome: z.nullable(z.enum(appealOutcomeNames)),
  statement: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
});
export type AppealEntry = z.output<typeof appealEntrySchema>;

const caseSchema = z.object({
  ...heading,
  explanation: z.string(),
  /** Null: unknown, erased, or a rule. What they sent and what was wrong of it, in a year. */
  reporter: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      sent: z.int(),
      unfounded: z.int(),
    }),
  ),
  /** The person who reported asked to be erased. */
  erased: z.boolean(),
  /** Founded reports of the agency in a year. */
  agencyFounded: z.int(),
  /** The listing as it was read, and as it stands; null: it is no more. */
  shown: shownSchema,
  today: z.nullable(shownSchema),
  takenAt: z.nullable(z.string()),
  agencyToldAt: z.nullable(z.string()),
  measure: z.nullable(z.enum(namesOf<Measure>(measures))),
  ground: z.nullable(z.enum(suspensionGroundNames)),
  statement: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  others: z.array(
    z.object({
      id: z.int(),
      reference: z.string(),
      status: z.enum(namesOf<ReportStatus>(reportStatuses)),
      reason: z.enum(namesOf<ReportReason>(reportReasons)),
      createdAt: z.string(),
    }),
  ),
  files: z.array(attachmentSchema),
  appeals: z.array(appealEntrySchema),
  /** Several people administer: another one than who decided can judge an appeal. */
  severalAdministrators: z.boolean(),
});
export type Case = z.output<typeof caseSchema>;

export const caseCall = defineCall({
  method: 'GET',
  path: '/admin/reports/:id',
  access: 'admin',
  summary: 'Un signalement, l’annonce telle qu’elle a été lue et telle qu’elle est, et ce qui a été décidé',
  params: z.object({ id: z.string() }),
  answer: caseSchema,
  errors: [sharedErrors.NOT_FOUND],
});

export const decisionErrors = defineErrors({
  REPORT_TAKEN: [409, 'Quelqu’un d’autre a déjà pris ce signalement en charge. Rechargez la page.'],
  REPORT_DECIDED: [409, 'Ce signalement est déjà tranché. Rechargez la page pour lire la décision.'],
  REPORT_OPEN: [409, 'Ce signalement n’est pas encore tranché\u00a0: il n’y a rien à contester.'],
  REPORT_LISTING_GONE: [
    409,
    'Cette annonce n’existe plus\u00a0: choisissez une autre mesure que la suspension.',
  ],
  REPORT_NAMES_REPORTER: [
    400,
    'Le motif nomme la personne qui a signalé, et l’agence le lira. Retirez son nom et son adresse.',
  ],
  APPEAL_DECIDED: [409, 'Cette contestation est déjà tranchée. Rechargez la page.'],
  APPEAL_SAME_PERSON: [
    409,
    'Vous avez pris la décision contestée. Laissez l’autre administrateur répondre, ou cochez que personne d’autre ne le peut.',
  ],
});

const verdict = {
  measure: z.optional(z.enum(namesOf<Measure>(measures), 'Choisissez ce qui est fait de l’annonce')),
  ground: z.optional(z.enum(suspensionGroundNames, 'Choisissez le fondement de la suspension')),
  reason: reasonSchema,
};

const takeSchema = z.object({
  act: z.literal('take'),
  /** « Votre annonce a été signalée » leaves to the agency now, not with the decision. */
  tellAgency: z.boolean(),
});
export const decideSchema = z.object({
  act: z.literal('decide'),
  outcome: z.enum(namesOf<Outcome>(outcomes), 'Choisissez une issue'),
  ...verdict,
});
const answerSchema = z.object({
  act: z.literal('appeal'),
  appeal: z.int(),
  appealOutcome: z.enum(appealOutcomeNames, 'Dites si la décision est maintenue'),
  /** The new decision, when it is changed. */
  outcome: z.optional(z.enum(namesOf<Outcome>(outcomes), 'Choisissez une issue')),
  ...verdict,
  /** Who decided answers, for nobody else can. */
  alone: z.optional(z.boolean()),
});
export type Taking = z.output<typeof takeSchema>;
export type Deciding = z.output<typeof decideSchema>;
export type Answering = z.output<typeof answerSchema>;

export const handleReportCall = defineCall({
  method: 'PATCH',
  path: '/admin/reports/:id',
  access: 'admin',
  summary:
    'Prend un signalement en charge, le tranche, ou répond à une contestation ; les deux côtés sont prévenus',
  params: z.object({ id: z.string() }),
  body: z.discriminatedUnion('act', [takeSchema, decideSchema, answerSchema]),
  answer: z.object({
    id: z.int(),
    reference: z.string(),
    status: z.enum(namesOf<ReportStatus>(reportStatuses)),
    contested: z.boolean(),
    measure: z.nullable(z.enum(namesOf<Measure>(measures))),
  }),
  errors: [sharedErrors.NOT_FOUND, ...Object.values(decisionErrors)],
});
