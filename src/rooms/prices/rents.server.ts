import path from 'node:path';
import type { Db } from '#platform/db.server.ts';
import { type CsvRow, readCsv, readFirstLine } from './csv-source.server.ts';
import { FileRefused } from './csv-source.ts';
import { insertRents, openRents, type RentRow, replaceRents } from './rents.sql.server.ts';
import type { RentKind, RentReport } from './rents.ts';

const OFFICIAL = ['INSEE_C', 'loypredm2', 'lwr.IPm2', 'upr.IPm2', 'TYPPRED', 'nbobs_com', 'R2_adj'] as const;
const DERIVED = ['departement', 'id_ville', 'date', 'loyer_m2_appartement', 'loyer_m2_maison'] as const;

/** How the yearly files are named: `pred-app-mef-dhup.csv`, `pred-app12-…`, `pred-app3-…`, `pred-mai-…`. */
const FILE_KINDS: Readonly<Record<string, RentKind>> = {
  app: 'apartment',
  app12: 'apartment-small',
  app3: 'apartment-large',
  mai: 'house',
};

const INSEE = /^(\d{5}|2[AB]\d{3})$/;
/** Euros per m² and month: what is outside is not a rent. */
const RENT_MIN = 1;
const RENT_MAX = 150;

interface RentsFile {
  readonly file: string;
  /** Of an official file, which does not say them: read from its name or address when absent. */
  readonly year?: number | null;
  readonly kind?: RentKind | null;
  readonly onProgress?: (read: number, size: number) => void;
}

/** What an official file leaves to its name: the kind of home, and the year; null when the name does not say. */
export function readRentsName(file: string): { kind: RentKind | null; year: number | null } {
  const kind = /^pred-(app12|app3|app|mai)(?=\W)/.exec(path.basename(file))?.[1];
  const year = [...file.matchAll(/(?<!\d)(20\d\d)(?!\d)/g)].at(-1)?.[1];
  return { kind: (kind && FILE_KINDS[kind]) || null, year: year ? Number(year) : null };
}

/**
 * Loads « Carte des loyers », in the layout of the State or in the derived one (formats/prices.md 4.1): what the file
 * says of a year and a kind of home replaces what was known of them, at once; a wrong file changes nothing.
 */
export async function importRents(db: Db, asked: RentsFile): Promise<RentReport> {
  try {
    const header = await readFirstLine(asked.file);
    const layout = header.includes('loypredm2') ? 'official' : 'derived';
    const read = layout === 'official' ? officialReader(asked) : derivedRents;
    const years = new Set<number>();
    const rents = await db.transaction().execute(async (tx) => {
      await openRents(tx);
      const batches = readCsv({
        file: asked.file,
        delimiter: layout === 'official' ? ';' : ',',
        columns: layout === 'official' ? OFFICIAL : DERIVED,
        latin1: layout === 'official',
        gzip: 'maybe',
        ...(asked.onProgress ? { onProgress: asked.onProgress } : {}),
      });
      let given = 0;
      for await (const batch of batches) {
        const rows = batch.flatMap(read);
        for (const { year } of rows) years.add(year);
        given += rows.length;
        await insertRents(tx, rows);
      }
      if (given === 0) throw new FileRefused('ce fichier ne contient aucun loyer', { line: 1 });
      return replaceRents(tx, layout);
    });
    return {
      file: asked.file,
      status: 'done',
      layout,
      years: [...years].toSorted((a, b) => a - b),
      rents,
      fault: null,
    };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { file: asked.file, status: 'refused', layout: null, years: [], rents: 0, fault: error.fault };
  }
}

function officialReader(asked: RentsFile): (row: CsvRow) => RentRow[] {
  const named = readRentsName(asked.file);
  const kind = asked.kind ?? named.kind;
  const year = asked.year ?? named.year;
  if (!kind || !year) {
    throw new FileRefused(
      'ni le fichier ni son nom ne disent l’année ou le type de logement\u00a0: ajoutez --year et --kind',
    );
  }
  return ({ values, line }) => {
    const [code = '', rent = '', low = '', high = '', basis = '', observations = '', r2 = ''] = values;
    if (!INSEE.test(code)) {
      throw new FileRefused('ce n’est pas le code d’une commune', { line, field: 'INSEE_C', value: code });
    }
    return [
      {
        code,
        kind,
        year,
        rent: centsOf(rent, { line, field: 'loypredm2' }),
        low: centsOf(low, { line, field: 'lwr.IPm2' }),
        high: centsOf(high, { line, field: 'upr.IPm2' }),
        basis: basis === 'commune' ? 'commune' : 'group',
        observations: Number.isInteger(Number(observations)) ? Number(observations) : null,
        r2: numberOf(r2),
      },
    ];
  };
}

function derivedRents({ values, line }: CsvRow): RentRow[] {
  const [department = '', town = '', date = '', apartment = '', house = ''] = values;
  // Overseas departments have three figures, of which their communes keep two: 974 and 422 make 97422.
  const code = (department.length === 3 ? department.slice(0, 2) : department.padStart(2, '0')) + town;
  if (!INSEE.test(code)) {
    throw new FileRefused('ce n’est pas le code d’une commune', { line, field: 'id_ville', value: town });
  }
  if (!/^20\d\d$/.test(date)) {
    throw new FileRefused('ce n’est pas une année', { line, field: 'date', value: date });
  }
  const common = {
    code,
    year: Number(date),
    low: null,
    high: null,
    basis: null,
    observations: null,
    r2: null,
  };
  return [
    ...(apartment
      ? [
          {
            ...common,
            kind: 'apartment' as const,
            rent: centsOf(apartment, { line, field: 'loyer_m2_appartement' }),
          },
        ]
      : []),
    ...(house
      ? [{ ...common, kind: 'house' as const, rent: centsOf(house, { line, field: 'loyer_m2_maison' }) }]
      : []),
  ];
}

function numberOf(text: string): number | null {
  const value = Number(text.replace(',', '.'));
  return text.trim() && Number.isFinite(value) ? value : null;
}

function centsOf(text: string, at: { line: number; field: string }): number {
  const euros = numberOf(text);
  if (euros === null || euros < RENT_MIN || euros > RENT_MAX) {
    throw new FileRefused('ce n’est pas un loyer par m²', { ...at, value: text });
  }
  return Math.round(euros * 100);
}
