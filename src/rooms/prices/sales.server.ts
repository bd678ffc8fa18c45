import { parisDay } from '#contract/day.ts';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { type CsvRow, readCsv } from './csv-source.server.ts';
import { FileRefused } from './csv-source.ts';
import {
  countLoaded,
  type DeedRow,
  dropOldSales,
  insertDeedRows,
  keepSales,
  lockSales,
  openDeeds,
  replaceImport,
  type SalesSource,
} from './sales.sql.server.ts';
import { LOSS_HELD, type SalesReport } from './sales.ts';

const COLUMNS = [
  'id_mutation',
  'date_mutation',
  'nature_mutation',
  'valeur_fonciere',
  'code_commune',
  'code_departement',
  'id_parcelle',
  'lot1_numero',
  'lot2_numero',
  'lot3_numero',
  'lot4_numero',
  'lot5_numero',
  'code_type_local',
  'surface_reelle_bati',
  'nombre_pieces_principales',
] as const;
type Column = (typeof COLUMNS)[number];

const RANK = Object.fromEntries(COLUMNS.map((name, rank) => [name, rank])) as Record<Column, number>;

const AMOUNT = /^\d+(\.\d+)?$/;
const WHOLE = /^\d+$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const COMMUNE = /^(\d{5}|2[AB]\d{3})$/;

interface Expected {
  readonly departmentCode: string;
  readonly year: number;
}

interface SalesFile {
  readonly file: string;
  /** Month of the release, YYYY-MM, when the operator knows it. */
  readonly release?: string | null;
  /** The operator lets the file take away a great part of the sales. */
  readonly confirmed?: boolean;
  /** What the file was asked for as: one of another department or year is refused. */
  readonly expected?: Expected;
  /** Where it was fetched from, and in which version. */
  readonly source?: SalesSource;
  readonly onProgress?: (read: number, size: number, rows: number) => void;
}

/** A sound file that would take away too much. */
class SalesHeld extends FileRefused {}

/**
 * Replaces a department-year by what the file holds, in one transaction: readers see the old sales or the new ones, and
 * a file that is refused or held changes nothing. Only method R's sales are kept, without anything that would name a home.
 */
export async function importSales(db: Db, asked: SalesFile): Promise<SalesReport> {
  const began = performance.now();
  const seconds = () => Math.round(performance.now() - began) / 1_000;
  try {
    return await db.transaction().execute(async (tx) => {
      await lockSales(tx);
      await openDeeds(tx);
      const today = parisDay(clock.now()).day;
      const reader = new SalesReader(today, asked.expected ?? null);
      let rows = 0;
      const batches = readCsv({
        file: asked.file,
        delimiter: ',',
        columns: COLUMNS,
        gzip: 'always',
        onProgress: (read, size) => asked.onProgress?.(read, size, rows),
      });
      for await (const batch of batches) {
        rows += batch.length;
        await insertDeedRows(
          tx,
          batch.flatMap((row) => reader.read(row) ?? []),
        );
      }
      const { departmentCode, year, firstOn, lastOn } = reader.covered();
      const release = asked.release ?? null;
      if (release !== null && release < lastOn.slice(0, 7))
        throw new FileRefused(
          `une publication de ${release} ne contient pas de vente du ${lastOn}\u00a0: vérifiez --release`,
        );
      const since = comparedSince(year, firstOn, today);
      const loaded = await countLoaded(tx, { departmentCode, year, since });
      await replaceImport(tx, {
        departmentCode,
        year,
        release,
        firstOn,
        lastOn,
        rowCount: rows,
        source: asked.source ?? null,
        at: clock.now(),
      });
      const { sales, unknownPlaces } = await keepSales(tx, departmentCode, year);
      if (loaded && !asked.confirmed) holdLoss(loaded.since, sales);
      await dropOldSales(tx, departmentCode);
      return {
        file: asked.file,
        status: 'done',
        departmentCode,
        year,
        rows,
        sales,
        replaced: loaded?.total ?? null,
        unknownPlaces,
        firstOn,
        lastOn,
        release,
        seconds: seconds(),
        fault: null,
      };
    });
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return {
      file: asked.file,
      status: error instanceof SalesHeld ? 'held' : 'refused',
      departmentCode: null,
      year: null,
      rows: 0,
      sales: 0,
      replaced: null,
      unknownPlaces: 0,
      firstOn: null,
      lastOn: null,
      release: null,
      seconds: seconds(),
      fault: error.fault,
    };
  }
}

/** Years that the administration publishes: a release begins on 1 January or on 1 July. */
const YEARS_KEPT = 5;

/**
 * The first day on which a file is held against what is loaded. The oldest year of every other release begins in July: what
 * came before has left the five years, and is no loss.
 */
