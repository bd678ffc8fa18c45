/**
 * Board: what the owner's list of alerts shows of each.
 */

import type { AlertView } from '../contract.ts';
import type { Silenced } from '../silenced-address.ts';

/** Days of the little chart. */
export const BOARD_DAYS = 30;

export interface BoardAlert extends AlertView {
  /** Found since the last visit of its results, rejected ones and maybes apart. */
  readonly fresh: number;
  /** Listings found for the first time on each of the last `BOARD_DAYS` days in Paris, oldest first. */
  readonly perDay: readonly number[];
  /** The form of a new alert, filled in like this one. */
  readonly copyPath: string;
}

export interface Board {
  readonly alerts: readonly BoardAlert[];
  /** Why nothing is carried to the address any more; null when mail arrives. */
  readonly silenced: Silenced | null;
  /** ISO: « il y a 2 h » is said from it. */
  readonly now: string;
}
