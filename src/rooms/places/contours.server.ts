import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import {
  type ContourRow,
  selectContours,
  selectFormerCodes,
  selectImportedAttributions,
  selectKinds,
  upsertContours,
} from './contours.sql.server.ts';
import {
  type Contour,
  type ContoursReport,
  METRES_PER_DEGREE,
  type Position,
  type Rings,
} from './contours.ts';
import type { PlaceKind } from './contract.ts';
import { type ContourFeature, ContoursRefused, readContourFile } from './loading/contour-file.server.ts';

const BATCH = 200;
/** Degrees: about a pixel of the maps where such places are drawn side by side, 640 pixels wide. */
export const GRID: Readonly<Record<PlaceKind, number>> = {
  district: 1e-4,
  commune: 2.5e-4,
  department: 2e-3,
};
export const FRANCE_ETALAB = 'Contours\u00a0: IGN Admin Express, Etalab – Licence Ouverte 2.0';
const OPEN_STREET_MAP = 'Contours\u00a0: © contributeurs OpenStreetMap, ODbL';

/**
 * Loads the outlines of a GeoJSON file (communes, municipal arrondissements, departments; gzip or not), read as a stream,
 * in one transaction: a wrong file changes nothing, and an outline already there gives way, shipped or not. Codes of no
 * place of today are told, not refused, and so are communes that have grown since: those that the file has beside one that
 * is part of them today. `withinMetres` is how far the lines of the file may be from the true ones; without
 * it, they are taken for as good as what is kept of them.
 */
export async function importContours(
  db: Db,
  asked: {
    file: string;
    attribution?: string | null;
    withinMetres?: number | null;
    onProgress?: (read: number, size: number, contours: number) => void;
  },
): Promise<ContoursReport> {
  const unknown: string[] = [];
  const beforeMerger: string[] = [];
  const points = { read: 0, kept: 0 };
  let contours = 0;
  let attribution = asked.attribution ?? null;
  const report = (status: 'done' | 'refused', reason: string | null): ContoursReport => ({
    file: asked.file,
    status,
    contours: status === 'done' ? contours : 0,
    unknown,
    beforeMerger,
    points,
    attribution: attribution ?? FRANCE_ETALAB,
    reason,
  });
  try {
    await db.transaction().execute(async (tx) => {
      const at = clock.now();
      let batch: ContourFeature[] = [];
      /** Communes that others joined, until the whole file says whether it has those apart. */
      const merged: { row: ContourRow; formerCodes: readonly string[] }[] = [];
      const save = async (rows: readonly ContourRow[]) => {
        contours += rows.length;
        await upsertContours(tx, rows, attribution ?? FRANCE_ETALAB, at);
      };
      const flush = async () => {
        const codes = batch.map(({ code }) => code);
        const kinds = new Map((await selectKinds(tx, codes)).map(({ code, kind }) => [code, kind]));
        const former = Map.groupBy(await selectFormerCodes(tx, codes), ({ placeCode }) => placeCode);
        const rows = batch.flatMap(({ code, rings }) => {
          const kind = kinds.get(code);
          points.read += countPoints(rings);
          if (!kind) {
            unknown.push(code);
            return [];
          }
          const simple = simplify(rings, GRID[kind]);
          points.kept += countPoints(simple);
          const left = Math.round(GRID[kind] * METRES_PER_DEGREE);
          const row = { code, rings: simple, withinMetres: Math.max(left, asked.withinMetres ?? 0) };
          const formerCodes = former.get(code)?.map((one) => one.code);
          if (!formerCodes) return [row];
          merged.push({ row, formerCodes });
          return [];
        });
        await save(rows);
        batch = [];
      };
      const onProgress = (read: number, size: number) => asked.onProgress?.(read, size, contours);
      for await (const feature of readContourFile(asked.file, onProgress)) {
        attribution ??= feature.openStreetMap ? OPEN_STREET_MAP : FRANCE_ETALAB;
        batch.push(feature);
        if (batch.length >= BATCH) await flush();
      }
      await flush();
      const apart = new Set(unknown);
      const isOfToday = ({ formerCodes }: (typeof merged)[number]) =>
        !formerCodes.some((code) => apart.has(code));
      await save(merged.filter(isOfToday).map(({ row }) => row));
      beforeMerger.push(...merged.filter((one) => !isOfToday(one)).map(({ row }) => row.code));
      if (contours === 0)
        throw new ContoursRefused(
          'aucun de ses codes n’est celui d’une commune, d’un arrondissement ou d’un département d’aujourd’hui',
        );
    });
    return report('done', null);
  } catch (error) {
    if (!(error instanceof ContoursRefused)) throw error;
    return report('refused', error.message);
  }
}

