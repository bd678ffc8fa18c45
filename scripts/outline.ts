// node scripts/outline.ts: cuts public/geo/pays.json, the land that the embedded map shows, out of world-atlas
// (Natural Earth, public domain): France and its neighbours, and the overseas departments. Under 60 kB.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

type Point = [number, number];
type Box = readonly [west: number, south: number, east: number, north: number];

const FRANCE = '250';
/** Metropolitan France with room around it, then Guadeloupe and Martinique, Guyane, Réunion, Mayotte. */
const windows: { box: Box; step: number }[] = [
  { box: [-12, 38, 16, 55], step: 0.03 },
  { box: [-63, 13.5, -59.5, 18.5], step: 0.005 },
  { box: [-55.5, 1.5, -51, 6.5], step: 0.03 },
  { box: [54.8, -21.8, 56.3, -20.5], step: 0.005 },
  { box: [44.7, -13.3, 45.6, -12.3], step: 0.003 },
];

/** A ring cut by one side of a box at a time. */
function cut(ring: Point[], [west, south, east, north]: Box): Point[] {
  const sides: [axis: 0 | 1, at: number, keepsAbove: boolean][] = [
    [0, west, true],
    [0, east, false],
    [1, south, true],
    [1, north, false],
  ];
  return sides.reduce<Point[]>((points, [axis, at, above]) => {
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

/** Points nearer than a step to the one before say nothing. */
function thin(ring: Point[], step: number, decimals: number): Point[] {
  const kept: Point[] = [];
  for (const point of ring) {
    const last = kept.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= step) kept.push(point);
  }
  const rounded = kept.map(
    ([lng, lat]): Point => [Number(lng.toFixed(decimals)), Number(lat.toFixed(decimals))],
  );
  return rounded.length >= 4 ? [...rounded, rounded[0] as Point] : [];
}

const require = createRequire(import.meta.url);
const atlas = JSON.parse(
  readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'),
) as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const detailed = JSON.parse(
  readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'),
) as typeof atlas;

const countries = [
  ...feature(atlas, atlas.objects.countries).features.filter(({ id }) => id !== FRANCE),
  ...feature(detailed, detailed.objects.countries).features.filter(({ id }) => id === FRANCE),
];
const features = countries.flatMap(({ id, geometry }) => {
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  const coordinates = windows.flatMap(({ box, step }) =>
    polygons.flatMap(([outline]) => {
      const near = id === FRANCE;
      const ring = thin(cut((outline ?? []) as Point[], box), near ? step : step * 6, near ? 3 : 2);
      return ring.length > 0 ? [[ring]] : [];
    }),
  );
  return coordinates.length === 0
    ? []
    : [
        {
          type: 'Feature',
          properties: { france: id === FRANCE },
          geometry: { type: 'MultiPolygon', coordinates },
        },
      ];
});
const text = JSON.stringify({ type: 'FeatureCollection', features });
if (text.length > 60_000) throw new Error(`${text.length} octets : plus de 60 000`);
writeFileSync(new URL('../public/geo/pays.json', import.meta.url), `${text}\n`);
console.info(`public/geo/pays.json : ${text.length} octets, ${features.length} pays`);
