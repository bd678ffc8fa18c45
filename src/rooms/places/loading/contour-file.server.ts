import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Position, Rings } from '../contours.ts';

/** A department of islands is 300 kB; what is longer is no outline. */
const FEATURE_MAX = 16_000_000;

/** Why a file is refused whole, in French. */
export class ContoursRefused extends Error {}

/** An object of the file. */
export interface ContourFeature {
  readonly code: string;
  readonly rings: Rings;
  readonly openStreetMap: boolean;
}

/**
 * The outlines of a GeoJSON file, gzip or not, one at a time and in order. Throws `ContoursRefused` at the first that is
 * wrong, at a code that comes again, and for a file that is none or is cut short.
 */
export async function* readContourFile(
  file: string,
  onProgress: (read: number, size: number) => void,
): AsyncGenerator<ContourFeature> {
  const seen = new Set<string>();
  let rank = 0;
  for await (const text of featuresOf(file, onProgress)) {
    rank += 1;
    const feature = readFeature(text, rank);
    if (seen.has(feature.code))
      throw new ContoursRefused(`objet ${rank}\u00a0: le code ${feature.code} est déjà dans le fichier`);
    seen.add(feature.code);
    yield feature;
  }
  if (rank === 0) throw new ContoursRefused('ce fichier ne contient aucun contour');
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

function readFeature(text: string, rank: number): ContourFeature {
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
