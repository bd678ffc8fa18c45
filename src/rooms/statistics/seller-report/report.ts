/**
 * Report: what an agency hands to the seller of one listing: how it is looked at, asked about and priced, beside others.
 * It reads what its parent, listings, leads, favourites and alerts own.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';

export const sellerReportCall = defineCall({
  method: 'GET',
  path: '/agence/listings/:id/report.pdf',
  access: 'agency',
  tier: 'write',
  summary: 'Le compte rendu d’une annonce pour son vendeur, en PDF d’une ou deux pages A4',
  params: z.object({ id: z.string() }),
  file: 'application/pdf',
  errors: [sharedErrors.NOT_FOUND],
});

/** Weeks shown, the one under way included. */
export const WEEKS_SHOWN = 8;
/** Fewer listings alike are not compared with: their figures would be somebody's. */
export const ALIKE_LEAST = 5;

/** One week in Paris, from Monday to Sunday. */
export interface ReportedWeek {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly monday: string;
  readonly views: number;
  readonly leads: number;
  /** Listings alike that were on line then. */
  readonly alike: number;
  /** Their median views, and their mean requests; null when they are too few. */
  readonly usualViews: number | null;
  readonly usualLeads: number | null;
}

export interface SellerReport {
  readonly card: ListingCard;
  readonly agency: string;
  /** When it was made. */
  readonly at: Date;
  readonly publishedAt: Date;
  /** When it left the pages; null while it is on line. */
  readonly leftAt: Date | null;
  readonly confirmedAt: Date | null;
  /** Cents, the oldest first. */
  readonly prices: readonly { readonly at: Date; readonly price: number }[];
  /** The oldest first; the last one is under way. */
  readonly weeks: readonly ReportedWeek[];
  /** Since the first day that was counted, `YYYY-MM-DD`; null when nobody looked at it. */
  readonly since: string | null;
  readonly views: number;
  readonly fromMails: number;
  readonly told: number;
  readonly leads: number;
  readonly favorites: number;
  /** People whose alert would find it; null under five, and off line. */
  readonly waiting: number | null;
  /** Median price asked for listings alike, cents per m²; null when they are too few. */
  readonly asked: { readonly median: number; readonly listings: number } | null;
}
