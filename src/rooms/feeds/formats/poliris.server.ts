import { fail } from '#contract/errors.ts';
import {
  COLUMNS,
  type ColumnKey,
  columnOf,
  columnsOfVersion,
  FEWEST_COLUMNS,
  MOST_COLUMNS,
  PHOTO_KEYS,
  PHOTO_TITLE_KEYS,
} from '../columns.ts';
import { feedErrors } from '../contract.ts';
import { RowFields } from '../rows/fields.server.ts';
import { type FeedSource, Reader, rowOf, Tally } from '../rows/rows.server.ts';
import type { Dialect, FeedRecord, FeedRow, LocatedValue } from '../rows/rows.ts';
import type { Archive } from './archive.server.ts';
import type { PolirisSurvey } from './poliris.ts';
import {
  decodeKept,
  EncodingProbe,
  EndProbe,
  type PolirisRecord,
  readRecords,
  withoutUtf16,
} from './poliris-records.server.ts';

/**
 * A Poliris archive: the portfolios of one agency or of several. Reading it throws FEED_NOT_POLIRIS or FEED_TOO_BIG, as
 * `surveyPoliris` does.
 */
export function openPoliris(archive: Archive): FeedSource {
  let survey: PolirisSurvey | null = null;
  return {
    format: 'poliris',
    notes: archive.notes,
    pictures: archive.pictures,
    openPicture: (name) => archive.openPicture(name),
    survey: async () => (survey = await surveyPoliris(archive)),
    async *rows(agency) {
      yield* readPoliris(archive, survey ?? (await surveyPoliris(archive)), agency);
    },
    close: () => archive.close(),
  };
}

/**
 * Looks at the whole of Annonces.csv once, without keeping it: encoding, number of rows and columns, agencies.
 * Throws FEED_NOT_POLIRIS when it holds something else, FEED_TOO_BIG when it holds too much; an empty file gives 0
 * records.
 */
export async function surveyPoliris(archive: Archive): Promise<PolirisSurvey> {
  const probe = new EncodingProbe();
  const end = new EndProbe();
  async function* watched() {
    for await (const chunk of withoutUtf16(archive.readListings())) {
      probe.see(chunk);
      end.see(chunk);
      yield chunk;
    }
  }
  const counts = new Map<number, number>();
  const tally = new Tally();
  let first: PolirisRecord | null = null;
  let last: PolirisRecord | null = null;
  for await (const record of readRecords(watched(), 'latin1')) {
    const { fields } = record;
    first ??= record;
    last = record;
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    const at = (key: ColumnKey) => (fields[columnOf(key).rank - 1] ?? '').trim();
    const shape = `${fields.length} ${columnsOfVersion(at('formatVersion')) ?? ''}`;
    tally.see(fields[columnOf('agency').rank - 1] ?? '', at('feeScheduleUrl'), at('photo1'), shape);
  }
  const commonCount = [...counts].toSorted(([a, n], [b, m]) => m - n || b - a)[0]?.[0] ?? 0;
  if (tally.records > 0 && commonCount < 2) throw fail(feedErrors.FEED_NOT_POLIRIS);
  const encoding = probe.answer();
  const configVersion = /^\s*version\s*=\s*(\S+)/im.exec(archive.config)?.[1] ?? '';
  const known = { commonCount, configVersion };
  const sound = (shape: string) => {
    const [found = '', own = ''] = shape.split(' ');
    return expectedColumns(Number(found), own === '' ? null : Number(own), known) === null;
  };
  const ending = endingOf(first, last, end.answer(), known);
  return {
    encoding,
    records: tally.records,
    ...known,
    ending,
    cutLine: ending === 'cut' ? (last?.line ?? null) : null,
    agencies: tally.answer({ name: (id) => decodeKept(id, encoding).trim().toLowerCase(), sound }),
    // Each row names its agency by the reference that the portal gave it.
    sender: null,
  };
}

/**
 * Every row of the file in order, as a listing or with the reasons why not. Of rows that share an agency and a
 * technical identifier, the first one that can be read is kept. `fallbackAgency` is that of the rows that carry none.
 */
