import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { LANDMARKS } from './base-map.ts';
import { landmarksTile } from './landmarks.server.ts';
import { TILE } from './map-grouping.ts';

type Spot = readonly [x: number, y: number];
type Line = readonly Spot[];

/** A drawing on the map of the whole world, in pixels of its zoom. */
export interface Frame {
  readonly zoom: number;
  /** Where the point (0, 0) of the drawing is, from the north-west of the world. */
  readonly origin: Spot;
  /** What is drawn, from that point: west, north, east, south. */
  readonly box: readonly [number, number, number, number];
}

/** Characters, whatever there is: the pins and names of a picture weigh twice as much at most. */
const MOST = 11_000;
/** A filled shape smaller than so many pixels is left out. */
const DUST = 4;

/** The design language (ui/theme.css), for a file that reads no class. */
const town = '#e6dcc9';
const ice = '#ffffff';
const lake = '#d6efee';
const river = '#8bcac7';
const railway = '#a9b6c4';
const road = '#7d8ea1';

interface Layer {
  readonly name: string;
  /** A surface, else a line. */
  readonly isFilled: boolean;
  /** Of roads, 1 and 2 being the main ones; null: all. */
  readonly classes: readonly number[] | null;
  readonly paint: (zoom: number) => string;
}

/** As the map that opens has them (parts/map-style.tsx), the lowest first. */
const layers: readonly Layer[] = [
  fill('urbain', (zoom) => `fill="${town}" opacity="${faded(zoom, 0.6)}"`),
  fill('glaciers', () => `fill="${ice}"`),
  fill('lacs', () => `fill="${lake}"`),
  line('cours-d-eau', (zoom) => stroke(zoom, river, [0.6, 1.6, 5], 0.6)),
  line('voies-ferrees', (zoom) => `${stroke(zoom, railway, [0.3, 0.8, 1.5], 0.4)} stroke-dasharray="4 2"`),
  line('routes', (zoom) => stroke(zoom, road, [0.5, 0.8, 1.4], 0.3), [3]),
  line('routes', (zoom) => stroke(zoom, road, [0.5, 1.4, 3.4], 0.3), [1, 2]),
];

function fill(name: string, paint: Layer['paint']): Layer {
  return { name, isFilled: true, classes: null, paint };
}

function line(name: string, paint: Layer['paint'], classes: Layer['classes'] = null): Layer {
  return { name, isFilled: false, classes, paint };
}

/** Drawn from 1:10,000,000: close up a road is hundreds of metres from its place, so that it fades to a hint of where it goes. */
function faded(zoom: number, near: number): number {
  return Number((1 - (1 - near) * Math.max(0, Math.min(1, (zoom - 10) / 4))).toFixed(2));
}

/** `widths` are those of zooms 4, 8 and 13. */
function stroke(zoom: number, ink: string, widths: readonly [number, number, number], near: number): string {
  const [far, middle, close] = widths;
  const width =
    zoom < 8 ? far + ((middle - far) * (zoom - 4)) / 4 : middle + ((close - middle) * (zoom - 8)) / 5;
  return `fill="none" stroke="${ink}" stroke-width="${width.toFixed(1)}" stroke-linejoin="round" opacity="${faded(zoom, near)}"`;
}

/** Towns, waters, railways and roads of a drawing, as SVG of at most 11 kB; nothing where there are none. */
export async function drawnLandmarks(frame: Frame): Promise<string> {
  // Further out the map that opens shows none either.
  if (frame.zoom < LANDMARKS.minZoom) return '';
  // Two zooms back: what those of the frame have seldom fits.
  let z = Math.max(LANDMARKS.minZoom, Math.min(Math.floor(frame.zoom) - 2, LANDMARKS.maxZoom));
  let shapes = await shapesIn(frame, z);
  let step = 1;
  for (;;) {
    const drawn = layers
      .map(({ isFilled, paint }, rank) => {
        const path = (shapes[rank] ?? []).map((shape) => pathOf(shape, step, isFilled)).join('');
        return path && `<path d="${path}" ${paint(frame.zoom)}/>`;
      })
      .join('');
    if (drawn.length <= MOST) return drawn;
    // Lighter: tiles that were made for further out, then points that are further apart.
    if (z > LANDMARKS.minZoom) {
      z -= 1;
      shapes = await shapesIn(frame, z);
    } else step *= 2;
  }
}

