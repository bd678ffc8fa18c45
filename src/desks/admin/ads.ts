/**
 * Ads: the listings of an agency as administrators go through them, and what they decide of each (domain.md 4; security.md L7).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { type ListingStatus, listingSources, listingStatuses } from '#rooms/listings/contract.ts';
import {
  suspensionGroundNames,
  suspensionSchema,
  suspensionSourceNames,
} from '#rooms/listings/moderation.ts';
import { publicationErrors } from '#rooms/listings/publication.ts';
import { listingCardSchema } from '#rooms/listings/reading.ts';
import { scamDecisionNames } from '#rooms/listings/scam-queue.ts';

/** What each view holds, by the word of its address. */
export const adViews = {
  toutes: 'Toutes',
  retenues: 'Retenues par la loi',
  refusees: 'Refusées',
  'a-lire': 'Tournure à lire',
  suspendues: 'Suspendues par Vigie',
  signaux: 'Avec des signaux d’arnaque',
  signalees: 'Signalées',
} as const;
export type AdView = keyof typeof adViews;

export const ADS_PAGE = 40;
export const ADS_SOUGHT_MAX = 80;
/** Listings of one common decision. */
const ADS_TOGETHER_MAX = 100;

const statusNames = Object.keys(listingStatuses) as [ListingStatus, ...ListingStatus[]];

const adSchema = z.object({
  card: listingCardSchema,
  source: z.enum(listingSources),
  description: z.string(),
  /** Null before the legal engine saw it. */
  score: z.nullable(z.int()),
  hold: z.nullable(z.enum(['block', 'review'])),
  findings: z.array(
    z.object({
      rule: z.string(),
      code: z.string(),
      severity: z.enum(['block', 'review', 'warning']),
      message: z.string(),
      remedy: z.string(),
    }),
  ),
  /** Rules that keep it off line and that a person may set aside in writing. */
  dispensable: z.array(z.string()),
  /** Those that were. */
  setAside: z.array(z.object({ rule: z.string(), reason: z.string(), by: z.string(), at: z.string() })),
  /** Its wording as it stands, which waits for a person (R26). */
  review: z.nullable(z.object({ id: z.int(), rule: z.string(), excerpts: z.array(z.string()) })),
  suspension: z.nullable(z.extend(suspensionSchema, { by: z.string() })),
  /** That nobody has decided yet. */
  reports: z.int(),
  /** What the scam shield found (F13); null: nothing. */
  signals: z.nullable(
    z.object({
      score: z.int(),
      /** It reached the threshold. */
      waits: z.boolean(),
      decided: z.nullable(z.enum(scamDecisionNames)),
      /** Names what was judged: a decision says which one it read. */
      judged: z.string(),
      found: z.array(
        z.object({
          code: z.string(),
          weight: z.number(),
          excerpt: z.nullish(z.string()),
          explanation: z.string(),
        }),
      ),
    }),
  ),
});
export type Ad = z.output<typeof adSchema>;

const words = {
  vue: z.optional(z.enum(Object.keys(adViews) as [AdView, ...AdView[]])),
  statut: z.optional(z.enum(statusNames)),
  /** In its reference or its title. */
  q: z.optional(z.string().check(z.maxLength(ADS_SOUGHT_MAX))),
};
const wordsSchema = z.object(words);
export type AdWords = z.output<typeof wordsSchema>;

/** Number of an agency or of a listing; any other word names nothing. */
const params = z.object({ id: z.string() });

export const agencyAdsCall = defineCall({
  method: 'GET',
  path: '/admin/agencies/:id/ads',
  access: 'admin',
  summary: 'Les annonces d’une agence, la plus récente d’abord, 40 à la fois, avec ce qui leur est reproché',
  params,
  query: z.object({
    ...words,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({
    agency: z.object({ id: z.int(), name: z.string(), ownerReference: z.string() }),
    ads: z.array(adSchema),
    next: z.nullable(z.int()),
  }),
  errors: [sharedErrors.NOT_FOUND],
});

export const agencyAdsCsvCall = defineCall({
  method: 'GET',
  path: '/admin/agencies/:id/ads.csv',
  access: 'admin',
  summary: 'Les mêmes annonces, toutes, pour un tableur',
  params,
  query: wordsSchema,
  file: 'text/csv; charset=utf-8',
  errors: [sharedErrors.NOT_FOUND],
});

const suspending = {
  act: z.literal('suspend'),
  ground: z.enum(suspensionGroundNames, { error: 'Choisissez le fondement.' }),
  source: z.enum(suspensionSourceNames, { error: 'Dites comment l’annonce a été vue.' }),
  /** The facts: the agency reads them. */
  reason: reasonSchema,
};
const restoring = { act: z.literal('restore'), reason: reasonSchema };
const rule = z.string().check(z.regex(/^[RCF]\d{1,3}$/, { error: 'Une règle se nomme R17, par exemple.' }));

/** What an administrator decides of one listing. */
const decisionSchema = z.discriminatedUnion('act', [
  z.object(suspending),
  z.object(restoring),
  z.object({ act: z.literal('setAside'), rule, reason: reasonSchema }),
  z.object({ act: z.literal('putBack'), rule, reason: reasonSchema }),
  z.object({
    act: z.literal('wording'),
    /** The review that was read: another text is read again. */
    review: z.int().check(z.positive()),
    decision: z.enum(['cleared', 'refused']),
    reason: reasonSchema,
  }),
]);
export type AdDecision = z.output<typeof decisionSchema>;

const ids = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(ADS_TOGETHER_MAX));
const commonSchema = z.discriminatedUnion('act', [
  z.object({ ...suspending, ids }),
  z.object({ ...restoring, ids }),
]);
export type CommonDecision = z.output<typeof commonSchema>;

export const decideAdCall = defineCall({
  method: 'PATCH',
  path: '/admin/ads/:id',
  access: 'admin',
  summary:
    'Décide d’une annonce, avec un motif : la suspendre ou la rétablir, écarter ou remettre une règle, trancher une tournure',
  params,
  body: decisionSchema,
  answer: z.object({
    id: z.int(),
    /** What it is now. */
    status: z.enum(statusNames),
  }),
  errors: [
    publicationErrors.LISTING_UNKNOWN,
    publicationErrors.RULE_STANDS,
    publicationErrors.EXCEPTION_ABSENT,
    publicationErrors.REVIEW_UNKNOWN,
    publicationErrors.REVIEW_DECIDED,
    publicationErrors.REVIEW_OUTDATED,
  ],
});

export const decideAdsCall = defineCall({
  method: 'POST',
  path: '/admin/ads/actions',
  access: 'admin',
  summary: 'Suspend ou rétablit plusieurs annonces pour le même motif ; ce qu’il en est de chacune',
  body: commonSchema,
  answer: z.object({
    results: z.array(
      z.object({
        id: z.int(),
        done: z.boolean(),
        status: z.nullable(z.enum(statusNames)),
        /** Why not, in French. */
        message: z.nullable(z.string()),
      }),
    ),
  }),
});