export async function* readPoliris(
  archive: Archive,
  survey: PolirisSurvey,
  fallbackAgency = '',
): AsyncGenerator<FeedRow> {
  const reader = new Reader(survey.agencies);
  for await (const record of readRecords(withoutUtf16(archive.readListings()), survey.encoding)) {
    const expected = expectedColumns(record.fields.length, ownColumns(record), survey);
    const cut = expected === null && record.line === survey.cutLine;
    const row = new RowFields(new PolirisFields(record), expected === null, fallbackAgency);
    if (cut)
      row.refuse(
        'columns',
        null,
        `Ligne ${record.line} : le fichier s’arrête avant la fin de cette ligne. Exportez à nouveau.`,
      );
    if (expected !== null) {
      row.refuse(
        'columns',
        null,
        `Ligne ${record.line} : ${expected} colonnes attendues, ${record.fields.length} trouvées. Ligne tronquée ou décalée : exportez à nouveau.`,
      );
    }
    yield rowOf(row, expected === null && !cut ? reader.read(row) : { refusal: 'damaged' });
  }
}

const dialect: Dialect = {
  booleans: 'OUI, NON',
  dates: 'JJ/MM/AAAA',
  transactions: '« vente » ou « location »',
  photos: 'une adresse https:// ou le nom d’une image de l’archive',
};

/** A row by the ranks of its columns: no translation is needed. */
class PolirisFields implements FeedRecord {
  readonly line: number;
  readonly dialect = dialect;
  readonly department = null;
  readonly #fields: readonly string[];

  constructor({ line, fields }: PolirisRecord) {
    this.line = line;
    this.#fields = fields;
  }

  raw(key: ColumnKey): string {
    return (this.#fields[columnOf(key).rank - 1] ?? '').trim();
  }

  told(key: ColumnKey): LocatedValue {
    const { rank, name } = columnOf(key);
    return { line: this.line, column: rank, field: name, value: this.raw(key) };
  }

  photos() {
    return PHOTO_KEYS.map((key, index) => {
      const titleKey = PHOTO_TITLE_KEYS[index] ?? key;
      return {
        number: index + 1,
        given: this.raw(key),
        caption: titleKey === key ? '' : this.raw(titleKey),
        told: this.told(key),
        captionTold: this.told(titleKey),
      };
    }).filter(({ given }) => given !== '');
  }
}

function ownColumns({ fields }: PolirisRecord): number | null {
  return columnsOfVersion((fields[columnOf('formatVersion').rank - 1] ?? '').trim());
}

type Known = Pick<PolirisSurvey, 'commonCount' | 'configVersion'>;

/** Whether the file stops before its end, as far as its last row tells beside the first one. */
function endingOf(
  first: PolirisRecord | null,
  last: PolirisRecord | null,
  end: ReturnType<EndProbe['answer']>,
  known: Known,
): PolirisSurvey['ending'] {
  if (!first || !last) return 'whole';
  const expected = expectedColumns(last.fields.length, ownColumns(last), known);
  if (expected !== null && last.fields.length < expected) return 'cut';
  if (end === 'ended') return 'whole';
  if (end === 'half' || last.closing === 'none') return 'cut';
  return last.closing === first.closing ? 'open' : 'cut';
}

/**
 * Null when a row has the columns it should, else how many were expected. Those of its own version (column 301) decide,
 * then Config.txt, then what most rows have. A few more than the version are a newer version's.
 */
function expectedColumns(
  found: number,
  own: number | null,
  { commonCount, configVersion }: Known,
): number | null {
  const declared = columnsOfVersion(configVersion);
  if (found > MOST_COLUMNS) return own ?? declared ?? Math.min(commonCount, COLUMNS.length);
  if (own !== null) return found >= own ? null : own;
  if (declared !== null && found < declared) return declared;
  if (found < FEWEST_COLUMNS) return Math.max(commonCount, FEWEST_COLUMNS);
  return found === commonCount ? null : commonCount;
}
