/**
 * Doctor: the feeds that an agency sends by itself: compared, said line by line, applied when it says so, undone.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { serviceErrors } from '#rooms/administrators/switches.ts';
import { type ListingStatus, listingStatuses } from '#rooms/listings/contract.ts';

/** Bytes of an archive that a browser sends; larger ones come through the drop folder. */
export const UPLOAD_BYTES_MAX = 200_000_000;
/** Lines of a report in one answer. */
export const LINES_AT_ONCE = 50;
/** Imports of the history in one answer. */
export const IMPORTS_AT_ONCE = 20;
/** Diagnostics in one answer; the CSV has all those that are kept. */
export const DIAGNOSTICS_SHOWN = 200;

/** The job that works on them is woken here. */
export const FEED_CHANNEL = 'vigie_feed';

export const doctorErrors = defineErrors({
  FEED_MISSING: [422, 'Aucun fichier n’est joint. Choisissez l’export de votre logiciel.'],
  FEED_TOO_HEAVY: [
    413,
    'Ce fichier dépasse 200 Mo. Envoyez les photos par adresse (Mode=URL), ou par le dossier de dépôt.',
  ],
  FEED_BUSY: [409, 'Un envoi de votre agence est déjà en cours. Attendez qu’il soit terminé.'],
  FEED_HELD: [
    409,
    'Avec cet envoi, une grande part de vos annonces quitterait le site. Confirmez que c’est voulu pour l’appliquer.',
  ],
  FEED_NOT_KEPT: [409, 'Le fichier de cet import n’est plus gardé. Renvoyez-le.'],
  FEED_NOT_APPLICABLE: [409, 'Cet envoi a été refusé. Corrigez-le, puis envoyez-le à nouveau.'],
  FEED_NOT_UNDOABLE: [
    409,
    'Cet import ne peut plus être annulé : il n’est pas appliqué, il est trop ancien, ou un import plus récent l’est.',
  ],
});

/** What an import does to listings, in the order of a report. */
export const lineKinds = ['created', 'updated', 'returned', 'withdrawn', 'unchanged'] as const;
export type LineKind = (typeof lineKinds)[number];

const statuses = Object.keys(listingStatuses) as ListingStatus[];

