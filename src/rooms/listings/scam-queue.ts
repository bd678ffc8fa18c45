/**
 * The queue of the scam shield: suspected listings as administrators go through them, and what they decide (domain.md F13).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { type ListingStatus, listingStatuses } from './contract.ts';
import { scamCodes } from './scam-words.ts';

/** clear: nothing wrong, whatever the detector says; scam: it never is on line as it stands. */
export const scamDecisions = { clear: 'Rien à reprocher', scam: 'Arnaque' } as const;
export type ScamDecision = keyof typeof scamDecisions;
export const scamDecisionNames = Object.keys(scamDecisions) as [ScamDecision, ...ScamDecision[]];

/** What is looked at, by the word of addresses: kept off line until a person reads it; on line with a warning; decided. */
export const scamViews = {
  attente: 'À lire avant la mise en ligne',
  douteuses: 'En ligne avec un avertissement',
  tranchees: 'Tranchées',
} as const;
export type ScamView = keyof typeof scamViews;

export const scamErrors = defineErrors({
  SIGNALS_UNKNOWN: [404, 'Cette annonce n’a aucun signal\u00a0: elle a peut-être changé. Rechargez la file.'],
  SIGNALS_OUTDATED: [409, 'L’annonce a changé depuis que vous l’avez lue\u00a0: relisez-la, puis décidez.'],
});

export const SCAM_PAGE = 50;

const signalSchema = z.object({
  code: z.enum(scamCodes),
  weight: z.int(),
  /** The words of the listing; null for a signal of its facts. */
  excerpt: z.nullable(z.string()),
  explanation: z.string(),
});

export const suspectedSchema = z.object({
  listingId: z.int(),
  agencyId: z.int(),
  agency: z.string(),
  reference: z.string(),
  title: z.string(),
  description: z.string(),
  /** Cents, a month for a letting. */
  price: z.int(),
  transaction: z.union([z.literal(1), z.literal(2)]),
  status: z.enum(Object.keys(listingStatuses) as [ListingStatus, ...ListingStatus[]]),
  /** 0 to 100. */
  score: z.int(),
  signals: z.array(signalSchema),
  /** Names what was judged: a decision says which one it read. */
  judged: z.string(),
  /** ISO. */
  foundAt: z.string(),
  decided: z.nullable(z.enum(scamDecisionNames)),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type SuspectedListing = z.output<typeof suspectedSchema>;

const queueWords = {
  vue: z._default(z.enum(Object.keys(scamViews) as [ScamView, ...ScamView[]]), 'attente'),
  /** Of one agency, by its number. */
  agence: z.optional(z.coerce.number().check(z.int(), z.positive())),
};

export const scamQueueCall = defineCall({
  method: 'GET',
  path: '/admin/signals',
  access: 'admin',
  summary:
    'Les annonces où le bouclier anti-arnaque a vu des signaux ; celles qui attendent, la plus ancienne d’abord',
  query: z.object({
    ...queueWords,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({ listings: z.array(suspectedSchema), next: z.nullable(z.int()) }),
});

export const scamCsvCall = defineCall({
  method: 'GET',
  path: '/admin/signals.csv',
  access: 'admin',
  summary: 'La même file, entière, pour un tableur',
  query: z.object(queueWords),
  file: 'text/csv; charset=utf-8',
});

export const scamDecisionCall = defineCall({
  method: 'PATCH',
  path: '/admin/signals/:id',
  access: 'admin',
  summary:
    'Tranche les signaux d’une annonce, par son numéro : sans reproche, elle paraît ; arnaque, elle est suspendue',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  body: z.object({
    decision: z.enum(scamDecisionNames),
    reason: reasonSchema,
    /** `judged` of the queue. */
    judged: z.string().check(z.maxLength(64)),
  }),
  answer: z.object({ status: z.enum(Object.keys(listingStatuses) as [ListingStatus, ...ListingStatus[]]) }),
  errors: [scamErrors.SIGNALS_UNKNOWN, scamErrors.SIGNALS_OUTDATED],
});
