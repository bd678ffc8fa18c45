// Poliris (SeLoger): the format most French agencies' software exports (formats/poliris.md).
// It reads bytes and writes bytes.
import type { FeedSurvey } from '../rows/rows.ts';

/** What a first look at the whole file says. */
export interface PolirisSurvey extends FeedSurvey {
  readonly encoding: 'utf-8' | 'windows-1252';
  /** Columns of most rows. */
  readonly commonCount: number;
  /** Where the row starts that the file does not finish; null when it finishes all of them. */
  readonly cutLine: number | null;
  /** Version that Config.txt declares, empty when it does not. */
  readonly configVersion: string;
}
