/**
 * Columns: the alert keys in memory, as a thread holds them beside the database; what goes to it and comes back.
 */

/** An alert and its keys, as `columns.sql.server.ts` writes them: `since`, transaction, zones, masks, then the columns of its own. */
export type KeyLine = readonly [
  alertId: number,
  since: number,
  transaction: string,
  zones: readonly string[],
  flagsOn: number,
  flagsOff: number,
  others: Readonly<Record<string, number | string>> | null,
  ...columns: (number | string | readonly string[] | null)[],
];

/** A fact of the change log and what its listing says; `run` is a rank among those of the batch. */
export type FactLine = readonly [
  seq: number,
  xid: number,
  run: number,
  zones: readonly string[],
  words: readonly string[],
  flagsTrue: number,
  flagsFalse: number,
  cell: number | null,
  cell2: number | null,
  lat: number | null,
  lng: number | null,
  searchWords: string | null,
  ...facts: (number | string | readonly string[] | null)[],
];

/** Where an alert looks beside the limits of its places: words of an address, and the centres of the places. */
export interface AreaLine {
  readonly alertId: number;
  readonly places: readonly string[];
  readonly words: { readonly zone?: string; readonly bbox?: string; readonly rayon?: string };
  readonly centres: readonly { readonly lng: number | null; readonly lat: number | null }[];
}

/** Alerts as they are handed over: a JSON array of `KeyLine`, and the areas of those that have one. */
export interface Lines {
  readonly keys: string;
  readonly areas: readonly AreaLine[];
}

/** What the thread is asked. */
export type Question =
  /** Forgets everything. */
  | { readonly ask: 'begin' }
  /** Adds alerts, by their number, before `settle`. */
  | { readonly ask: 'load'; readonly lines: Lines }
  /** Puts what was loaded in order. */
  | { readonly ask: 'settle' }
  /** These alerts are now what the lines say; those without a line watch no more. */
  | { readonly ask: 'put'; readonly ids: readonly number[]; readonly lines: Lines }
  /** Looks for the alerts of facts, a JSON array of `FactLine`; `first`: of a batch. */
  | { readonly ask: 'match'; readonly facts: string; readonly first: boolean }
  /** Hands over a share of what the batch found. */
  | { readonly ask: 'take' }
  | { readonly ask: 'save'; readonly file: string; readonly stamp: string }
  | { readonly ask: 'restore'; readonly file: string };

export interface ColumnsState {
  readonly alerts: number;
  readonly rows: number;
  /** Rows added since it was settled, and rows of alerts that are gone: both slow it down. */
  readonly worn: number;
  readonly bytes: number;
  /** Whether any alert asks for words of the text. */
  readonly asksWords: boolean;
  /** Whether any alert asks for an area. */
  readonly asksAreas: boolean;
}

/** One line per alert and run, as arrays that the database takes (`PgArray`): its facts are between two places of `seqs`. */
export interface FoundHits {
  /** `bigint[]` */
  readonly alerts: Uint8Array<ArrayBuffer>;
  /** Ranks of runs, `integer[]`. */
  readonly runs: Uint8Array<ArrayBuffer>;
  /** The facts of all lines, one after the other: of a line, the sure ones first, `bigint[]`. */
  readonly seqs: Uint8Array<ArrayBuffer>;
  /** Before which those of a line begin, up to where they are sure, and where they end: `integer[]`. */
  readonly begins: Uint8Array<ArrayBuffer>;
  readonly sure: Uint8Array<ArrayBuffer>;
  readonly ends: Uint8Array<ArrayBuffer>;
}

export type Answer =
  | { readonly standing: ColumnsState }
  /** Null: all was handed over. */
  | { readonly found: FoundHits | null }
  | { readonly restored: { readonly stamp: string; readonly standing: ColumnsState } | null };
