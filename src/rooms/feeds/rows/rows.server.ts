import type { Readable } from 'node:stream';
import { fail } from '#contract/errors.ts';
import type { FeedFormat } from '#rooms/listings/feed-formats.ts';
import { feedErrors } from '../contract.ts';
import { withoutContactsIn } from './contacts.server.ts';
import { RowFields } from './fields.server.ts';
import { mapRow, readOf, readPhoto } from './mapping.server.ts';
import type {
  AgencySurvey,
  FeedRecord,
  FeedRow,
  FeedSurvey,
  FilePosition,
  LocatedValue,
  PhotoPosition,
} from './rows.ts';
import type { Translated } from './translation.server.ts';
import { cutText, readUrl } from './values.server.ts';

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

/** Ways of being laid out that the rows of one agency may have: a sound file has one or two. */
const MOST_SHAPES = 64;

/** Counts the rows of each agency of a file, without keeping any. */
export class Tally {
  readonly #agencies = new Map<
    string,
    { rows: number; schedules: Map<string, Set<string>>; photos: Set<string> }
  >();
  records = 0;

  /**
   * `shape` tells apart the rows that may turn out to be damaged once all are seen. Throws FEED_TOO_BIG beyond what one
   * file may hold.
   */
  see(agency: string, feeSchedule: string, firstPhoto: string, shape = ''): void {
    this.records += 1;
    const id = cutText(agency, LONGEST_KEPT);
    const seen = this.#agencies.get(id) ?? { rows: 0, schedules: new Map(), photos: new Set() };
    this.#agencies.set(id, seen);
    seen.rows += 1;
    if (this.records > MOST_ROWS) throw tooMany(`${MOST_ROWS} annonces`);
    if (this.#agencies.size > MOST_AGENCIES) throw tooMany(`${MOST_AGENCIES} agences`);
    // Two are enough to know that they differ.
    const schedule = readUrl(feeSchedule);
    if (schedule !== null) {
      const known = seen.schedules.get(shape) ?? new Set();
      if (known.size < 2) known.add(schedule);
      if (seen.schedules.size < MOST_SHAPES) seen.schedules.set(shape, known);
    }
    if (seen.photos.size < 2) seen.photos.add(cutText(firstPhoto, LONGEST_KEPT));
  }

  /** What was seen, the identifiers of agencies written as `name` says. Rows of a shape that is not `sound` have no say. */
  answer({
    name = (id) => id,
    sound = () => true,
  }: {
    readonly name?: (id: string) => string;
    readonly sound?: (shape: string) => boolean;
  } = {}): ReadonlyMap<string, AgencySurvey> {
    const named = Map.groupBy(this.#agencies, ([id]) => name(id));
    return new Map(
      [...named].map(([id, all]): [string, AgencySurvey] => {
        const rows = all.reduce((sum, [, seen]) => sum + seen.rows, 0);
        const schedules = all.flatMap(([, seen]) => [...seen.schedules]);
        const given = new Set(schedules.flatMap(([shape, urls]) => (sound(shape) ? [...urls] : [])));
        const photos = new Set(all.flatMap(([, seen]) => [...seen.photos]));
        return [
          id,
          {
            rows,
            feeSchedule: given.size === 1 ? ([...given][0] ?? null) : null,
            samePhoto: rows >= 3 && photos.size === 1 && !photos.has(''),
          },
        ];
      }),
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
  /** The first fee schedule of each agency, and whether another one was told of. */
  readonly #schedules = new Map<string, { url: string; line: number; told: boolean }>();

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
    this.#compareSchedule(row);
    return { refusal: null, draft: mapped.draft, read: readOf(row, mapped.draft) };
  }

  /** An agency has one schedule: a second address is said once, on the first row that gives it. */
  #compareSchedule(row: RowFields): void {
    const url = readUrl(row.raw('feeScheduleUrl'));
    if (url === null) return;
    const first = this.#schedules.get(row.agency);
    if (!first) this.#schedules.set(row.agency, { url, line: row.line, told: false });
    else if (url !== first.url && !first.told) {
      first.told = true;
      row.warn(
        'fee_schedule',
        'feeScheduleUrl',
        `Votre agence donne deux adresses de barème différentes (lignes ${first.line} et ${row.line})\u00a0: chaque annonce garde la sienne. Donnez la même à toutes.`,
      );
    }
  }
}

/** A row as staging takes it: what its texts say of how to reach somebody is taken out, and told. */
export function rowOf(row: RowFields, given: FeedRow['result']): FeedRow {
  const result = given.refusal === null ? { ...given, draft: withoutContactsIn(row, given.draft) } : given;
  const { line, agency, technicalId, reference, diagnostics, record } = row;
  const where = { city: whereOf(record.told('city')), photos: photosWhere(record) };
  return { line, agency, technicalId, reference, diagnostics, where, result };
}

/** Where each photo that is the name of a file stands: only the archive tells whether it is there. */
function photosWhere(record: FeedRecord): FeedRow['where']['photos'] {
  const photos = new Map<string, PhotoPosition>();
  for (const { number, given, told } of record.photos()) {
    const photo = readPhoto(given);
    if (photo?.kind === 'file' && !photos.has(photo.source))
      photos.set(photo.source, { ...whereOf(told), number });
  }
  return photos;
}

/** Without the value: a batch of rows must not hold the whole text of each. */
function whereOf({ line, column, field }: LocatedValue): FilePosition {
  return { line, column, field };
}

/**
 * A file of one agency, in a format that is translated row by row. `open` reads it from its start. `whole` says what is
 * missing of a file that tells how much it should hold. Its `survey` throws FEED_OTHER_AGENCY when rows name several
 * agencies, and what `whole` throws.
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
        ending: 'whole',
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
