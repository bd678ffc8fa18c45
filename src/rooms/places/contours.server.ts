import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { selectContours, selectKinds, upsertContours } from './contours.sql.server.ts';
import type { Contour, ContoursReport, Position, Rings } from './contours.ts';
import type { PlaceKind } from './contract.ts';

const BATCH = 200;
/** A department of islands is 300 kB; what is longer is no outline. */
const FEATURE_MAX = 16_000_000;
/** Degrees: about a pixel of the maps where such places are drawn side by side, 640 pixels wide. */
const GRID: Readonly<Record<PlaceKind, number>> = { district: 1e-4, commune: 2.5e-4, department: 2e-3 };
const FRANCE_ETALAB = 'Contours\u00a0: IGN Admin Express, Etalab – Licence Ouverte 2.0';
const OPEN_STREET_MAP = 'Contours\u00a0: © contributeurs OpenStreetMap, ODbL';

class ContoursRefused extends Error {}

/**
 * Loads the outlines of a GeoJSON file (communes, municipal arrondissements, departments; gzip or not), read as a stream,
 * in one transaction: a wrong file changes nothing, and an outline already there gives way. Codes of no place of today
 * are told, not refused.
 */
export async function importContours(
  db: Db,
  asked: {
    file: string;
    attribution?: string | null;
    onProgress?: (read: number, size: number, contours: number) => void;
  },
): Promise<ContoursReport> {
  const unknown: string[] = [];
  const points = { read: 0, kept: 0 };
  let contours = 0;
  let attribution = asked.attribution ?? null;
  const report = (status: 'done' | 'refused', reason: string | null): ContoursReport => ({
    file: asked.file,
    status,
    contours: status === 'done' ? contours : 0,
    unknown,
    points,
    attribution: attribution ?? FRANCE_ETALAB,
    reason,
  });
  try {
    await db.transaction().execute(async (tx) => {
      const at = clock.now();
      const seen = new Set<string>();
      let batch: Feature[] = [];
      const flush = async () => {
        const kinds = new Map(
          (
            await selectKinds(
              tx,
              batch.map(({ code }) => code),
            )
          ).map(({ code, kind }) => [code, kind]),
        );
        const rows = batch.flatMap(({ code, rings }) => {
          const kind = kinds.get(code);
          points.read += countPoints(rings);
          if (!kind) {
            unknown.push(code);
            return [];
          }
          const simple = simplify(rings, GRID[kind]);
          points.kept += countPoints(simple);
          return [{ code, rings: simple }];
        });
        contours += rows.length;
        await upsertContours(tx, rows, attribution ?? FRANCE_ETALAB, at);
        batch = [];
      };
      let rank = 0;
      for await (const text of featuresOf(asked.file, (read, size) =>
        asked.onProgress?.(read, size, contours),
      )) {
        rank += 1;
        const feature = readFeature(text, rank);
        if (seen.has(feature.code))
          throw new ContoursRefused(`objet ${rank}\u00a0: le code ${feature.code} est déjà dans le fichier`);
        seen.add(feature.code);
        attribution ??= feature.openStreetMap ? OPEN_STREET_MAP : FRANCE_ETALAB;
        batch.push(feature);
        if (batch.length >= BATCH) await flush();
      }
      if (rank === 0) throw new ContoursRefused('ce fichier ne contient aucun contour');
      await flush();
      if (contours === 0)
        throw new ContoursRefused(
          'aucun de ses codes n’est celui d’une commune, d’un arrondissement ou d’un département',
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

interface Feature {
  readonly code: string;
  readonly rings: Rings;
  readonly openStreetMap: boolean;
}

/** The text of each object of `features`, in order, whatever the size of the file. */
async function* featuresOf(
  file: string,
  onProgress: (read: number, size: number) => void,
): AsyncGenerator<string> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new ContoursRefused('ce fichier n’existe pas');
  const input = createReadStream(file);
  const zipped = await isGzip(file);
  const bytes = zipped ? input.pipe(createGunzip()) : input;
  input.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const cutter = new FeatureCutter();
  try {
    for await (const chunk of bytes) {
      yield* cutter.cut(decoder.decode(chunk as Buffer, { stream: true }));
      onProgress(input.bytesRead, found.size);
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new ContoursRefused('ce texte n’est pas en UTF-8');
    const code = (error as { code?: string } | null)?.code ?? '';
    if (code === 'Z_BUF_ERROR')
      throw new ContoursRefused('le fichier est coupé\u00a0: l’archive gzip s’arrête avant sa fin');
    if (code.startsWith('Z_')) throw new ContoursRefused('l’archive gzip est abîmée');
    throw error;
  } finally {
    input.destroy();
  }
  cutter.end();
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/** Follows quotes and brackets only: each object is read by JSON.parse once it is whole. */
class FeatureCutter {
  #rest = '';
  #found = false;
  #ended = false;
  #depth = 0;
  #quoted = false;
  #from = 0;
  #at = 0;

  *cut(text: string): Generator<string> {
    if (this.#ended) return;
    this.#rest += text;
    if (!this.#found && !this.#findList()) return;
    for (; this.#at < this.#rest.length; this.#at += 1) {
      const sign = this.#rest.charCodeAt(this.#at);
      if (this.#quoted) {
        if (sign === 0x5c) this.#at += 1;
        else if (sign === 0x22) this.#quoted = false;
      } else if (sign === 0x22) this.#quoted = true;
      else if (sign === 0x7b) {
        if (this.#depth === 0) this.#from = this.#at;
        this.#depth += 1;
      } else if (sign === 0x7d) {
        this.#depth -= 1;
        if (this.#depth === 0) yield this.#rest.slice(this.#from, this.#at + 1);
      } else if (sign === 0x5d && this.#depth === 0) {
        this.#ended = true;
        return;
      }
    }
    const begun = this.#depth > 0 ? this.#from : this.#at;
    this.#rest = this.#rest.slice(begun);
    this.#at -= begun;
    this.#from = 0;
    if (this.#rest.length > FEATURE_MAX) throw new ContoursRefused('un de ses objets est démesuré');
  }

  #findList(): boolean {
    const list = /"features"\s*:\s*\[/.exec(this.#rest);
    if (!list) {
      if (this.#rest.length > 65_536 || /^\s*[^{\s\ufeff]/.test(this.#rest))
        throw new ContoursRefused(NOT_GEOJSON);
      return false;
    }
    this.#found = true;
    this.#at = list.index + list[0].length;
    return true;
  }

  end(): void {
    if (!this.#found) throw new ContoursRefused(NOT_GEOJSON);
    if (!this.#ended) throw new ContoursRefused('le fichier est coupé\u00a0: sa liste d’objets ne finit pas');
  }
}

const NOT_GEOJSON = 'ce n’est pas une collection GeoJSON («\u00a0features\u00a0» y manque)';

function readFeature(text: string, rank: number): Feature {
  const wrong = (reason: string) => new ContoursRefused(`objet ${rank}\u00a0: ${reason}`);
  let feature: { properties?: Record<string, unknown>; geometry?: { type?: string; coordinates?: unknown } };
  try {
    feature = JSON.parse(text) as typeof feature;
  } catch {
    throw wrong('ce n’est pas du JSON');
  }
  const { properties, geometry } = feature;
  const code = properties?.['code'] ?? properties?.['insee'];
  if (typeof code !== 'string' || !/^(\d{2,3}|2[AB]|\d{5}|2[AB]\d{3})$/.test(code))
    throw wrong('il lui manque le code INSEE («\u00a0code\u00a0»)');
  const parts =
    geometry?.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry?.type === 'MultiPolygon'
        ? geometry.coordinates
        : null;
  if (!Array.isArray(parts)) throw wrong(`${code} n’a pas de contour (Polygon ou MultiPolygon)`);
  const rings = parts.flatMap((part: unknown) => (Array.isArray(part) ? part : [null])) as unknown[];
  if (rings.length === 0 || !rings.every(isRing))
    throw wrong(`le contour de ${code} n’est pas fait de longitudes et de latitudes`);
  return { code, rings, openStreetMap: properties !== undefined && 'wikipedia' in properties };
}

function isRing(ring: unknown): ring is Position[] {
  return (
    Array.isArray(ring) &&
    ring.length >= 4 &&
    ring.every(
      (point: unknown) =>
        Array.isArray(point) &&
        typeof point[0] === 'number' &&
        typeof point[1] === 'number' &&
        Math.abs(point[0]) <= 180 &&
        Math.abs(point[1]) <= 90,
    )
  );
}

const countPoints = (rings: Rings) => rings.reduce((sum, ring) => sum + ring.length, 0);

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
export function thin(ring: readonly Position[], least = 1): Position[] {
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
