// Pro: what agencies are offered, and the desk where they see what needs them.
// Owns nothing: it reads what agencies, listings, feeds and leads own.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { storedAgencySchema } from '#rooms/agencies/sessions.ts';
import { importStates } from '#rooms/feeds/diagnosis.ts';
import { feedFormatKeys } from '#rooms/listings/feed-formats.ts';
import { figuresSchema } from '#rooms/statistics/contract.ts';

export const lackSchema = z.object({
  rule: z.string(),
  /** Of the profile. */
  field: z.string(),
  /** `block`: listings stay off line. */
  severity: z.enum(['block', 'review', 'warning']),
  message: z.string(),
  remedy: z.string(),
});
export type Lack = z.output<typeof lackSchema>;

/** How much of what the law asks of the agency its profile says. */
export const completenessSchema = z.object({ done: z.number(), owed: z.number() });
export type Completeness = z.output<typeof completenessSchema>;

export const feedArrivalSchema = z.object({
  /** As received. */
  file: z.string(),
  format: z.enum(feedFormatKeys),
  /** ISO. */
  receivedAt: z.string(),
  status: z.enum(importStates),
});
export type FeedArrival = z.output<typeof feedArrivalSchema>;

export const recentLeadSchema = z.object({
  id: z.number(),
  name: z.string(),
  listingId: z.nullable(z.number()),
  /** Null: it is about no listing. */
  listingReference: z.nullable(z.string()),
  status: z.enum(['new', 'contacted', 'qualified', 'unreachable', 'disqualified', 'error', 'processing']),
  /** ISO. */
  at: z.string(),
});
export type RecentLead = z.output<typeof recentLeadSchema>;

export const dashboardSchema = z.object({
  agency: storedAgencySchema,
  /** Where each of its messages is mailed at once; none when it reads them later. */
  leadsTo: z.array(z.string()),
  /** No mail goes to the agency: it has none of the addresses it chose. */
  unreachable: z.boolean(),
  listings: z.object({
    online: z.number(),
    /** Kept off line by the law, or by a wording that is being read. */
    held: z.number(),
    /** Drafts, suspended, awaited. */
    aside: z.number(),
    /** On line, and confirmed by nobody for a week. */
    toConfirm: z.number(),
  }),
  /** What keeps listings off line, the most frequent first. */
  holds: z.array(
    z.extend(z.omit(lackSchema, { field: true }), {
      listings: z.number(),
      /** Of the first of them. */
      reference: z.string(),
      listingId: z.int(),
    }),
  ),
  /** What the law asks of the agency and does not find (R23, R24). */
  lacks: z.array(lackSchema),
  completeness: completenessSchema,
  /** The last ones first. */
  feeds: z.array(feedArrivalSchema),
  leads: z.object({
    week: z.number(),
    weekBefore: z.number(),
    month: z.number(),
    monthBefore: z.number(),
    /** New for more than a day. */
    late: z.number(),
    /** Put aside as spam as they came, and never opened. */
    aside: z.number(),
    /** By day, the oldest first: 30 of them. */
    days: z.array(z.number()),
    recent: z.array(recentLeadSchema),
  }),
  statistics: figuresSchema,
  /** Campaigns that spend, or are about to. */
  boosts: z.object({ running: z.int() }),
  /** It is mailed the report of each week. */
  weekly: z.boolean(),
});
export type Dashboard = z.output<typeof dashboardSchema>;

export const agencyDashboardCall = defineCall({
  method: 'GET',
  path: '/agence/dashboard',
  access: 'agency',
  summary: 'Ce qui attend l’agence connectée, et ses chiffres',
  answer: dashboardSchema,
});