const lineSchema = z.object({
  kind: z.enum(lineKinds),
  technicalId: z.string(),
  reference: z.string(),
  title: z.string(),
  postalCode: z.string(),
  transaction: z.union([z.literal(1), z.literal(2)]),
  /** Cents. */
  price: z.int(),
  /** Physical line of the file, from 1; null when the file no longer holds the listing. */
  row: z.nullable(z.int()),
  /** What the listing gets. */
  status: z.enum(statuses),
  /** 0 to 100; null when nothing was to be judged. */
  score: z.nullable(z.int()),
  hold: z.nullable(z.enum(['block', 'review'])),
  findings: z.array(
    z.object({
      rule: z.string(),
      severity: z.enum(['block', 'review', 'warning']),
      /** The fact to correct first, `agency.…` for one of the agency. */
      field: z.string(),
      message: z.string(),
      remedy: z.string(),
    }),
  ),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type FeedLine = z.output<typeof lineSchema>;

/** Where an import of an agency stands. */
export const importStates = [
  'received',
  'compared',
  'ordered',
  'staging',
  'applying',
  'done',
  'held',
  'identical',
  'outdated',
  'refused',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** Whether the worker has something to do with it. */
export function isUnderWay(state: ImportState): boolean {
  return ['received', 'ordered', 'staging', 'applying', 'undoing'].includes(state);
}

const countsSchema = z.object({
  /** Rows of the file. */
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  returned: z.int(),
  withdrawn: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Read, and kept off line by the law. */
  withheld: z.int(),
  /** On line, and off line once the file is applied, whatever the reason. */
  leaving: z.int(),
});
export type ImportCounts = z.output<typeof countsSchema>;

export const importSchema = z.object({
  id: z.int(),
  fileName: z.string(),
  /** `file`: a software or the operator; `agency`: this page. */
  origin: z.enum(['file', 'agency']),
  state: z.enum(importStates),
  /** Code and French sentence, when something keeps it from being applied. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** ISO. */
  receivedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  counts: z.nullable(countsSchema),
  /** Its archive is kept and is the agency's alone: it may be applied, or applied again. */
  applicable: z.boolean(),
  undoable: z.boolean(),
});
export type Import = z.output<typeof importSchema>;

export const diagnosticSchema = z.object({
  severity: z.enum(['refused', 'warning']),
  line: z.int(),
  reference: z.string(),
  technicalId: z.string(),
  column: z.nullable(z.int()),
  field: z.nullable(z.string()),
  value: z.nullable(z.string()),
  message: z.string(),
  /** The row is refused and its former version is on line: that one stays as it was. */
  kept: z.optional(z.boolean()),
});
export type FeedDiagnostic = z.output<typeof diagnosticSchema>;

/** What of a refused row is said, with what becomes of its former version. */
export function refusedWord(kept: boolean | undefined): string {
  return kept ? 'Refusée, laissée telle quelle en ligne' : 'Refusée';
}

/** Whether a fact is said once by the agency, in its profile, for all of its listings. */
export function isOfAgency(field: string): boolean {
  return field === 'feeScheduleUrl' || field.startsWith('agency.');
}

export const causeSchema = z.object({
  /** `feeScheduleUrl`, or `agency.…`. */
  field: z.string(),
  message: z.string(),
  remedy: z.string(),
  /** Listings that it keeps off line, among those that the report still holds. */
  count: z.int(),
});
export type Cause = z.output<typeof causeSchema>;

const reportSchema = z.object({
  import: importSchema,
  /** Of the work under way, as far as it is known. */
  progress: z.nullable(z.object({ phase: z.enum(['read', 'apply', 'undo']), done: z.int(), total: z.int() })),
  notes: z.array(z.string()),
  /** What the agency lacks and keeps several of its listings off line, each said once; the most frequent first. */
  causes: z.array(causeSchema),
  diagnostics: z.array(diagnosticSchema),
  /** How many there were. */
  said: z.int(),
  /** The kind that is shown, its lines, and where to go on. */
  kind: z.enum(lineKinds),
  lines: z.array(
    z.extend(lineSchema, {
      /** Its page, once it has one: what its feed leaves unsaid is typed there. */
      listingId: z.nullable(z.int()),
    }),
  ),
  next: z.nullable(z.int()),
});
export type Report = z.output<typeof reportSchema>;

const id = z.object({ id: z.string() });
const moving = z.object({ import: importSchema });

export const sendFeedCall = defineCall({
  method: 'POST',
  path: '/agence/feeds',
  access: 'agency',
  upload: UPLOAD_BYTES_MAX,
  streamed: true,
  summary: 'Envoie un flux : il est comparé à ce qui est en ligne, et rien n’est appliqué',
  answer: moving,
  errors: [
    sharedErrors.VALIDATION_ERROR,
    doctorErrors.FEED_MISSING,
    doctorErrors.FEED_TOO_HEAVY,
    doctorErrors.FEED_BUSY,
    serviceErrors.SERVICE_CLOSED,
  ],
});

export const feedHistoryCall = defineCall({
  method: 'GET',
  path: '/agence/feeds',
  access: 'agency',
  summary: 'Les imports de l’agence, le dernier d’abord',
  query: z.object({ avant: z.optional(z.string()) }),
  answer: z.object({ imports: z.array(importSchema), next: z.nullable(z.int()) }),
});

export const feedReportCall = defineCall({
  method: 'GET',
  path: '/agence/feeds/:id',
  access: 'agency',
  summary: 'Où en est un import, et ce qu’il change ligne par ligne',
  params: id,
  query: z.object({ vue: z.optional(z.string()), apres: z.optional(z.string()) }),
  answer: reportSchema,
  errors: [sharedErrors.NOT_FOUND],
});

export const feedDiagnosticsCall = defineCall({
  method: 'GET',
  path: '/agence/feeds/:id/diagnostics.csv',
  access: 'agency',
  file: 'text/csv; charset=utf-8',
  summary: 'Les remarques sur un flux, une par ligne, pour un tableur',
  params: id,
  errors: [sharedErrors.NOT_FOUND],
});

export const applyFeedCall = defineCall({
  method: 'POST',
  path: '/agence/feeds/:id/apply',
  access: 'agency',
  summary: 'Applique un envoi comparé ; un import passé est comparé à nouveau, sous un autre numéro',
  params: id,
  body: z.object({
    /** That many leave the site is meant (interface.md, fine points 21). */
    confirmed: z.optional(z.boolean()),
  }),
  answer: moving,
  errors: [
    sharedErrors.NOT_FOUND,
    doctorErrors.FEED_BUSY,
    doctorErrors.FEED_HELD,
    doctorErrors.FEED_NOT_KEPT,
    doctorErrors.FEED_NOT_APPLICABLE,
    serviceErrors.SERVICE_CLOSED,
  ],
});

export const undoFeedCall = defineCall({
  method: 'POST',
  path: '/agence/feeds/:id/rollback',
  access: 'agency',
  summary:
    'Rend les annonces comme elles étaient avant cet import et ceux qui l’ont suivi, sans prévenir personne',
  params: id,
  answer: moving,
  errors: [sharedErrors.NOT_FOUND, doctorErrors.FEED_BUSY, doctorErrors.FEED_NOT_UNDOABLE],
});
