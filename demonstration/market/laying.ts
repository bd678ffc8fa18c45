// The demonstration: 25 agencies whose feeds the product writes itself and imports as it imports any other.

/** What was laid, for the line that a first start prints. */
export interface Laid {
  readonly agencies: number;
  /** Visible once all is laid. */
  readonly listings: number;
  readonly programmes: number;
  readonly places: number;
  readonly feeds: number;
  readonly milliseconds: number;
}

/** Name of the archive of a feed: it is how the demonstration knows what was already received. */
export function archiveName(ref: string, rank: number): string {
  return `demonstration-${rank + 1}_${ref}.zip`;
}
