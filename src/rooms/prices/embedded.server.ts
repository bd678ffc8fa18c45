import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
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
import { type PublishedRow, replacePublished } from './published.sql.server.ts';
import { lockSales } from './sales.sql.server.ts';

const FOLDER = path.resolve('data/prices');
/** Of all communes, by the method of the State: src/rooms/prices/published.ts. */
const PUBLISHED = /^statistiques-dvf_.+\.csv\.gz$/;
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

/** What stands in the folder of shipped prices, and what names its content. */
function readFolder(folder: string) {
  const names = readdirSync(folder).toSorted();
  const files = names
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const medians = names.find((name) => PUBLISHED.test(name));
  const published = medians === undefined ? null : readFileSync(path.join(folder, medians));
  return {
    files,
    version: versionOf(files.join('')),
    published: published && { content: published, version: versionOf(published) },
  };
}

const versionOf = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 12);

/**
 * Lays what the code ships: which intercommunality a commune belongs to, the published medians of every commune, then true
 * figures for the departments that nobody imported (data/prices, docs/decisions/0009 and 0080). Does nothing when it is
 * there already. Returns how many figures it laid, published medians not counted.
 */
export async function loadEmbeddedPrices(db: Db, folder = FOLDER): Promise<number> {
  const epciVersion = (
    JSON.parse(readFileSync(fromHere.resolve(`${ADMINISTRATIVE}/package.json`), 'utf8')) as {
      version: string;
    }
  ).version;
  const { files, version, published } = readFolder(folder);
  const isLaid = (editions: ReadonlyMap<string, string>) => ({
    epci: editions.get('epci') === epciVersion,
    published: published === null || editions.get('published') === published.version,
    embedded: editions.get('embedded') === version,
  });
  if (Object.values(isLaid(await selectEditions(db))).every(Boolean)) return 0;
  return db.transaction().execute(async (tx) => {
    await lockEmbedded(tx);
    await lockSales(tx);
    const laid = isLaid(await selectEditions(tx));
    if (!laid.epci) {
      await replaceEpcis(tx, readEpcis());
      await writeEdition(tx, 'epci', epciVersion, clock.now());
    }
    if (published && !laid.published) {
      await replacePublished(tx, parsePublished(gunzipSync(published.content).toString('utf8')));
      await writeEdition(tx, 'published', published.version, clock.now());
    }
    return laid.embedded ? 0 : layFigures(tx, files, version);
  });
}

/** Figures of the departments that nobody imported; returns how many. */
async function layFigures(tx: Tx, files: readonly string[], version: string): Promise<number> {
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
}

/**
 * A line is a commune: its code, then the number of sales and the median in euros per m² of flats, and of houses; nothing
 * where there are too few. `#` begins what people read.
 */
export function parsePublished(text: string): PublishedRow[] {
  return text.split('\n').flatMap((line) => {
    if (!line || line.startsWith('#')) return [];
    const [code = '', apartments, apartment, houses, house] = line.split(',');
    return [
      { code, kind: 'apartment' as const, n: Number(apartments), median: Number(apartment) * 100 },
      { code, kind: 'house' as const, n: Number(houses), median: Number(house) * 100 },
    ].filter(({ n }) => n > 0);
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
  const shipped: Record<Shipped, ShippedRow[]> = {
    source: [],
    figure: [],
    point: [],
    rent: [],
    rent_edition: [],
  };
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
