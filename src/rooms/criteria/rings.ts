// Rings: drawn outlines as whole numbers, written short for an address, and the exact test of a point.

/** Units in a degree. Coordinates are whole numbers of them, about a metre: every product below is exact. */
export const UNITS = 100_000;
export const VERTICES_MAX = 100;
/** A wider or taller zone is no zone of a search: France is 15 degrees wide. */
const SPAN_MAX = 16 * UNITS;
const LNG_MAX = 180 * UNITS;
const LAT_MAX = 85 * UNITS;

/** East then north, in units. */
export type Spot = readonly [x: number, y: number];
/** The vertices of an outline, each once: the last one joins the first. */
export type Ring = readonly Spot[];
/** West, south, east, north, in units. */
export type Box = readonly [west: number, south: number, east: number, north: number];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Degrees to units. */
export function toUnits(degrees: number): number {
  return Math.round(degrees * UNITS);
}

function writeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = '';
  while (rest >= 32) {
    text += ALPHABET[32 + (rest % 32)] ?? '';
    rest = Math.floor(rest / 32);
  }
  return text + (ALPHABET[rest] ?? '');
}

/** Differences between neighbours, five bits a letter; letters that an address leaves as they are. */
export function writeRing(ring: Ring): string {
  let [x, y] = [0, 0];
  return ring
    .map(([nextX, nextY]) => {
      const text = writeNumber(nextX - x) + writeNumber(nextY - y);
      [x, y] = [nextX, nextY];
      return text;
    })
    .join('');
}

/** Null for what `writeRing` never writes, and for outlines that are no zone (`isZone`). */
export function readRing(text: string): Ring | null {
  if (text.length > VERTICES_MAX * 12) return null;
  const numbers: number[] = [];
  let value = 0;
  let weight = 1;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0 || weight > 32 ** 6) return null;
    value += (digit % 32) * weight;
    weight *= 32;
    if (digit >= 32) continue;
    numbers.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    [value, weight] = [0, 1];
  }
  if (weight !== 1 || numbers.length % 2 !== 0) return null;
  const ring: Spot[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    x += numbers[index] ?? 0;
    y += numbers[index + 1] ?? 0;
    ring.push([x, y]);
  }
  return isZone(ring) ? ring : null;
}

/** Three to a hundred vertices, on Earth, not too wide, and no edge that crosses, touches or repeats another. */
export function isZone(ring: Ring): boolean {
  if (ring.length < 3 || ring.length > VERTICES_MAX) return false;
  const [west, south, east, north] = boxOf(ring);
  if (west < -LNG_MAX || east > LNG_MAX || south < -LAT_MAX || north > LAT_MAX) return false;
  if (east - west > SPAN_MAX || north - south > SPAN_MAX) return false;
  const edges = edgesOf(ring);
  return edges.every((edge, index) =>
    edges.slice(index + 1).every((other, gap) => {
      if (gap === 0) return !folds(edge[0], edge[1], other[1]);
      if (index === 0 && gap === edges.length - 2) return !folds(other[0], other[1], edge[1]);
      return !touch(edge, other);
    }),
  );
}