/** What the tiles of a zoom have within a drawing, by layer. */
async function shapesIn({ zoom, origin: [left, top], box }: Frame, z: number): Promise<Line[][]> {
  const side = TILE * 2 ** (zoom - z);
  const [west, north, east, south] = box;
  const shapes: Line[][] = layers.map(() => []);
  for (let x = Math.floor((left + west) / side); x * side < left + east; x += 1) {
    for (let y = Math.floor((top + north) / side); y * side < top + south; y += 1) {
      const found = await landmarksTile({ z, x, y });
      if (!found) continue;
      const tile = new VectorTile(new PbfReader(gunzipSync(found.packed)));
      for (const [rank, layer] of layers.entries()) {
        for (const { points, extent } of linesOf(tile, layer)) {
          const scale = side / extent;
          const placed = points.map(
            (point): Spot => [x * side - left + point.x * scale, y * side - top + point.y * scale],
          );
          shapes[rank]?.push(...(layer.isFilled ? [cutRing(placed, box)] : cutLine(placed, box)));
        }
      }
    }
  }
  return shapes;
}

function* linesOf(tile: VectorTile, { name, classes }: Layer) {
  const found = tile.layers[name];
  for (let index = 0; index < (found?.length ?? 0); index += 1) {
    const feature = found?.feature(index);
    if (!feature || (classes && !classes.includes(Number(feature.properties.classe)))) continue;
    for (const points of feature.loadGeometry()) yield { points, extent: feature.extent };
  }
}

/** The parts of a line that may show: each of their segments whole. */
function cutLine(points: Line, [west, north, east, south]: Frame['box']): Line[] {
  const parts: Spot[][] = [];
  let isOpen = false;
  for (const [rank, spot] of points.entries()) {
    const before = points[rank - 1];
    if (!before) continue;
    const [[x, y], [fromX, fromY]] = [spot, before];
    const shows =
      Math.max(x, fromX) > west &&
      Math.min(x, fromX) < east &&
      Math.max(y, fromY) > north &&
      Math.min(y, fromY) < south;
    if (shows && isOpen) parts.at(-1)?.push(spot);
    else if (shows) parts.push([before, spot]);
    isOpen = shows;
  }
  return parts;
}

/** A surface without what is beyond each edge (Sutherland and Hodgman). */
function cutRing(ring: Line, [west, north, east, south]: Frame['box']): Line {
  const edges: readonly (readonly [axis: 0 | 1, at: number, inwards: 1 | -1])[] = [
    [0, west, 1],
    [0, east, -1],
    [1, north, 1],
    [1, south, -1],
  ];
  return edges.reduce<Line>((kept, [axis, at, inwards]) => {
    const isWithin = (spot: Spot) => (spot[axis] - at) * inwards >= 0;
    return kept.flatMap((spot, rank): Line => {
      const before = kept.at(rank - 1) ?? spot;
      if (isWithin(spot) === isWithin(before)) return isWithin(spot) ? [spot] : [];
      const share = (at - before[axis]) / (spot[axis] - before[axis]);
      const crossing: Spot = [
        before[0] + (spot[0] - before[0]) * share,
        before[1] + (spot[1] - before[1]) * share,
      ];
      return isWithin(spot) ? [crossing, spot] : [crossing];
    });
  }, ring);
}

/** In whole pixels, each point from the one before; without points nearer than `step`, and nothing of what is smaller. */
function pathOf(points: Line, step: number, isFilled: boolean): string {
  const kept: Spot[] = [];
  for (const [rank, [exactX, exactY]] of points.entries()) {
    const [x, y] = [Math.round(exactX), Math.round(exactY)];
    const last = kept.at(-1);
    const isNear = last !== undefined && Math.hypot(x - last[0], y - last[1]) < step;
    // The end of a line stays: another begins there.
    const isEnd = !isFilled && rank === points.length - 1;
    if (isEnd || !isNear) kept.push([x, y]);
  }
  const [first, ...more] = kept;
  if (!first || more.length < (isFilled ? 2 : 1)) return '';
  const span = (axis: 0 | 1) => {
    const values = kept.map((spot) => spot[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  if (Math.max(span(0), span(1)) < step * (isFilled ? DUST : 1)) return '';
  const moves = more.map(([x, y], rank) => {
    const [fromX, fromY] = kept[rank] ?? first;
    return `${x - fromX} ${y - fromY}`;
  });
  return `M${first.join(' ')}l${moves.join(' ')}${isFilled ? 'z' : ''}`.replaceAll(' -', '-');
}
