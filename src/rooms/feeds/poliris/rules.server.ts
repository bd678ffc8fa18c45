import { fail } from '../../../contract/errors.ts';
import type { Archive } from '../archive/rules.server.ts';
import { feedErrors } from '../contract.ts';
import { columnOf, columnsOfVersion, FEWEST_COLUMNS } from './columns/contract.ts';
import type { AgencySurvey, PolirisRow, PolirisSurvey } from './contract.ts';
import { RowFields } from './fields/rules.server.ts';
import { mapRow, readOf } from './mapping/rules.server.ts';
import { decodeKept, EncodingProbe, readRecords } from './splitter/rules.server.ts';
import { cutText, readUrl } from './values/rules.server.ts';

/** What one file may hold: the largest networks send a tenth of it. */
const MOST_ROWS = 300_000;
const MOST_AGENCIES = 1_000;
const LONGEST_KEPT = 2_000;

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
  const agencies = new Map<string, { rows: number; schedules: Set<string>; photos: Set<string> }>();
  let records = 0;
  for await (const { fields } of readRecords(watched(), 'latin1')) {
    records += 1;
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    const id = cutText((fields[0] ?? '').trim().toLowerCase(), LONGEST_KEPT);
    const agency = agencies.get(id) ?? { rows: 0, schedules: new Set(), photos: new Set() };
    agencies.set(id, agency);
    agency.rows += 1;
    if (records > MOST_ROWS) throw tooMany(`${MOST_ROWS} annonces`);
    if (agencies.size > MOST_AGENCIES) throw tooMany(`${MOST_AGENCIES} agences`);
    // Two are enough to know that they differ.
    const schedule = cutText((fields[columnOf('feeScheduleUrl').rank - 1] ?? '').trim(), LONGEST_KEPT);
    if (schedule !== '' && agency.schedules.size < 2) agency.schedules.add(schedule);
    const photo = cutText((fields[columnOf('photo1').rank - 1] ?? '').trim(), LONGEST_KEPT);
    if (agency.photos.size < 2) agency.photos.add(photo);
  }
  const commonCount = [...counts].toSorted(([a, n], [b, m]) => m - n || b - a)[0]?.[0] ?? 0;
  if (records > 0 && commonCount < 2) throw fail(feedErrors.FEED_NOT_POLIRIS);
  const encoding = probe.answer();
  return {
    encoding,
    records,
    commonCount,
    configVersion: /^\s*version\s*=\s*(\S+)/im.exec(archive.config)?.[1] ?? '',
    agencies: new Map(
      [...agencies].map(([id, { rows, schedules, photos }]): [string, AgencySurvey] => [
        decodeKept(id, encoding),
        {
          rows,
          feeSchedule: schedules.size === 1 ? readUrl([...schedules][0] ?? '') : null,
          samePhoto: rows >= 3 && photos.size === 1 && !photos.has(''),
        },
      ]),
    ),
  };
}

function tooMany(limit: string) {
  return fail(
    feedErrors.FEED_TOO_BIG,
    {},
    `Annonces.csv contient plus de ${limit} : envoyez plusieurs archives.`,
  );
}

/**
 * Every row of the file in order, as a listing or with the reasons why not. Of rows that share an agency and a
 * technical identifier, the first one that can be read is kept. `fallbackAgency` is that of the rows that carry none.
 */
export async function* readPoliris(
  archive: Archive,
  survey: PolirisSurvey,
  fallbackAgency = '',
): AsyncGenerator<PolirisRow> {
  const kept = new Map<string, number>();
  for await (const record of readRecords(archive.readListings(), survey.encoding)) {
    const expected = expectedColumns(record.fields, survey);
    const row = new RowFields(record, expected === null, fallbackAgency);
    if (expected !== null) {
      row.refuse(
        'columns',
        null,
        `Ligne ${record.line} : ${expected} colonnes attendues, ${record.fields.length} trouvées. Ligne tronquée ou décalée : exportez à nouveau.`,
      );
    }
    const result = expected === null ? resultOf(row, survey, kept) : ({ refusal: 'damaged' } as const);
    const { line, agency, technicalId, reference, diagnostics } = row;
    yield { line, agency, technicalId, reference, diagnostics, result };
  }
}

function resultOf(row: RowFields, survey: PolirisSurvey, kept: Map<string, number>): PolirisRow['result'] {
  const mapped = mapRow(row, survey.agencies.get(row.raw('agency').toLowerCase())?.feeSchedule ?? null);
  if (mapped.refusal !== null) return mapped;
  const key = `${row.agency}\n${row.technicalId}`;
  const first = kept.get(key);
  if (first !== undefined) {
    row.warn(
      'duplicate',
      'technicalId',
      `Identifiant technique en double : l’annonce de la ligne ${first} est gardée. Donnez à chacune le sien.`,
    );
    return { refusal: 'duplicate' };
  }
  kept.set(key, row.line);
  return { refusal: null, draft: mapped.draft, read: readOf(row, mapped.draft) };
}

/**
 * Null when the row has the columns it should, else how many were expected. The row's own version (column 301)
 * decides, then Config.txt, then what most rows have. More columns than the version are a newer version's.
 */
function expectedColumns(fields: readonly string[], survey: PolirisSurvey): number | null {
  const found = fields.length;
  const own = (fields[columnOf('formatVersion').rank - 1] ?? '').trim();
  const ownCount = columnsOfVersion(own);
  if (ownCount !== null) return found >= ownCount ? null : ownCount;
  const declared = columnsOfVersion(survey.configVersion);
  if (declared !== null && found < declared) return declared;
  if (found < FEWEST_COLUMNS) return Math.max(survey.commonCount, FEWEST_COLUMNS);
  if (found !== survey.commonCount) return survey.commonCount;
  return null;
}
