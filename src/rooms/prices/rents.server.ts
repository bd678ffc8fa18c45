import path from 'node:path';
import type { Db } from '#platform/db.server.ts';
import { type CsvRow, readCsv, readFirstLine } from './csv-source.server.ts';
import { FileRefused } from './csv-source.ts';
import {
  insertRents,
  openRents,
  type RentRow,
  replaceRents,
  selectRentLicences,
  writeRentLicence,
} from './rents.sql.server.ts';
import { type RentKind, type RentReport, rentKinds, rentLicence } from './rents.ts';

const OFFICIAL = ['INSEE_C', 'loypredm2', 'lwr.IPm2', 'upr.IPm2', 'TYPPRED', 'nbobs_com', 'R2_adj'] as const;
const DERIVED = ['departement', 'id_ville', 'date', 'loyer_m2_appartement', 'loyer_m2_maison'] as const;

/** TYPPRED; what is none of these is a group of communes (« maille »). */
const OFFICIAL_LEVELS: Readonly<Record<string, RentRow['basis']>> = { commune: 'commune', epci: 'epci' };

/**
 * One row per commune and four kinds of homes, in the order of `rentKinds`: what an official edition says, put together and
 * rounded to ten cents.
 */
const COMPILED_KINDS = ['app', 'app12', 'app3', 'maison'] as const;
const COMPILED_FIGURES = ['loyer_m2', 'bas', 'haut', 'annonces_commune', 'niveau'] as const;
const COMPILED = [
  'code_commune',
  ...COMPILED_KINDS.flatMap((kind) => COMPILED_FIGURES.map((figure) => `${kind}_${figure}`)),
];
const COMPILED_LEVELS: Readonly<Record<string, RentRow['basis']>> = { c: 'commune', e: 'epci', m: 'group' };

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
  /** Of a file that does not say them: read from its name or address when absent. */
  readonly year?: number | null;
  readonly kind?: RentKind | null;
  /** Of the edition, as the operator read it at its publisher's; what is known of it stays when absent. */
  readonly licence?: string | null;
  readonly onProgress?: (read: number, size: number) => void;
}

/** What an official file leaves to its name: the kind of home, and the year; null when the name does not say. */
export function readRentsName(file: string): { kind: RentKind | null; year: number | null } {
  const kind = /^pred-(app12|app3|app|mai)(?=\W)/.exec(path.basename(file))?.[1];
  const year = [...file.matchAll(/(?<!\d)(20\d\d)(?!\d)/g)].at(-1)?.[1];
  return { kind: (kind && FILE_KINDS[kind]) || null, year: year ? Number(year) : null };
}

/**
 * Loads « Carte des loyers », in the layout of the State or in one made from it (formats/prices.md 4.1): what the file
 * says of a year and a kind of home replaces what was known of them, at once; a wrong file changes nothing.
 */
export async function importRents(db: Db, asked: RentsFile): Promise<RentReport> {
  try {
    const header = await readFirstLine(asked.file);
    const layout = layoutOf(header);
    const read = readerOf(layout, asked);
    const years = new Set<number>();
    const rents = await db.transaction().execute(async (tx) => {
      await openRents(tx);
      const batches = readCsv({
        file: asked.file,
        delimiter: layout === 'official' ? ';' : ',',
        columns: columnsOf[layout],
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
      if (asked.licence) await writeRentLicence(tx, [...years], asked.licence);
      // A compiled file is not the State's own: it was rounded on its way.
      return replaceRents(tx, layout === 'official' ? 'official' : 'derived');
    });
    const stated = await selectRentLicences(db);
    const sorted = [...years].toSorted((a, b) => a - b);
    return {
      file: asked.file,
      status: 'done',
      layout,
      years: sorted,
      rents,
      unlicensed: sorted.filter((year) => rentLicence(year, stated.get(year) ?? null) === null),
      fault: null,
    };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return {
      file: asked.file,
      status: 'refused',
      layout: null,
      years: [],
      rents: 0,
      unlicensed: [],
      fault: error.fault,
    };
  }
}

type Layout = NonNullable<RentReport['layout']>;

const columnsOf: Readonly<Record<Layout, readonly string[]>> = {
  official: OFFICIAL,
  derived: DERIVED,
  compiled: COMPILED,
};

function layoutOf(header: string): Layout {
  if (header.includes('loypredm2')) return 'official';
  return header.includes('app_loyer_m2') ? 'compiled' : 'derived';
}

function readerOf(layout: Layout, asked: RentsFile): (row: CsvRow) => RentRow[] {
  if (layout === 'official') return officialReader(asked);
  return layout === 'compiled' ? compiledReader(asked) : derivedRents;
}

function compiledReader(asked: RentsFile): (row: CsvRow) => RentRow[] {
  const year = asked.year ?? readRentsName(asked.file).year;
  if (!year) throw new FileRefused('ni le fichier ni son nom ne disent l’année\u00a0: ajoutez --year');
  return ({ values, line }) => {
    const [code = '', ...figures] = values;
    if (!INSEE.test(code)) {
      throw new FileRefused('ce n’est pas le code d’une commune', {
        line,
        field: 'code_commune',
        value: code,
      });
    }
    return rentKinds.flatMap((kind, rank) => {
      const at = (figure: (typeof COMPILED_FIGURES)[number]) => `${COMPILED_KINDS[rank]}_${figure}`;
      const from = rank * COMPILED_FIGURES.length;
      const [rent = '', low = '', high = '', observations = '', level = ''] = figures.slice(from);
      if (!rent) return [];
      const basis = COMPILED_LEVELS[level];
      if (!basis)
        throw new FileRefused('ce niveau de prédiction n’existe pas', {
          line,
          field: at('niveau'),
          value: level,
        });
      if (!/^\d+$/.test(observations))
        throw new FileRefused('ce n’est pas un nombre d’annonces', {
          line,
          field: at('annonces_commune'),
          value: observations,
        });
      const cents = {
        rent: centsOf(rent, { line, field: at('loyer_m2') }),
        low: centsOf(low, { line, field: at('bas') }),
        high: centsOf(high, { line, field: at('haut') }),
      };
      if (cents.low > cents.rent || cents.rent > cents.high)
        throw new FileRefused(`l’intervalle (${low} à ${high}) ne contient pas le loyer`, {
          line,
          field: at('loyer_m2'),
          value: rent,
        });
      return [{ code, kind, year, ...cents, basis, observations: Number(observations), r2: null }];
    });
  };
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
        basis: OFFICIAL_LEVELS[basis.toLowerCase()] ?? 'group',
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
