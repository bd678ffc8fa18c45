import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { countPoints, FRANCE_ETALAB, GRID, simplify } from '../contours.server.ts';
import {
  analyzeContours,
  deleteContours,
  insertShippedContours,
  selectShippedEdition,
  writeShippedEdition,
} from '../contours.sql.server.ts';
import type { Contour, PackReport, RestoreReport, Rings } from '../contours.ts';
import { cutCities } from '../contract.ts';
import { ContoursRefused, readContourFile } from './contour-file.server.ts';
import { lockLoading } from './loading.sql.server.ts';
import { type GridOutline, readTopology, writeTopology } from './topology.server.ts';

const FOLDER = path.resolve('data/places');
const EXTENSION = '.contours';
/** Of a degree: the finest grid that is kept. */
const FINEST = 1e5;
const LINE_FEED = 0x0a;

/** First line of a shipped file, for people and programs; the outlines follow it, compressed. */
interface Head extends Pick<Contour, 'attribution' | 'withinMetres'> {
  /** Squares of the grid to a degree. */
  readonly perDegree: number;
  readonly contours: number;
  readonly points: number;
}

/**
 * Lays the outlines that the code ships (data/places, docs/decisions/0083), where no operator loaded one. Does nothing when
 * they are there already, for the places of today. Returns how many it laid.
 */
export async function loadShippedContours(db: Db, folder = FOLDER): Promise<number> {
  const shipped = readFolder(folder);
  const isLaid = (edition: Edition) => !edition || edition.contours === shipped.editionOf(edition);
  if (isLaid(await selectShippedEdition(db))) return 0;
  return db.transaction().execute(async (tx) => {
    await lockLoading(tx);
    return isLaid(await selectShippedEdition(tx)) ? 0 : lay(tx, shipped);
  });
}

/**
 * Gives up the outlines that an operator loaded, and lays all those that the code ships. Returns how many were given up, and
 * laid.
 */
export async function restoreShippedContours(db: Db, folder = FOLDER): Promise<RestoreReport> {
  return db.transaction().execute(async (tx) => {
    await lockLoading(tx);
    const removed = await deleteContours(tx, 'import');
    return { removed, laid: await lay(tx, readFolder(folder)) };
  });
}

type Edition = Awaited<ReturnType<typeof selectShippedEdition>>;

/** What stands in the folder of shipped outlines, and what names its content. */
function readFolder(folder: string) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(EXTENSION))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name)));
  const digest = createHash('sha256').update(Buffer.concat(files)).digest('hex').slice(0, 12);
  // New places may have an outline that was left out before.
  return { files, editionOf: ({ version }: { version: string }) => `${version} ${digest}` };
}

/** In place of those that were laid before; where an operator loaded one, it stays. Returns how many. */
async function lay(tx: Tx, { files, editionOf }: ReturnType<typeof readFolder>): Promise<number> {
  await deleteContours(tx, 'shipped');
  let laid = 0;
  for (const file of files) {
    const { head, contours } = readPacked(file);
    laid += await insertShippedContours(tx, contours, head, clock.now());
  }
  const edition = await selectShippedEdition(tx);
  if (edition) await writeShippedEdition(tx, editionOf(edition));
  await analyzeContours(tx);
  return laid;
}

/**
 * Writes the outlines of a GeoJSON file (communes, municipal arrondissements) as they are shipped: what an import would keep
 * of them, on the coarsest grid that holds every point. A wrong file writes nothing.
 */
export async function packContours(asked: {
  file: string;
  to: string;
  withinMetres: number;
  attribution?: string | null;
  onProgress?: (read: number, size: number) => void;
}): Promise<PackReport> {
  const report = { file: asked.file, contours: 0, points: 0, bytes: 0 };
  try {
    const outlines: GridOutline[] = [];
    for await (const { code, rings } of readContourFile(asked.file, asked.onProgress ?? (() => {}))) {
      if (code.length !== 5)
        throw new ContoursRefused(`${code} n’est pas le code d’une commune ni d’un arrondissement`);
      const kept = simplify(rings, isDistrict(code) ? GRID.district : GRID.commune);
      outlines.push({ code, rings: onGrid(kept, FINEST) });
    }
    const square = commonSquare(outlines);
    const points = outlines.reduce((sum, { rings }) => sum + countPoints(rings), 0);
    const head: Head = {
      attribution: asked.attribution ?? FRANCE_ETALAB,
      withinMetres: asked.withinMetres,
      perDegree: FINEST / square,
      contours: outlines.length,
      points,
    };
    const coarse = outlines.map(({ code, rings }) => ({ code, rings: onGrid(rings, 1 / square) }));
    const firstLine = Buffer.from(`${JSON.stringify(head)}\n`);
    const bytes = Buffer.concat([firstLine, compressed(writeTopology(coarse))]);
    await writeFile(asked.to, bytes);
    const done = { contours: outlines.length, points, bytes: bytes.length };
    return { ...report, ...done, status: 'done', reason: null };
  } catch (error) {
    if (!(error instanceof ContoursRefused)) throw error;
    return { ...report, status: 'refused', reason: error.message };
  }
}

function readPacked(file: Buffer): { head: Head; contours: { code: string; rings: Rings }[] } {
  const end = file.indexOf(LINE_FEED);
  const head = JSON.parse(file.subarray(0, end).toString()) as Head;
  const outlines = readTopology(brotliDecompressSync(file.subarray(end + 1)));
  const degrees = (units: number) => units / head.perDegree;
  return {
    head,
    contours: outlines.map(({ code, rings }) => ({
      code,
      rings: rings.map((ring) => ring.map(([x, y]) => [degrees(x), degrees(y)] as const)),
    })),
  };
}

function compressed(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function isDistrict(code: string): boolean {
  const number = Number(code);
  return cutCities.some(
    ({ districtBase, districts }) => number > districtBase && number <= districtBase + districts,
  );
}

const onGrid = (rings: Rings, perUnit: number): Rings =>
  rings.map((ring) => ring.map(([x, y]) => [Math.round(x * perUnit), Math.round(y * perUnit)] as const));

/** The largest square, in units of the finest grid, of which every point is a corner and a degree a whole number. */
function commonSquare(outlines: readonly GridOutline[]): number {
  let square = FINEST;
  for (const { rings } of outlines) {
    for (const ring of rings) for (const [x, y] of ring) square = commonDivisor(commonDivisor(square, x), y);
    if (square === 1) return 1;
  }
  return square;
}

function commonDivisor(a: number, b: number): number {
  let [large, small] = [Math.abs(a), Math.abs(b)];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}
