/**
 * Results: what an alert found, what is new in it, and what its reader made of it.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { listingCardSchema } from '#rooms/listings/reading.ts';
import { tuningSchema } from '../asking/tuning.ts';
import { alertErrors, alertSchema } from '../contract.ts';
import { rejectReason } from '../matching/verdicts.ts';
import { ledgerSchema } from '../telling/notified-listings.ts';
import { otherSchema } from './pair.ts';

/** What is found is remembered this long (days). */
export const RESULTS_DAYS = 30;

/** What of it to show; the words of the page's address (`?voir=`) are those of `viewWords`. */
const resultViews = ['found', 'both', 'kept', 'rejected'] as const;
export type ResultView = (typeof resultViews)[number];
export const viewWords: Readonly<Record<Exclude<ResultView, 'found'>, string>> = {
  both: 'a-deux',
  kept: 'retenues',
  rejected: 'ecartees',
};

const occasions = ['appeared', 'returned', 'priceFell'] as const;

const foundSchema = z.object({
  listing: listingCardSchema,
  /** Whether it can still be visited; otherwise its price is the last one. */
  available: z.boolean(),
  withdrawnAt: z.nullable(z.string()),
  /** The last time it was found, and what for. */
  foundAt: z.string(),
  occasion: z.enum(occasions),
  /** Found since the last visit of the results. */
  fresh: z.boolean(),
  /** False when the listing says nothing of a criterion. */
  sure: z.boolean(),
  /** Criteria that the listing says nothing of, and those that it does not meet any more. */
  unknown: z.array(z.string()),
  failed: z.array(z.string()),
  verdict: z.nullable(z.enum(['keep', 'reject'])),
  reason: z.nullable(rejectReason),
  /** Of an alert searched by two: what the other one makes of it. */
  other: z.nullable(otherSchema),
});
export type MatchedListing = z.output<typeof foundSchema>;

const resultsSchema = z.object({
  alert: alertSchema,
  counts: z.object({
    /** What is neither rejected nor only a maybe. */
    sure: z.int(),
    maybe: z.int(),
    kept: z.int(),
    rejected: z.int(),
    /** Found by both alerts of a pair, and not rejected by both; null: the alert is searched alone. */
    both: z.nullable(z.int()),
    /** New since the last visit, maybes apart. */
    fresh: z.int(),
  }),
  ledger: ledgerSchema,
  page: z.int(),
  pages: z.int(),
  /** The last visit; null on the first one. */
  lastVisit: z.nullable(z.string()),
  /** What the rejections so far suggest asking instead; null when they suggest nothing. */
  tuning: z.nullable(tuningSchema),
  /** Those that surely match first, the newest before the others. */
  found: z.array(foundSchema),
});
export type AlertResults = z.output<typeof resultsSchema>;

export const resultsCall = defineCall({
  method: 'GET',
  path: '/alerts/:id/results',
  access: 'user',
  summary: 'Ce qu’une alerte a trouvé ; la lecture ne compte pas comme une visite',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  query: z.object({
    view: z.optional(z.enum(resultViews)),
    page: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: resultsSchema,
  errors: [alertErrors.ALERT_NOT_FOUND],
});
