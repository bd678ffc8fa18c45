// node scripts/outline.ts DEPARTEMENTS.geojson.gz: makes public/geo/pays.json, the land that the embedded map shows. France is the
// outer line of its departments (IGN Admin Express, Licence Ouverte 2.0; Etalab's `departements-100m.geojson.gz`), the others
// come out of world-atlas (Natural Earth, public domain) and take the line of France where they touch it. Under 240 kB, 45 in brotli.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Point = readonly [number, number];
type Line = readonly Point[];
type Box = readonly [west: number, south: number, east: number, north: number];

const FRANCE = '250';
/** Metropolitan France with room around it, then Guadeloupe and Martinique, Guyane, Réunion, Mayotte. */
const windows: Box[] = [
  [-12, 38, 16, 55],
  [-63, 13.5, -59.5, 18.5],
  [-55.5, 1.5, -51, 6.5],
  [54.8, -21.8, 56.3, -20.5],
  [44.7, -13.3, 45.6, -12.3],
];
/** In degrees: how far the line of France may be from the truth, and how near to one another points of other countries need not be. */
const NEAR = 0.002;
const FAR = 0.08;
/** A frontier of Natural Earth is not further than this from the true one. */
const ASTRAY = 0.15;

/** A ring cut by one side of a box at a time. */
function cut(ring: Line, [west, south, east, north]: Box): Line {
  const sides: [axis: 0 | 1, at: number, keepsAbove: boolean][] = [
    [0, west, true],
    [0, east, false],
    [1, south, true],
    [1, north, false],
  ];
  return sides.reduce<Line>((points, [axis, at, above]) => {
    const inside = (point: Point) => (above ? point[axis] >= at : point[axis] <= at);
    return points.flatMap((point, index) => {
      const before = points.at(index - 1) ?? point;
      const share = (at - before[axis]) / (point[axis] - before[axis]);
      const crossing: Point = [
        before[0] + share * (point[0] - before[0]),
        before[1] + share * (point[1] - before[1]),
      ];
      if (inside(point)) return inside(before) ? [point] : [crossing, point];
      return inside(before) ? [crossing] : [];
    });
  }, ring);
}

const away = ([x, y]: Point, [u, v]: Point) => Math.hypot((x - u) * Math.cos((y * Math.PI) / 180), y - v);

/** The line with the fewest points that stays within a distance of it (Douglas and Peucker). */
function simple(line: Line, distance: number): Line {
  const [start, end] = [line[0] as Point, line.at(-1) as Point];
  const narrow = Math.cos((start[1] * Math.PI) / 180);
  const [dx, dy] = [(end[0] - start[0]) * narrow, end[1] - start[1]];
  const length = Math.hypot(dx, dy);
  let furthest = 0;
  let at = 0;
  for (const [index, point] of line.entries()) {
    const cross = dx * (point[1] - start[1]) - dy * (point[0] - start[0]) * narrow;
    const off = length === 0 ? away(point, start) : Math.abs(cross) / length;
    if (off > furthest) [furthest, at] = [off, index];
  }
  if (furthest <= distance) return [start, end];
  return [...simple(line.slice(0, at + 1), distance).slice(0, -1), ...simple(line.slice(at), distance)];
}

/** Points nearer than a step to the one before say nothing; the ends stay. */
function thin(line: Line, step: number): Line {
  const kept: Point[] = [];
  for (const [index, point] of line.entries()) {
    const last = kept.at(-1);
    if (!last || index === line.length - 1 || Math.hypot(point[0] - last[0], point[1] - last[1]) >= step)
      kept.push(point);
  }
  return kept;
}

