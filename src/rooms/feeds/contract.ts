// Feeds: what agencies' software sends. Reads it, compares it with what is on line, applies the difference.
// Owns feed_import, feed_agency, feed_staged, feed_photo, feed_sender, feed_line, feed_former, feed_former_photo, feed_former_sender, feed_completion.
// Announces feeds.imported, once per import, when its last change is written.
import { defineErrors } from '#contract/errors.ts';
import { type FeedFormat, formatsByFile } from '#rooms/listings/feed-formats.ts';
import type { Judged } from '#rooms/listings/publication.ts';

export const feedErrors = defineErrors({
  FEED_UNREADABLE: [
    422,
    'Ce fichier n’est ni une archive ZIP, ni du XML ou du JSON lisible. Exportez-le à nouveau depuis votre logiciel.',
  ],
  FEED_TRUNCATED: [422, 'Le fichier est incomplet : sa fin manque. Renvoyez-le en entier.'],
  FEED_MALFORMED: [422, 'Le fichier n’est pas bien formé. Exportez-le à nouveau depuis votre logiciel.'],
  FEED_UNKNOWN_FORMAT: [422, `Ce fichier n’est d’aucun format connu : ${formatsByFile()}.`],
  FEED_EMPTY_ARCHIVE: [422, 'L’archive est vide. Renvoyez un export complet.'],
  FEED_NO_LISTINGS_FILE: [
    422,
    'L’archive ne contient ni Annonces.csv, ni fichier XML ou JSON. Vérifiez l’export de votre logiciel.',
  ],
  FEED_TOO_BIG: [
    422,
    'L’archive dépasse les limites admises. Envoyez les photos par adresse (Mode=URL) ou en plusieurs archives.',
  ],
  FEED_UNSAFE: [422, 'L’archive contient une entrée interdite. Exportez-la à nouveau, sans chemin ni lien.'],
  FEED_ENCRYPTED: [422, 'L’archive est protégée par un mot de passe. Renvoyez-la sans protection.'],
  FEED_COMPRESSION: [
    422,
    'L’archive ZIP est compressée par une méthode que nous ne lisons pas (LZMA, BZIP2…). Renvoyez-la en ZIP ordinaire («\u00a0Deflate\u00a0»).',
  ],
  FEED_DAMAGED: [
    422,
    'Le fichier est endommagé : son contenu ne correspond pas à ses sommes de contrôle. Renvoyez-le.',
  ],
  FEED_NOT_POLIRIS: [
    422,
    'Annonces.csv n’est pas au format Poliris (champs entre guillemets séparés par !#).',
  ],
  FEED_COLUMNS: [
    422,
    'Le nombre de colonnes d’Annonces.csv n’est pas celui du format. Vérifiez la version de l’export.',
  ],
  FEED_NO_AGENCY: [
    422,
    'Le fichier ne dit pas de quelle agence il vient. Dites-la dans le fichier, dans son nom ou en l’important.',
  ],
  FEED_UNKNOWN_AGENCY: [
    422,
    'Agence inconnue : un flux ne crée jamais d’agence. Ajoutez-la avec « vigie agencies add ».',
  ],
  FEED_EXCLUDED_AGENCY: [422, 'Cette agence a choisi de ne plus être diffusée : son flux est refusé.'],
  FEED_OTHER_AGENCY: [422, 'Le fichier nomme une autre agence que celle demandée.'],
  FEED_OUTDATED: [409, 'Un fichier plus récent de cette agence a déjà été reçu : celui-ci est ignoré.'],
  FEED_INTERRUPTED: [
    409,
    'La lecture a été interrompue avant la fin : rien n’a changé. Renvoyez le fichier.',
  ],
  FEED_NOT_HELD: [409, 'Cet import n’attend pas de confirmation.'],
  FEED_ALL_REFUSED: [422, 'Aucune annonce du fichier n’a pu être lue : rien n’a changé.'],
});

/** `refused`: the row is left out, and its listing left as it was. `warning`: read, and said. */
export type Severity = 'refused' | 'warning';

/** One thing to say about one row of a feed. */
export interface Diagnostic {
  /** What it is about, for machines: `price`, `columns`, `duplicate`… */
  readonly code: string;
  readonly severity: Severity;
  /** Physical line of the file where the row starts, from 1. */
  readonly line: number;
  readonly agency: string;
  readonly technicalId: string;
  readonly reference: string;
  /** Rank of the column, when it is about one. */
  readonly column: number | null;
  /** French name of the column. */
  readonly field: string | null;
  readonly value: string | null;
  /** French, with the remedy. */
  readonly message: string;
  /** The row is refused and its former version is on line: that one stays as it was. */
  readonly kept?: boolean;
}