function comparedSince(year: number, firstOn: string, today: string): string {
  const july = `${year}-07-01`;
  const oldest = year <= Number(today.slice(0, 4)) - YEARS_KEPT;
  return oldest && firstOn >= july ? july : `${year}-01-01`;
}

/** A file cut short, or of a few communes, looks like a market that vanished. Throws `SalesHeld`. */
function holdLoss(before: number, after: number): void {
  const lost = before - after;
  if (lost < LOSS_HELD.least || lost <= before * LOSS_HELD.share) return;
  throw new SalesHeld(
    `il ne resterait que ${formatCount(after, 'vente', 'ventes')} sur ${formatNumber(before)} dans ce département cette année-là. Vérifiez le fichier, ou ajoutez --confirm s’il est complet`,
  );
}

/** Reads rows one by one, and holds what the whole file says: one department, one year. */
class SalesReader {
  readonly #today: string;
  readonly #expected: Expected | null;
  #departmentCode = '';
  #year = '';
  #firstOn = '9999';
  #lastOn = '';

  constructor(today: string, expected: Expected | null) {
    this.#today = today;
    this.#expected = expected;
  }

  /** The row as method R needs it; null for what it leaves aside at once (other deeds, bare land). */
  read({ values, line }: CsvRow): DeedRow | null {
    const said = (column: Column) => values[RANK[column]] ?? '';
    const wrong = (field: Column, reason: string) =>
      new FileRefused(reason, { line, field, value: said(field) });
    const day = said('date_mutation');
    if (!DAY.test(day)) throw wrong('date_mutation', 'ce n’est pas une date AAAA-MM-JJ');
    if (day > this.#today) throw wrong('date_mutation', 'cette vente est dans le futur');
    this.#isOfOne(day, said('code_departement'), wrong);
    if (!said('id_mutation')) throw wrong('id_mutation', 'cette vente n’a pas de numéro');
    if (!said('nature_mutation')) throw wrong('nature_mutation', 'cette vente ne dit pas sa nature');
    const commune = said('code_commune');
    if (!COMMUNE.test(commune) || !commune.startsWith(this.#departmentCode))
      throw wrong('code_commune', 'ce n’est pas le code d’une commune du département');
    const type = said('code_type_local');
    if (type && !/^[1-4]$/.test(type)) throw wrong('code_type_local', 'ce type de local n’existe pas');
    for (const column of ['valeur_fonciere', 'surface_reelle_bati'] as const) {
      if (said(column) && !AMOUNT.test(said(column))) throw wrong(column, 'ce n’est pas un nombre');
    }
    const rooms = said('nombre_pieces_principales');
    if (rooms && !WHOLE.test(rooms))
      throw wrong('nombre_pieces_principales', 'ce n’est pas un nombre entier');
    if (said('nature_mutation') !== 'Vente' || !type) return null;
    return {
      deed: said('id_mutation'),
      soldOn: day,
      value: said('valeur_fonciere') || null,
      placeCode: commune,
      parcel: said('id_parcelle'),
      localType: Number(type),
      lots: ([1, 2, 3, 4, 5] as const).map((rank) => said(`lot${rank}_numero`)).join('|'),
      surface: said('surface_reelle_bati') || null,
      rooms: rooms || null,
    };
  }

  #isOfOne(day: string, departmentCode: string, wrong: (field: Column, reason: string) => FileRefused): void {
    const year = day.slice(0, 4);
    if (!this.#year) {
      if (!/^(\d{2,3}|2[AB])$/.test(departmentCode))
        throw wrong('code_departement', 'ce n’est pas un département');
      if (this.#expected && departmentCode !== this.#expected.departmentCode)
        throw wrong('code_departement', `le département ${this.#expected.departmentCode} était demandé`);
      if (this.#expected && year !== String(this.#expected.year))
        throw wrong('date_mutation', `l’année ${this.#expected.year} était demandée`);
      this.#year = year;
      this.#departmentCode = departmentCode;
    }
    if (departmentCode !== this.#departmentCode)
      throw wrong('code_departement', `le fichier mêle des départements (${this.#departmentCode} d’abord)`);
    if (year !== this.#year)
      throw wrong('date_mutation', `le fichier mêle des années (${this.#year} d’abord)`);
    if (day < this.#firstOn) this.#firstOn = day;
    if (day > this.#lastOn) this.#lastOn = day;
  }

  covered(): { departmentCode: string; year: number; firstOn: string; lastOn: string } {
    if (!this.#year) throw new FileRefused('ce fichier ne contient aucune vente', { line: 1 });
    return {
      departmentCode: this.#departmentCode,
      year: Number(this.#year),
      firstOn: this.#firstOn,
      lastOn: this.#lastOn,
    };
  }
}
