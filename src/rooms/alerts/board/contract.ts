/**
 * Board: what the owner's list of alerts shows of each.
 * Owns nothing: its tables are its parent’s.
 * Announces nothing.
 */
import type { AlertView } from '../contract.ts';

export interface Board {
  readonly alerts: readonly AlertView[];
  /** ISO: « il y a 2 h » is said from it. */
  readonly now: string;
}