/** What was read of a row, for `--json`: the keys that integrators compare (interface.md). */
export interface ReadListing {
  readonly agence: string;
  readonly reference: string;
  readonly technique: string;
  readonly transaction: string;
  readonly type: string;
  readonly cp: string;
  readonly ville: string;
  readonly prix: number | null;
  readonly surface: number | null;
  readonly pieces: number | null;
  readonly chambres: number | null;
  readonly honoraires_charge: number | '';
  readonly dpe: string;
  readonly ges: string;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly photos: readonly string[];
  readonly meuble: string;
}

/**
 * `received` waits to be compared, `compared` and `held` for their agency, `ordered` to be applied; `staging` and
 * `applying` are running; the others are final.
 */
export type ImportStatus =
  | 'received'
  | 'compared'
  | 'ordered'
  | 'staging'
  | 'applying'
  | 'done'
  | 'held'
  | 'identical'
  | 'refused';
/** `undoing`: its agency asked for what was before; `undone`: that is so. */
export type AgencyStatus = ImportStatus | 'outdated' | 'undoing' | 'undone';

/** Kinds of the change log. */
export const feedEvents = {
  /** The last change of an import is written. `ref` is its id, `run` is shared with its listings' events. */
  imported: 'feeds.imported',
} as const;

/** The run that groups the events of one import. */
export function runOf(importId: number): string {
  return `import:${importId}`;
}

/** How many listings an import changed, and how. */
export interface AppliedCounts {
  readonly created: number;
  readonly updated: number;
  readonly returned: number;
  readonly unchanged: number;
  readonly withdrawn: number;
}

/** What an import changes, by technical identifier. A listing may stand in several of the finer lists. */
export interface FeedDiff {
  readonly created: string[];
  /** Facts, pictures or reference changed: the finer lists say which. */
  readonly updated: string[];
  /** Withdrawn before, in the feed again. */
  readonly returned: string[];
  readonly unchanged: string[];
  readonly withdrawn: string[];
  /** By technical identifier, or by reference when the row has lost its identifier. */
  readonly refused: string[];
  /** Given again under the same identifier: the first one counts. */
  readonly duplicates: string[];
  /** On line, refused in this file, left as they were. */
  readonly kept: string[];
  /** Cents. */
  readonly priceChanged: { technicalId: string; from: number; to: number }[];
  readonly photosChanged: string[];
  readonly referenceChanged: string[];
}

/** Nothing changed so far. */
export function emptyDiff(): FeedDiff {
  return {
    created: [],
    updated: [],
    returned: [],
    unchanged: [],
    withdrawn: [],
    refused: [],
    duplicates: [],
    kept: [],
    priceChanged: [],
    photosChanged: [],
    referenceChanged: [],
  };
}

export interface AgencyReport {
  readonly agency: string;
  readonly status: AgencyStatus;
  /** Code and French sentence when nothing was applied. */
  readonly reason: string | null;
  readonly message: string | null;
  /** What an operator may type then, on the command line alone: a command of ours, without what starts it. */
  readonly remedy: string | null;
  /** Rows of the file. */
  readonly rows: number;
  readonly diff: FeedDiff;
  readonly notes: string[];
  /** Listings read that the law keeps off line. */
  readonly withheld: number;
  /** On line, and off line once this file is applied: absent, of no kind of ours, or kept off line by the law. */
  readonly leaving: number;
}

/** What becomes of a listing that was read: its status, and what the legal engine says of it. */
export type Publication = Judged;

/** The answer to one file (interface.md, feeds import). */
export interface FeedReport {
  readonly file: string;
  readonly importId: number | null;
  readonly dryRun: boolean;
  /** As its content tells it; null for a file that could not be opened. */
  readonly format: FeedFormat | null;
  readonly status: ImportStatus;
  readonly reason: string | null;
  readonly message: string | null;
  /** Rows that lost or gained columns: the file itself is damaged. */
  readonly damagedRows: number;
  readonly agencies: AgencyReport[];
  readonly read: ReadListing[];
  /** Of every listing read with `collect`; else only of those that the law keeps off line, the first ones. */
  readonly publication: Publication[];
  /** Of all agencies together. */
  readonly diff: FeedDiff;
  readonly diagnostics: Diagnostic[];
  readonly notes: string[];
}

/** What stays of a report with its import. */
export interface StoredReport extends Pick<FeedReport, 'agencies' | 'message' | 'notes' | 'diagnostics'> {
  /** How many diagnostics there were: the first ones are kept. */
  readonly said: number;
  readonly withheld: readonly Publication[];
}
