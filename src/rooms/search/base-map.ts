// Base map: what a map shows under the listings, and where its tiles are (docs/decisions/0084).

/**
 * `builtin`: land, waters, towns and roads that the product holds. `ign`: the same, and above it the streets of IGN through our own
 * origin. Else the address of a MapLibre style. A string, so that a page that is read again keeps its map.
 */
export type BaseMap = 'builtin' | 'ign' | `http${string}`;

export function baseMapOf({
  MAP_STYLE_URL: style,
  mapTiles,
}: {
  readonly MAP_STYLE_URL?: string | undefined;
  readonly mapTiles: 'builtin' | 'ign';
}): BaseMap {
  // The setting is an address by http: platform/env checks it.
  return style === undefined ? mapTiles : (style as `http${string}`);
}

/** The address of the style; null where ours is shown. */
export function styleUrlOf(base: BaseMap): string | null {
  return base === 'builtin' || base === 'ign' ? null : base;
}

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

interface TileSet {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly path: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly credit: string;
}

/** Natural Earth, as vector tiles (scripts/base-map.ts): true to some hundreds of metres, so that the last zoom serves all closer ones. */
export const LANDMARKS: TileSet = {
  path: '/carte/fond/{z}/{x}/{y}',
  minZoom: 4,
  maxZoom: 7,
  credit: 'Natural Earth',
};

/** Streets, as images of 256 pixels. Further out the built-in map shows more of what one looks for. */
export const STREETS: TileSet = {
  path: '/carte/plan/{z}/{x}/{y}',
  minZoom: 8,
  maxZoom: 18,
  credit: '© IGN – Géoplateforme',
};

/** West, south, east, north. */
const FRANCE = [
  // Metropolitan France.
  [-5.6, 41.2, 9.8, 51.3],
  // Guadeloupe, Martinique, Saint-Barthélemy and Saint-Martin; Guyane.
  [-63.3, 14.2, -60.6, 18.3],
  [-54.8, 2, -51.4, 6],
  // La Réunion, Mayotte.
  [55.1, -21.5, 56, -20.7],
  [44.9, -13.1, 45.4, -12.5],
  // Saint-Pierre-et-Miquelon.
  [-56.6, 46.6, -56, 47.3],
  // Wallis-et-Futuna, Polynésie française, Nouvelle-Calédonie.
  [-178.4, -14.5, -176, -13.1],
  [-154.9, -28, -134.3, -7.8],
  [163.4, -23, 168.4, -19.4],
] as const;

/** As an address has them. */
export interface TileWords {
  readonly z: string;
  readonly x: string;
  readonly y: string;
}

/** The tile that three words of an address name; null when this set has none of that name. */
export function readTile({ minZoom, maxZoom }: TileSet, words: TileWords): Tile | null {
  const numbers = [words.z, words.x, words.y];
  if (!numbers.every((word) => /^(?:0|[1-9]\d{0,5})$/.test(word))) return null;
  const [z = 0, x = 0, y = 0] = numbers.map(Number);
  return z < minZoom || z > maxZoom || x >= 2 ** z || y >= 2 ** z ? null : { z, x, y };
}

/** Whether a tile has some of France in it, or of what is just beside. */
export function showsFrance({ z, x, y }: Tile): boolean {
  const [west, east] = [lngOf(x, z), lngOf(x + 1, z)];
  const [north, south] = [latOf(y, z), latOf(y + 1, z)];
  return FRANCE.some(([w, s, e, n]) => west < e && east > w && south < n && north > s);
}

/** Degrees of the west side of a column of the usual grid (EPSG:3857). */
function lngOf(x: number, z: number): number {
  return (x / 2 ** z) * 360 - 180;
}

/** Degrees of the north side of a row. */
function latOf(y: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
}

/** Fills in the address of a tile. */
export function tileAddress(template: string, { z, x, y }: Tile): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
}
