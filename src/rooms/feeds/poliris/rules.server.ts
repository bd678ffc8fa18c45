import { fail } from '../../../contract/errors.ts';
import type { Archive } from '../archive/rules.server.ts';
import { feedErrors } from '../contract.ts';
import {
  type ColumnKey,
  columnOf,
  columnsOfVersion,
  FEWEST_COLUMNS,
  PHOTO_KEYS,
  PHOTO_TITLE_KEYS,
} from '../rows/columns/contract.ts';
import type { Dialect, FeedRecord, FeedRow, Told } from '../rows/contract.ts';
import { RowFields } from '../rows/fields/rules.server.ts';
import { type FeedSource, Reader, rowOf, Tally } from '../rows/rules.server.ts';
import type { PolirisSurvey } from './contract.ts';
import { decodeKept, EncodingProbe, type PolirisRecord, readRecords } from './splitter/rules.server.ts';

/** A Poliris archive: the portfolios of one agency or of several. */
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
  async function* watched() {
    for await (const chunk of archive.readListings()) {
      probe.see(chunk);
      yield chunk;
    }
  }
  const counts = new Map<number, number>();
  const tally = new Tally();
  for await (const { fields } of readRecords(watched(), 'latin1')) {
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    const at = (key: ColumnKey) => (fields[columnOf(key).rank - 1] ?? '').trim();
    const shape = `${fields.length} ${columnsOfVersion(at('formatVersion')) ?? ''}`;
    tally.see(at('agency').toLowerCase(), at('feeScheduleUrl'), at('photo1'), shape);
  }
  const commonCount = [...counts].toSorted(([a, n], [b, m]) => m - n || b - a)[0]?.[0] ?? 0;
  if (tally.records > 0 && commonCount < 2) throw fail(feedErrors.FEED_NOT_POLIRIS);
  const encoding = probe.answer();
  const configVersion = /^\s*version\s*=\s*(\S+)/im.exec(archive.config)?.[1] ?? '';
  const sound = (shape: string) => {
    const [found = '', own = ''] = shape.split(' ');
    return (
      expectedColumns(Number(found), own === '' ? null : Number(own), { commonCount, configVersion }) === null
    );
  };
  return {
    encoding,
    records: tally.records,
    commonCount,
    configVersion,
    agencies: tally.answer({ name: (id) => decodeKept(id, encoding), sound }),
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
  for await (const record of readRecords(archive.readListings(), survey.encoding)) {
    const own = columnsOfVersion((record.fields[columnOf('formatVersion').rank - 1] ?? '').trim());
    const expected = expectedColumns(record.fields.length, own, survey);
    const row = new RowFields(new PolirisFields(record), expected === null, fallbackAgency);
    if (expected !== null) {
      row.refuse(
        'columns',
        null,
        `Ligne ${record.line} : ${expected} colonnes attendues, ${record.fields.length} trouvées. Ligne tronquée ou décalée : exportez à nouveau.`,
      );
    }
    yield rowOf(row, expected === null ? reader.read(row) : { refusal: 'damaged' });
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

  told(key: ColumnKey): Told {
    const { rank, name } = columnOf(key);
    return { line: this.line, column: rank, field: name, value: this.raw(key) };
  }

  photos() {
    return PHOTO_KEYS.map((key, index) => {
      const titleKey = PHOTO_TITLE_KEYS[index];
      return { given: this.raw(key), caption: titleKey ? this.raw(titleKey) : '', told: this.told(key) };
    }).filter(({ given }) => given !== '');
  }
}

/**
 * Null when a row has the columns it should, else how many were expected. Those of its own version (column 301) decide,
 * then Config.txt, then what most rows have. More columns than the version are a newer version's.
 */
function expectedColumns(
  found: number,
  own: number | null,
  { commonCount, configVersion }: Pick<PolirisSurvey, 'commonCount' | 'configVersion'>,
): number | null {
  if (own !== null) return found >= own ? null : own;
  const declared = columnsOfVersion(configVersion);
  if (declared !== null && found < declared) return declared;
  if (found < FEWEST_COLUMNS) return Math.max(commonCount, FEWEST_COLUMNS);
  return found === commonCount ? null : commonCount;
}