/** The rings around all departments: of the sides, those that no other department goes along the other way. */
function ringsAround(departments: FeatureCollection<Polygon | MultiPolygon>): Line[] {
  const next = new Map<string, Map<string, Point>>();
  for (const { geometry } of departments.features) {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    for (const ring of polygons.flat()) {
      for (const [index, to] of ring.slice(1).entries()) {
        const [a, b] = [String(ring[index]), String(to)];
        if (next.get(b)?.delete(a)) continue;
        next.set(a, (next.get(a) ?? new Map<string, Point>()).set(b, to as unknown as Point));
      }
    }
  }
  const rings: Line[] = [];
  for (const [start, ways] of next) {
    while (ways.size > 0) {
      const ring: Point[] = [];
      let here = start;
      do {
        const [way] = next.get(here) ?? [];
        if (!way) throw new Error(`${here} : la ligne ne se referme pas`);
        next.get(here)?.delete(way[0]);
        ring.push(way[1]);
        here = way[0];
      } while (here !== start);
      rings.push([ring.at(-1) as Point, ...ring]);
    }
  }
  return rings;
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('node scripts/outline.ts departements-100m.geojson.gz');
const departments = JSON.parse(String(gunzipSync(readFileSync(file)))) as Parameters<typeof ringsAround>[0];
// Cut in two first: the ends of a line stay.
const france = ringsAround(departments)
  .map((ring) => {
    const half = Math.floor(ring.length / 2);
    return [...simple(ring.slice(0, half + 1), NEAR).slice(0, -1), ...simple(ring.slice(half), NEAR)];
  })
  .filter((ring) => ring.length > 4);

const require = createRequire(import.meta.url);
const atlas = JSON.parse(
  readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'),
) as Topology<{
  countries: GeometryCollection<{ name: string }>;
}>;
const countries = atlas.objects.countries.geometries.map((geometry) => ({
  id: geometry.id,
  polygons:
    geometry.type === 'Polygon' ? [geometry.arcs] : geometry.type === 'MultiPolygon' ? geometry.arcs : [],
}));
const ofFrance = new Set(
  countries
    .filter(({ id }) => id === FRANCE)
    .flatMap(({ polygons }) => polygons.flat(2))
    .map((arc) => (arc < 0 ? ~arc : arc)),
);

/** The part of the line of France between two points of Natural Earth: of both ways round, the one as long as theirs. */
function alongFrance(frontier: Line): Line | null {
  const [start, end] = [frontier[0] as Point, frontier.at(-1) as Point];
  const ring = france.reduce((best, one) => (nearest(one, start)[1] < nearest(best, start)[1] ? one : best));
  const [from, offStart] = nearest(ring, start);
  const [to, offEnd] = nearest(ring, end);
  if (offStart > ASTRAY || offEnd > ASTRAY) return null;
  const open = ring.slice(0, -1);
  const turned = [...open.slice(from), ...open.slice(0, from)];
  const stop = (to - from + open.length) % open.length;
  const one = turned.slice(0, stop + 1);
  const other = [turned[0] as Point, ...turned.slice(stop).toReversed()];
  const long = lengthOf(frontier);
  return Math.abs(lengthOf(one) - long) < Math.abs(lengthOf(other) - long) ? one : other;
}

function nearest(ring: Line, to: Point): [index: number, distance: number] {
  return ring.reduce<[number, number]>(
    (best, point, index) => (away(point, to) < best[1] ? [index, away(point, to)] : best),
    [0, Number.POSITIVE_INFINITY],
  );
}

const lengthOf = (line: Line) =>
  line.reduce((sum, point, index) => sum + (index ? away(point, line[index - 1] as Point) : 0), 0);

const lines = new Map<number, Line>();
/** One line for both countries beside it. */
function lineOf(arc: number): Line {
  const own = arc < 0 ? ~arc : arc;
  let line = lines.get(own);
  if (!line) {
    const { geometry } = feature(atlas, { type: 'LineString', arcs: [own] });
    const drawn = (geometry as { coordinates: number[][] }).coordinates as unknown as Line;
    line = (ofFrance.has(own) ? alongFrance(drawn) : null) ?? thin(drawn, FAR);
    lines.set(own, line);
  }
  return arc < 0 ? line.toReversed() : line;
}

const rounded = (ring: Line) => ring.map(([lng, lat]) => [Number(lng.toFixed(3)), Number(lat.toFixed(3))]);
const closed = (ring: Line) => (String(ring[0]) === String(ring.at(-1)) ? ring : [...ring, ring[0] as Point]);

const abroad = countries.flatMap(({ id, polygons }) => {
  if (id === FRANCE) return [];
  const coordinates = windows.flatMap((box) =>
    polygons.flatMap(([outline = []]) => {
      const ring = cut(outline.flatMap(lineOf), box);
      return ring.length >= 4 ? [[rounded(closed(ring))]] : [];
    }),
  );
  return coordinates.length > 0 ? [{ france: false, coordinates }] : [];
});
const features = [
  ...abroad,
  { france: true, coordinates: france.map((ring) => [rounded(closed(ring))]) },
].map(({ france: isFrance, coordinates }) => ({
  type: 'Feature',
  properties: { france: isFrance },
  geometry: { type: 'MultiPolygon', coordinates },
}));
const text = JSON.stringify({ type: 'FeatureCollection', features });
if (text.length > 240_000) throw new Error(`${text.length} octets : plus de 240 000`);
writeFileSync(new URL('../public/geo/pays.json', import.meta.url), `${text}\n`);
console.info(`public/geo/pays.json : ${text.length} octets, ${features.length} pays`);