/** The outlines known of these places, by code; absent where none was loaded. */
export async function contoursOf(db: Queryable, codes: readonly string[]): Promise<Map<string, Contour>> {
  if (codes.length === 0) return new Map();
  const rows = await selectContours(db, codes);
  return new Map(rows.map((row) => [row.code, row]));
}

/** What /sources says of the outlines that an operator loaded. */
export async function importedAttributions(db: Queryable): Promise<string[]> {
  return selectImportedAttributions(db);
}

export const countPoints = (rings: Rings) => rings.reduce((sum, ring) => sum + ring.length, 0);

/**
 * Points on a grid, then without those that move the line by less than a square of it (Visvalingam): two neighbours keep
 * the same border, since each choice looks only at points that both have, in whole numbers, and in the same order. The
 * largest ring stays whatever its size.
 */
export function simplify(rings: Rings, grid: number): Rings {
  const kept = rings.map((ring) => thin(snap(ring, grid))).filter((ring) => ring.length >= 3);
  if (kept.length > 0)
    return kept.map((ring) => ring.map(([x, y]) => [round(x * grid), round(y * grid)] as const));
  const largest = rings.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return [largest.map(([lng, lat]) => [round(lng), round(lat)] as const)];
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** In units of the grid, without the repetitions that it makes. */
function snap(ring: readonly Position[], grid: number): Position[] {
  const out: Position[] = [];
  for (const [lng, lat] of ring) {
    const point = [Math.round(lng / grid), Math.round(lat / grid)] as const;
    if (!isSame(out.at(-1), point)) out.push(point);
  }
  if (out.length > 1 && isSame(out[0], out.at(-1))) out.pop();
  return out;
}

const isAfter = (a: Position | undefined, b: Position | undefined) =>
  a !== undefined && b !== undefined && (a[0] === b[0] ? a[1] > b[1] : a[0] > b[0]);

const isSame = (a: Position | undefined, b: Position | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/**
 * Takes points off, the one whose triangle is smallest first, the first along x then y of equals, while that triangle is
 * under `least` (in squares of the unit, whole numbers). Empty when nothing of that size is left.
 */
function thin(ring: readonly Position[], least = 1): Position[] {
  const points = [...ring];
  const twiceArea = (rank: number) => {
    const [ax, ay] = points.at(rank - 1) as Position;
    const [bx, by] = points[rank] as Position;
    const [cx, cy] = points[(rank + 1) % points.length] as Position;
    return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
  };
  const areas = points.map((_, rank) => twiceArea(rank));
  while (points.length > 3) {
    let smallest = 0;
    let area = areas[0] as number;
    for (let rank = 1; rank < points.length; rank += 1) {
      const other = areas[rank] as number;
      if (other > area || (other === area && isAfter(points[rank], points[smallest]))) continue;
      smallest = rank;
      area = other;
    }
    if ((areas[smallest] ?? 0) >= 2 * least) break;
    points.splice(smallest, 1);
    areas.splice(smallest, 1);
    for (const rank of [smallest - 1, smallest]) {
      const near = (rank + points.length) % points.length;
      areas[near] = twiceArea(near);
    }
  }
  return areas.some((one) => one >= 2 * least) ? points : [];
}

/**
 * Path data of rings already placed on a drawing, in whole units: without what would move a line by less than `detail`
 * squares of the unit, each point told from the one before (a department of communes is 30 kB of text, not 100). The
 * smallest place stays drawn.
 */
export function outlinePath(rings: Rings, detail: number): string {
  const visible = rings.map((ring) => thin(withoutRepeats(ring), detail)).filter((ring) => ring.length >= 3);
  const kept = visible.length > 0 ? visible : rings.toSorted((a, b) => b.length - a.length).slice(0, 1);
  return kept.map(pathOf).join('');
}

const withoutRepeats = (ring: readonly Position[]) =>
  ring.filter((point, rank) => !isSame(point, ring.at(rank - 1)));

function pathOf(ring: readonly Position[]): string {
  let path = '';
  let [x, y] = [0, 0];
  for (const [rank, [px, py]] of ring.entries()) {
    if (rank === 0) path = `M${px} ${py}l`;
    else if (px !== x || py !== y) path += `${px - x} ${py - y} `;
    [x, y] = [px, py];
  }
  return `${path.trimEnd()}z`;
}
