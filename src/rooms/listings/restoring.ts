/**
 * Restoring: listings given back as they stood before something wrote them.
 */

/** How a listing stood, as the database wrote it. Rows are by column name. */
export interface FormerListing {
  readonly technicalId: string;
  /** The row; null when there was no such listing. */
  readonly listing: Readonly<Record<string, unknown>> | null;
  readonly verdict: Readonly<Record<string, unknown>> | null;
  /** In their order. */
  readonly photos: readonly Readonly<Record<string, unknown>>[];
  readonly prices: readonly { readonly at: string; readonly price: number }[];
  readonly availability: readonly { readonly at: string; readonly status: string }[];
  readonly confirmedAt: Date | null;
}
