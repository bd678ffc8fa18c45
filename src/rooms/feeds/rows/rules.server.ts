import type { Readable } from 'node:stream';
import { fail } from '../../../contract/errors.ts';
import { type FeedFormat, feedErrors } from '../contract.ts';
import type { AgencySurvey, FeedRow, FeedSurvey, Told, Where } from './contract.ts';
import { RowFields } from './fields/rules.server.ts';
import { mapRow, readOf } from './mapping/rules.server.ts';
import type { Translated } from './translation/rules.server.ts';
import { cutText, readUrl } from './values/rules.server.ts';

/** An open file, in whatever format: all that staging and reports know of it. */
export interface FeedSource {
  readonly format: FeedFormat;
  /** French sentences about what was left aside. */
  readonly notes: readonly string[];
  /** Pictures inside: lower-case base name, and a mark that changes with the content. */
  readonly pictures: ReadonlyMap<string, string>;
  /** A picture by its base name, in any case; null when there is none of that name. */
  openPicture(name: string): Promise<Readable | null>;
  /** Reads the whole once without keeping it. Throws a refusal of feedErrors when it cannot be trusted or read. */
  survey(): Promise<FeedSurvey>;
  /** Every listing in order, once surveyed. `agency` is that of the rows that carry none. */
  rows(agency: string): AsyncIterable<FeedRow>;
  close(): void;
}

/** What one file may hold: the largest networks send a tenth of it. */
const MOST_ROWS = 300_000;
const MOST_AGENCIES = 1_000;
const LONGEST_KEPT = 2_000;

/** Counts the rows of each agency of a file, without keeping any. */
export class Tally {
  readonly #agencies = new Map<string, { rows: number; schedules: Set<string>; photos: Set<string> }>();
  records = 0;

  /** Throws FEED_TOO_BIG beyond what one file may hold. */
  see(agency: string, feeSchedule: string, firstPhoto: string): void {
    this.records += 1;
    const id = cutText(agency, LONGEST_KEPT);
    const seen = this.#agencies.get(id) ?? { rows: 0, schedules: new Set(), photos: new Set() };
    this.#agencies.set(id, seen);
    seen.rows += 1;
    if (this.records > MOST_ROWS) throw tooMany(`${MOST_ROWS} annonces`);
    if (this.#agencies.size > MOST_AGENCIES) throw tooMany(`${MOST_AGENCIES} agences`);
    // Two are enough to know that they differ.
    const schedule = cutText(feeSchedule, LONGEST_KEPT);
    if (schedule !== '' && seen.schedules.size < 2) seen.schedules.add(schedule);
    if (seen.photos.size < 2) seen.photos.add(cutText(firstPhoto, LONGEST_KEPT));
  }

  /** What was seen, the identifiers of agencies written as `name` says. */
  answer(name: (id: string) => string = (id) => id): ReadonlyMap<string, AgencySurvey> {
    return new Map(
      [...this.#agencies].map(([id, { rows, schedules, photos }]): [string, AgencySurvey] => [
        name(id),
        {
          rows,
          feeSchedule: schedules.size === 1 ? readUrl([...schedules][0] ?? '') : null,
          samePhoto: rows >= 3 && photos.size === 1 && !photos.has(''),
        },
      ]),
    );
  }
}

function tooMany(limit: string) {
  return fail(
    feedErrors.FEED_TOO_BIG,
    {},
    `Le fichier contient plus de ${limit} : envoyez-le en plusieurs fichiers.`,
  );
}

/** Maps rows; of those that share an agency and a technical identifier, the first one that can be read is kept. */
export class Reader {
  readonly #kept = new Map<string, number>();
  readonly #agencies: ReadonlyMap<string, AgencySurvey>;

  constructor(agencies: ReadonlyMap<string, AgencySurvey>) {
    this.#agencies = agencies;
  }

  read(row: RowFields): FeedRow['result'] {
    const mapped = mapRow(row, this.#agencies.get(row.raw('agency').toLowerCase())?.feeSchedule ?? null);
    if (mapped.refusal !== null) return mapped;
    const key = `${row.agency}\n${row.technicalId}`;
    const first = this.#kept.get(key);
    if (first !== undefined) {
      row.warn(
        'duplicate',
        'technicalId',
        `Identifiant technique en double : l’annonce de la ligne ${first} est gardée. Donnez à chacune le sien.`,
      );
      return { refusal: 'duplicate' };
    }
    this.#kept.set(key, row.line);
    return { refusal: null, draft: mapped.draft, read: readOf(row, mapped.draft) };
  }
}

/** A row as staging takes it. */
export function rowOf(row: RowFields, result: FeedRow['result']): FeedRow {
  const { line, agency, technicalId, reference, diagnostics, record } = row;
  const where = { city: whereOf(record.told('city')), photos: whereOf(record.told('photo1')) };
  return { line, agency, technicalId, reference, diagnostics, where, result };
}

/** Without the value: a batch of rows must not hold the whole text of each. */
function whereOf({ line, column, field }: Told): Where {
  return { line, column, field };
}

/**
 * A file of one agency, in a format that is translated row by row. `open` reads it from its start. `whole` says
 * what is missing of a file that tells how much it should hold.
 */
export function translatedSource(
  format: FeedFormat,
  open: () => AsyncIterable<Translated>,
  whole: (records: number) => void = () => {},
): FeedSource {
  let agencies: ReadonlyMap<string, AgencySurvey> = new Map();
  return {
    format,
    notes: [],
    pictures: new Map(),
    openPicture: async () => null,
    close() {},
    async survey() {
      const tally = new Tally();
      let sender: string | null = null;
      for await (const record of open()) {
        tally.see('', record.raw('feeScheduleUrl'), record.photos()[0]?.given ?? '');
        if (sender !== null && record.sender !== sender)
          throw fail(
            feedErrors.FEED_OTHER_AGENCY,
            { senders: [sender, record.sender] },
            `Le fichier mêle les annonces de plusieurs agences (${sender}, ${record.sender})\u00a0: envoyez un fichier par agence.`,
          );
        sender = record.sender;
      }
      whole(tally.records);
      agencies = tally.answer();
      return {
        records: tally.records,
        agencies,
        sender: sender === null ? null : { format, account: sender },
      };
    },
    async *rows(agency) {
      const reader = new Reader(agencies);
      for await (const record of open()) {
        const row = new RowFields(record, true, agency);
        const refusal = record.refuse(row);
        const result = refusal === null ? reader.read(row) : { refusal };
        yield rowOf(
          row,
          result.refusal === null ? { ...result, draft: record.complete(row, result.draft) } : result,
        );
      }
    },
  };
}
