// The 25 agencies of the demonstration: who they are, where they work, on what terms, how they write.
import type { AgencyIdentity } from '#rooms/agencies/contract.ts';
import type { Terms } from '../money/money.ts';

/** How an agency writes: which of the sentences that say the same thing are its own. */
export const tones = ['sober', 'warm', 'precise', 'lively'] as const;
export type Tone = (typeof tones)[number];

export interface DemoContact {
  readonly name: string;
  /** Ten digits, of the ranges kept for fiction. */
  readonly phone: string;
}

export interface DemoAgency {
  /** Reference, and column 1 of its feeds: at most 16 characters. */
  readonly ref: string;
  /** Begins its technical identifiers. */
  readonly letters: string;
  readonly name: string;
  readonly siren: string;
  readonly card: string;
  readonly email: string;
  readonly identity: AgencyIdentity & { readonly feeScheduleUrl: string };
  /** Codes of the places where it works. */
  readonly placeCodes: readonly string[];
  readonly terms: Terms;
  readonly tone: Tone;
  /** How its texts end. `{contact}` is the first name of whoever answers. */
  readonly closings: readonly string[];
  readonly contacts: readonly DemoContact[];
  /** How many days ago each feed was received, the oldest first. */
  readonly deliveries: readonly number[];
}
