/**
 * Preview: what an alert would find, said before it is made (domain.md F2).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { criteriaSchema } from '#rooms/criteria/schema.ts';
import { listingCardSchema } from '#rooms/listings/reading.ts';
import type { Frequency } from './rhythm.ts';
import { sketchSchema } from './sketch.ts';

/** What came on the market during these days is counted. */
export const PREVIEW_DAYS = 30;

const previewSchema = z.object({
  /** Homes that came on the market in the last 30 days and still are; those that may match beside those that do. */
  recent: z.object({ yes: z.int(), maybe: z.int() }),
  /** All that is on line now. */
  online: z.object({ yes: z.int(), maybe: z.int() }),
  /** Expected a week; null while nothing is older than 30 days: nobody knows yet. */
  weekly: z.nullable(z.number()),
  /** The newest of `recent`, three at most. */
  examples: z.array(listingCardSchema),
  /** Where they are; null when no agency of them gives a point. */
  sketch: z.nullable(sketchSchema),
  /** The one criterion that, a little looser, brings the most of the last 30 days; null when none brings anything. */
  looser: z.nullable(
    z.object({
      /** What it becomes, « Jusqu'à 1 150,00 €/mois »; null when it goes. */
      text: z.nullable(z.string()),
      /** What it is. */
      was: z.string(),
      gain: z.int(),
      /** The search so changed, as words of the form’s address. */
      query: z.string(),
    }),
  ),
});
export type Preview = z.output<typeof previewSchema>;

export const previewCall = defineCall({
  method: 'POST',
  path: '/alerts/preview',
  access: 'all',
  tier: 'read',
  summary:
    'Ce qu’une alerte trouverait : les 30 derniers jours, par semaine, trois exemples, le critère à assouplir',
  body: z.object({ criteria: criteriaSchema }),
  answer: previewSchema,
});

/** Mails a week that so many finds a week make, price drops apart: a day without any makes none. */
export function mailsAWeek(weekly: number, frequency: Frequency): number {
  if (frequency === 'immediate') return Math.round(weekly);
  if (frequency === 'weekly') return weekly > 0 ? 1 : 0;
  return Math.round(7 * (1 - Math.exp(-weekly / 7)));
}
