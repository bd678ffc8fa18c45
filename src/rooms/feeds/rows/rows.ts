// Rows: what a listing of a feed says, in the columns of Poliris, whatever its format; and what is read of it.
import type { ListingDraft } from '#rooms/listings/contract.ts';
import type { FeedFormat } from '#rooms/listings/feed-formats.ts';
import type { ColumnKey } from '../columns.ts';
import type { Diagnostic, ReadListing } from '../contract.ts';

/**
 * A listing whose place is still words of the feed; photos of kind `file` still carry the name the feed gave.
 * A format without postal codes leaves it empty, and says the department or its name in `department`.
 */
export type UnplacedDraft = Omit<ListingDraft, 'placeCode' | 'cityCode' | 'departmentCode'> & {
  readonly city: string;
  readonly department?: string | null;
  /** Of the commune, when the format has it. */
  readonly inseeCode?: string | null;
};

/**
 * Why a row was left out. `damaged` and `content` leave its listing as it was; `outOfScope` lets it go, since the
 * agency now says that it is something else; `duplicate` repeats a row that was kept, and is only warned of.
 */
export type RowRefusal = 'damaged' | 'content' | 'outOfScope' | 'duplicate';

/** One listing of a file, read or refused. */
export interface FeedRow {
  /** Line of the file where it starts, from 1. */
  readonly line: number;
  /** The agency's reference as the file gives it, trimmed and lower-case; empty when it gives none. */
  readonly agency: string;
  readonly technicalId: string;
  readonly reference: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Where to look for what is judged later: its town, and its photos given by the name of a file, by that name. */
  readonly where: { readonly city: FilePosition; readonly photos: ReadonlyMap<string, PhotoPosition> };
  readonly result:
    | { readonly refusal: RowRefusal }
    | { readonly refusal: null; readonly draft: UnplacedDraft; readonly read: ReadListing };
}

/** Position of a fact in the file. */
export interface FilePosition {
  readonly line: number;
  /** Rank of the column, in a format that has columns. */
  readonly column: number | null;
  /** Its name, as the agency's software knows it. */
  readonly field: string;
}

/** A fact with its position and raw value: a slice of its row, which it keeps in memory. */
export interface LocatedValue extends FilePosition {
  readonly value: string;
}

/** Position of a photo, and its number among the photos of its listing as its software counts them, from 1. */
export interface PhotoPosition extends FilePosition {
  readonly number: number;
}

/** How a format writes: the words of its remedies. */
export interface Dialect {
  readonly booleans: string;
  readonly dates: string;
  readonly transactions: string;
  readonly photos: string;
}

/** A photo as its row gives it, with its number there, from 1; where it stands, and where what it is called does. */
export interface RowPhoto {
  readonly number: number;
  readonly given: string;
  readonly caption: string;
  readonly told: LocatedValue;
  readonly captionTold: LocatedValue;
}

/** One listing as its format gives it, translated into the columns and words of Poliris. */
export interface FeedRecord {
  readonly line: number;
  readonly dialect: Dialect;
  /** The department or its name, in a format that has no postal codes; null in the others. */
  readonly department: string | null;
  /** The column as Poliris would write it, trimmed; what has no such writing as it stands; empty when missing. */
  raw(key: ColumnKey): string;
  told(key: ColumnKey): LocatedValue;
  /** Photos in their order, empty ones left out. */
  photos(): readonly RowPhoto[];
}

export interface AgencySurvey {
  readonly rows: number;
  /** The fee schedule of the agency's rows, for those that give none; null when they differ or none does. */
  readonly feeSchedule: string | null;
  /** Several rows share their first photo, all of them. */
  readonly samePhoto: boolean;
}

/** What a first look at the whole file says. */
export interface FeedSurvey {
  readonly records: number;
  /** By agency identifier (empty when rows carry none), in order of appearance. */
  readonly agencies: ReadonlyMap<string, AgencySurvey>;
  /**
   * `cut`: its last row is not whole, so that others may be missing. `open`: it is, but its line does not end; some
   * software always write so. A file that says itself where it ends is `whole` or refused.
   */
  readonly ending: 'whole' | 'open' | 'cut';
  /** Whose account at the software it comes from, by its own number; null when the format does not tell. */
  readonly sender: Sender | null;
}

export interface Sender {
  readonly format: FeedFormat;
  readonly account: string;
}
