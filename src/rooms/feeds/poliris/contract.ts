// Poliris (SeLoger): the format most French agencies' software exports (formats/poliris.md).
// Owns nothing: it reads bytes and writes bytes.
// Announces nothing.
import type { ListingDraft } from '../../listings/contract.ts';
import type { Diagnostic, ReadListing } from '../contract.ts';

/** A listing whose place is still two words of the feed; photos of kind `file` still carry the name the feed gave. */
export type UnplacedDraft = Omit<ListingDraft, 'placeCode' | 'cityCode' | 'departmentCode'> & {
  readonly city: string;
};

/**
 * Why a row was left out. `damaged` and `content` leave its listing as it was; `outOfScope` lets it go, since the
 * agency now says that it is something else; `duplicate` repeats a row that was kept, and is only warned of.
 */
export type RowRefusal = 'damaged' | 'content' | 'outOfScope' | 'duplicate';

export interface PolirisRow {
  readonly line: number;
  /** Column 1, trimmed and lower-case; empty when the row carries none. */
  readonly agency: string;
  readonly technicalId: string;
  readonly reference: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly result:
    | { readonly refusal: RowRefusal }
    | { readonly refusal: null; readonly draft: UnplacedDraft; readonly read: ReadListing };
}

/** What a first look at the whole file says. */
export interface PolirisSurvey {
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly records: number;
  /** Columns of most rows. */
  readonly commonCount: number;
  /** Version that Config.txt declares, empty when it does not. */
  readonly configVersion: string;
  /** By agency identifier (empty when rows carry none), in order of appearance. */
  readonly agencies: ReadonlyMap<string, AgencySurvey>;
}

export interface AgencySurvey {
  readonly rows: number;
  /** The fee schedule that every row of the agency gives, null when they differ: then none counts (section 8, column 307). */
  readonly feeSchedule: string | null;
  /** Several rows share their first photo, all of them. */
  readonly samePhoto: boolean;
}
