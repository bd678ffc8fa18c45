/**
 * Counting: a page of a listing that somebody read, counted without keeping who.
 */

/** One listing on one day in Paris. */
export interface ViewCount {
  readonly listingId: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly views: number;
  /** Of these, from a link of a mail of an alert. */
  readonly fromMails: number;
}
