import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import {
  insertShipped,
  lockEmbedded,
  replaceEpcis,
  type Shipped,
  type ShippedRow,
  selectEditions,
  selectImportSources,
  selectShipped,
  shippedColumns,
  writeEdition,
} from './embedded.sql.server.ts';
import { clearDepartment } from './figures.sql.server.ts';
import { lockSales } from './sales.sql.server.ts';

const FOLDER = path.resolve('data/prices');
const ADMINISTRATIVE = '@etalab/decoupage-administratif';
const fromHere = createRequire(import.meta.url);

interface SourceEpci {
  readonly code: string;
  readonly nom: string;
  readonly membres: readonly { readonly code: string }[];
}

/** « CA de Béziers-Méditerranée » to « communauté d’agglomération de Béziers-Méditerranée ». */
export function epciName(name: string): string {
  const [, short = '', rest = ''] = /^(CC|CA|CU) (.+)$/.exec(name) ?? [];
  const whole: Readonly<Record<string, string>> = {
    CC: 'communauté de communes',
    CA: 'communauté d’agglomération',
    CU: 'communauté urbaine',
  };
  return short ? `${whole[short]} ${rest}` : name;
}

/**
 * Lays what the code ships: which intercommunality a commune belongs to, then true figures for the departments that
 * nobody imported (data/prices, docs/decisions/0009). Does nothing when it is there already. Returns how many figures it
 * laid.
 */
export async function loadEmbeddedPrices(db: Db, folder = FOLDER): Promise<number> {
  const epciVersion = (
    JSON.parse(readFileSync(fromHere.resolve(`${ADMINISTRATIVE}/package.json`), 'utf8')) as {
      version: string;
    }
  ).version;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const version = createHash('sha256').update(files.join('')).digest('hex').slice(0, 12);
  const editions = await selectEditions(db);
  if (editions.get('epci') === epciVersion && editions.get('embedded') === version) return 0;
  return db.transaction().execute(async (tx) => {
    await lockEmbedded(tx);
    await lockSales(tx);
    const now = await selectEditions(tx);
    if (now.get('epci') !== epciVersion) {
      await replaceEpcis(tx, readEpcis());
      await writeEdition(tx, 'epci', epciVersion, clock.now());
    }
    if (now.get('embedded') === version) return 0;
    const shipped = readShipped(files);
    const imported = new Set<unknown>(await selectImportSources(tx));
    const departments = shipped.source.map((row) => row.department_code);
    const own = departments.filter((code) => !imported.has(code));
    for (const code of own) if (typeof code === 'string') await clearDepartment(tx, code);
    const laid = {
      ...shipped,
      source: shipped.source.filter((row) => own.includes(row.department_code)),
      // Figures of an intercommunality have no department: they are laid with all of their file or not at all.
      figure: shipped.figure.filter((row) =>
        row.department_code ? own.includes(row.department_code) : own.length === departments.length,
      ),
    };
    const areas = new Set(laid.figure.map((row) => row.area_code));
    laid.point = shipped.point.filter((row) => areas.has(row.area_code));
    await insertShipped(tx, laid, clock.now());
    await writeEdition(tx, 'embedded', version, clock.now());
    return laid.figure.length;
  });
}

function readEpcis(): { communeCode: string; epciCode: string; epciName: string }[] {
  const epcis = JSON.parse(
    readFileSync(fromHere.resolve(`${ADMINISTRATIVE}/data/epci.json`), 'utf8'),
  ) as SourceEpci[];
  return epcis.flatMap(({ code, nom, membres }) =>
    membres.map((member) => ({ communeCode: member.code, epciCode: code, epciName: epciName(nom) })),
  );
}

/** A line is a JSON array: the table, then its columns in their order; `#` begins what people read. */
function readShipped(files: readonly string[]): Record<Shipped, ShippedRow[]> {
  const shipped: Record<Shipped, ShippedRow[]> = { source: [], figure: [], point: [], rent: [] };
  for (const line of files.join('\n').split('\n')) {
    if (!line || line.startsWith('#')) continue;
    const [table, ...values] = JSON.parse(line) as [Shipped, ...unknown[]];
    shipped[table].push(
      Object.fromEntries(shippedColumns[table].map((column, rank) => [column, values[rank] ?? null])),
    );
  }
  return shipped;
}

/**
 * Writes the aggregates of departments as they are shipped, one JSON line each, under a header that says what they are.
 * Returns how many lines.
 */
export async function exportPrices(
  db: Db,
  file: string,
  departments: readonly string[],
  header: readonly string[],
): Promise<number> {
  const rows = await selectShipped(db, departments);
  const lines = [...header.map((line) => `# ${line}`), ...rows.map(({ table, row }) => lineOf(table, row))];
  await writeFile(file, `${lines.join('\n')}\n`);
  return rows.length;
}

function lineOf(table: Shipped, row: ShippedRow): string {
  const values: unknown[] = [table, ...shippedColumns[table].map((column) => row[column] ?? null)];
  while (values.at(-1) === null) values.pop();
  return JSON.stringify(values);
}