/** The smallest box around an outline. */
export function boxOf(ring: Ring): Box {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

type Edge = readonly [Spot, Spot];

function edgesOf(ring: Ring): Edge[] {
  return ring.flatMap((spot, index): Edge[] => {
    const next = ring[(index + 1) % ring.length];
    return next ? [[spot, next]] : [];
  });
}

/** Positive when `spot` is on the left of the way from `a` to `b`, zero on its line. */
function side([ax, ay]: Spot, [bx, by]: Spot, [x, y]: Spot): number {
  return (bx - ax) * (y - ay) - (x - ax) * (by - ay);
}

/** Whether a corner goes back over the edge it comes from, or one of its edges has no length. */
function folds(a: Spot, b: Spot, c: Spot): boolean {
  const same = (one: Spot, other: Spot) => one[0] === other[0] && one[1] === other[1];
  if (same(a, b) || same(b, c)) return true;
  return side(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
}

function onEdge(a: Spot, b: Spot, spot: Spot): boolean {
  return (
    side(a, b, spot) === 0 &&
    Math.min(a[0], b[0]) <= spot[0] &&
    spot[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= spot[1] &&
    spot[1] <= Math.max(a[1], b[1])
  );
}

function touch([a, b]: Edge, [c, d]: Edge): boolean {
  const sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)].map(Math.sign);
  const [c1 = 0, d1 = 0, a1 = 0, b1 = 0] = sides;
  if (c1 * d1 < 0 && a1 * b1 < 0) return true;
  return onEdge(a, b, c) || onEdge(a, b, d) || onEdge(c, d, a) || onEdge(c, d, b);
}

/**
 * Whether an outline covers a point: inside, or on its edge. Exact. The statements of `area.sql.server.ts` answer the same, and
 * so does PostGIS' ST_Covers.
 */
export function covers(ring: Ring, [x, y]: Spot): boolean {
  return coverOf(ring)(x, y);
}

/** `covers` of one outline, for many points: in units. */
export function coverOf(ring: Ring): (x: number, y: number) => boolean {
  const edges = Float64Array.from(risingEdges(ring).flat(2));
  return (x, y) => {
    let inside = false;
    for (let at = 0; at < edges.length; at += 4) {
      const lowY = edges[at + 1]!;
      const highY = edges[at + 3]!;
      if (y < lowY || y > highY) continue;
      const lowX = edges[at]!;
      const highX = edges[at + 2]!;
      const turn = (highX - lowX) * (y - lowY) - (x - lowX) * (highY - lowY);
      if (turn === 0 && x >= Math.min(lowX, highX) && x <= Math.max(lowX, highX)) return true;
      if (turn > 0 && y < highY) inside = !inside;
    }
    return inside;
  };
}

/** The edges as `covers` reads them, from south to north: what statements are made of. */
export function risingEdges(ring: Ring): Edge[] {
  return edgesOf(ring).map(([a, b]) => (a[1] < b[1] ? [a, b] : [b, a]));
}

/** Squares of equal size, from a south-western corner: in units. */
interface Grid {
  readonly west: number;
  readonly south: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

const OUTSIDE = 0;
const INSIDE = 1;
const CROSSED = 2;

/** Each square of a grid that holds an outline: outside, inside, or crossed by an edge. South to north, west to east. */
function squaresOf(ring: Ring, { west, south, width, height, columns, rows }: Grid): Uint8Array {
  const squares = new Uint8Array(columns * rows);
  const column = (x: number) => Math.floor((x - west) / width);
  const row = (y: number) => Math.floor((y - south) / height);
  for (const [a, b] of edgesOf(ring)) {
    for (let j = row(Math.min(a[1], b[1])); j <= row(Math.max(a[1], b[1])); j += 1) {
      for (let i = column(Math.min(a[0], b[0])); i <= column(Math.max(a[0], b[0])); i += 1) {
        const [x, y] = [west + i * width, south + j * height];
        const corners: Spot[] = [
          [x, y],
          [x + width, y],
          [x, y + height],
          [x + width, y + height],
        ];
        const sides = corners.map((corner) => side(a, b, corner));
        if (sides.every((each) => each > 0) || sides.every((each) => each < 0)) continue;
        squares[j * columns + i] = CROSSED;
      }
    }
  }
  for (let j = 0; j < rows; j += 1) {
    let here: number | null = null;
    for (let i = 0; i < columns; i += 1) {
      const index = j * columns + i;
      if (squares[index] === CROSSED) here = null;
      else {
        // No edge passes here: one corner is like all the rest, and like the square before.
        here ??= covers(ring, [west + i * width, south + j * height]) ? INSIDE : OUTSIDE;
        squares[index] = here;
      }
    }
  }
  return squares;
}

/** Squares along each side of a raster. */
export const RASTER_SIDE = 32;

/** The box of an outline cut in squares: each is 0 outside, 1 inside, 2 where an edge passes and each point is tested. */
export interface Raster {
  readonly box: Box;
  /** Of a square, in units. */
  readonly width: number;
  readonly height: number;
  /** From south to north, each row from west to east. */
  readonly squares: Uint8Array;
}

export function rasterOf(ring: Ring): Raster {
  const box = boxOf(ring);
  const [west, south, east, north] = box;
  const width = Math.ceil((east - west + 1) / RASTER_SIDE);
  const height = Math.ceil((north - south + 1) / RASTER_SIDE);
  const side = { columns: RASTER_SIDE, rows: RASTER_SIDE };
  return { box, width, height, squares: squaresOf(ring, { west, south, width, height, ...side }) };
}

/** Squares of a world-wide grid, from a column and a row counted from 180 degrees west and 90 south; as in `Raster`. */
export interface Cells {
  readonly left: number;
  readonly bottom: number;
  readonly columns: number;
  readonly squares: Uint8Array;
}

/** A zone of more squares is that of a region, not of a city. */
export const STREETS_MAX = 1500;

/** The squares of `size` units of the box of an outline; null when they are more than `most`. */
export function cellsIn(ring: Ring, size: number, most: number): Cells | null {
  const [west, south, east, north] = boxOf(ring);
  const left = Math.floor((west + LNG_MAX) / size);
  const bottom = Math.floor((south + 90 * UNITS) / size);
  const columns = Math.floor((east + LNG_MAX) / size) - left + 1;
  const rows = Math.floor((north + 90 * UNITS) / size) - bottom + 1;
  if (columns * rows > most) return null;
  const corner = { west: left * size - LNG_MAX, south: bottom * size - 90 * UNITS };
  const squares = squaresOf(ring, { ...corner, width: size, height: size, columns, rows });
  return { left, bottom, columns, squares };
}

/** A closed circle of 48 corners around a point: radius in km. For those who do not draw. */
export function circleAround([x, y]: Spot, radius: number): Ring {
  const reach = kmToUnits(radius);
  const squeeze = Math.cos(((y / UNITS) * Math.PI) / 180);
  return Array.from({ length: 48 }, (_, index): Spot => {
    const turn = (index / 48) * 2 * Math.PI;
    return [Math.round(x + (reach * Math.cos(turn)) / squeeze), Math.round(y + reach * Math.sin(turn))];
  });
}

/** A box around a point: width and height in km. */
export function boxAround([x, y]: Spot, width: number, height: number): Ring {
  const squeeze = Math.cos(((y / UNITS) * Math.PI) / 180);
  const [dx, dy] = [Math.round(kmToUnits(width / 2) / squeeze), Math.round(kmToUnits(height / 2))];
  return [
    [x - dx, y - dy],
    [x + dx, y - dy],
    [x + dx, y + dy],
    [x - dx, y + dy],
  ];
}

/** Along a meridian. */
export function kmToUnits(km: number): number {
  return (km / 111.195) * UNITS;
}
