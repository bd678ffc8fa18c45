import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { readCsv, readFirstLine } from '../csv-source.server.ts';
import { FileRefused } from '../csv-source.ts';
import type { Rings } from '../rent-quarters.ts';
import { ordersOf, quartersOf, type ReadLine } from './assembling.ts';
import { PARIS_COLUMNS, readParisLine } from './paris.ts';
import { geometrySchema, readShapes, ringsOf } from './shapes.ts';
import { readerOf, TABLE_COLUMNS } from './tables.ts';
import type { PublishedControl, PublishedQuarter, Told } from './terms.ts';

/**
 * Reads an order of rent control, the contours of its zones, or both: every format of docs/rent-control.md, gzip or not,
 * known by its content. Throws `FileRefused` at the first thing that is wrong, with its line or its rank.
 */
export async function readControl(file: string, told: Told): Promise<PublishedControl> {
  // The first bytes are read as Latin 1: a byte order mark is three of them.
  const head = (await readFirstLine(file)).replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (head.startsWith('[') || head.startsWith('{')) return readJson(await jsonOf(file), told);
  return readTable(file, head, told);
}

const JSON_MAX = 50_000_000;

async function jsonOf(file: string): Promise<unknown> {
  if ((await stat(file)).size > JSON_MAX) throw new FileRefused('ce fichier est trop grand pour un arrêté');
  const bytes = await readFile(file);
  try {
    const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = (zipped ? gunzipSync(bytes, { maxOutputLength: JSON_MAX }) : bytes).toString('utf8');
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FileRefused('ce fichier est trop grand pour un arrêté');
    throw new FileRefused('ce n’est pas du JSON\u00a0: le fichier est coupé ou abîmé');
  }
}

function readJson(given: unknown, told: Told): PublishedControl {
  if (!Array.isArray(given)) return { orders: [], quarters: quartersOf(readShapes(given, told)) };
  const records = given.map(recordOf);
  const [first] = records;
  if (first && !('id_quartier' in first)) return assemble(readRecords(first, records, told), told);
  forParis(told);
  return assemble(
    records.map((record, index) => parisParts(readParisLine(record, index + 1))),
    told,
  );
}

/** A record by itself, or as the portals of cities wrap it. */
function recordOf(given: unknown): Readonly<Record<string, unknown>> {
  const record = (given ?? {}) as Readonly<Record<string, unknown>>;
  return typeof record.fields === 'object' && record.fields !== null
    ? (record.fields as Readonly<Record<string, unknown>>)
    : record;
}

interface Parts {
  readonly read: readonly ReadLine[];
  readonly quarters: readonly PublishedQuarter[];
}

const parisParts = ({ read, quarter }: ReturnType<typeof readParisLine>): Parts => ({
  read: [read],
  quarters: [quarter],
});

function readRecords(
  first: Readonly<Record<string, unknown>>,
  records: readonly Readonly<Record<string, unknown>>[],
  told: Told,
): Parts[] {
  const read = readerOf(Object.keys(first));
  return records.map((record, index) =>
    read(
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value)])),
      index + 1,
      told,
    ),
  );
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

async function readTable(file: string, head: string, told: Told): Promise<PublishedControl> {
  const delimiter = head.includes(';') ? ';' : ',';
  const names = head.split(delimiter).map((name) => name.trim().replaceAll('"', ''));
  const paris = names.includes('id_quartier');
  if (paris) forParis(told);
  const columns = paris ? PARIS_COLUMNS : TABLE_COLUMNS.filter((name) => names.includes(name));
  const read = paris ? null : readerOf(columns);
  const parts: Parts[] = [];
  const drawn = new Set<string>();
  for await (const batch of readCsv({ file, delimiter, columns, gzip: 'maybe' })) {
    for (const { values, line } of batch) {
      const record = Object.fromEntries(columns.map((name, rank) => [name, values[rank] ?? '']));
      if (read) {
        parts.push(read(record, line, told));
        continue;
      }
      // The same contour is written again with every line of its quarter: the first is enough.
      const quarter = record.id_quartier ?? '';
      const rings = drawn.has(quarter) ? null : shapeOf(record.geo_shape ?? '', line);
      drawn.add(quarter);
      parts.push(parisParts(readParisLine(record, line, rings)));
    }
  }
  return assemble(parts, told);
}

function shapeOf(text: string, line: number): Rings | null {
  if (!text) return null;
  try {
    return ringsOf(geometrySchema.parse(JSON.parse(text)));
  } catch {
    throw new FileRefused('ce contour n’en est pas un', { line, field: 'geo_shape', value: text });
  }
}

function forParis({ territory }: Told): void {
  if (territory !== null && territory !== 'paris')
    throw new FileRefused('c’est l’arrêté de Paris, et --territory en dit un autre');
}

function assemble(parts: readonly Parts[], told: Told): PublishedControl {
  return {
    orders: ordersOf(
      parts.flatMap(({ read }) => read),
      told,
    ),
    quarters: quartersOf(parts.flatMap(({ quarters }) => quarters)),
  };
}
