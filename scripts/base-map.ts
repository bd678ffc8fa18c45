// node scripts/base-map.ts FOLDER: makes data/map/natural-earth-zoom-4-7.zip, what the embedded map shows beside the land: urban
// areas, lakes, glaciers, rivers, railways and roads of Natural Earth (public domain), as vector tiles. FOLDER holds the six
// `natural-earth-*.geojson.gz`. Each entry, `zoom/x/y`, is a tile as it is sent: in gzip. Under 500 kB.
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import yazl from 'yazl';

const ZOOMS = [4, 5, 6, 7] as const;
type Zoom = (typeof ZOOMS)[number];
const EXTENT = 4096;
const MOST = 500_000;

/** Properties of the source: importance (low is important), kind of road, name of a river. */
interface Given {
  readonly rang?: number;
  readonly type?: string;
  readonly nom?: string;
}
type Shape = Feature<Geometry, Given>;

/**
 * Names of the source, some of whose letters were lost, in French; what flows far from France has none. It calls Drau the river that
 * comes from the Pyrenees by Toulouse and Bordeaux.
 */
const RIVERS: Readonly<Record<string, string>> = {
  Allier: 'Allier',
  'AriÃ¨ge': 'Ariège',
  Dordogne: 'Dordogne',
  Doubs: 'Doubs',
  Drau: 'Garonne',
  Durance: 'Durance',
  Loire: 'Loire',
  Maas: 'Meuse',
  Marne: 'Marne',
  Maroni: 'Maroni',
  Meuse: 'Meuse',
  Mosel: 'Moselle',
  Rhein: 'Rhin',
  'Rhin (Rhein)': 'Rhin',
  Rhine: 'Rhin',
  Rhne: 'Rhône',
  Sane: 'Saône',
  'Schelde (Steldt)': 'Escaut',
  Seine: 'Seine',
  Tarn: 'Tarn',
  Vienne: 'Vienne',
  Yonne: 'Yonne',
};
const ROADS: Readonly<Record<string, number>> = { 'Major Highway': 1, 'Secondary Highway': 2 };

interface Layer {
  readonly name: string;
  readonly file: string;
  /** What the map reads of a shape; null: it is not drawn. */
  readonly read: (shape: Shape) => Record<string, string | number> | null;
  /** The least important rank that each zoom still shows. */
  readonly ranks: Readonly<Record<Zoom, number>>;
}

const ALL = Number.POSITIVE_INFINITY;
const NONE = -1;
const layers: readonly Layer[] = [
  {
    name: 'urbain',
    file: 'zones-urbaines',
    read: () => ({}),
    ranks: { 4: 4, 5: 5, 6: 7, 7: ALL },
  },
  {
    name: 'lacs',
    file: 'eau',
    // The rest is the sea, of which public/geo/pays.json has a better coast.
    read: ({ geometry }) => (spanOf(geometry) < 1 ? {} : null),
    ranks: { 4: ALL, 5: ALL, 6: ALL, 7: ALL },
  },
  { name: 'glaciers', file: 'glaciers', read: () => ({}), ranks: { 4: NONE, 5: NONE, 6: ALL, 7: ALL } },
  {
    name: 'cours-d-eau',
    file: 'cours-d-eau',
    read: ({ properties: { nom = '' } }) => (RIVERS[nom] ? { nom: RIVERS[nom] } : {}),
    ranks: { 4: 6, 5: 7, 6: 8, 7: ALL },
  },
  {
    name: 'voies-ferrees',
    file: 'voies-ferrees',
    read: () => ({}),
    ranks: { 4: NONE, 5: NONE, 6: ALL, 7: ALL },
  },
  {
    name: 'routes',
    file: 'routes',
    read: ({ properties: { type = '' } }) => (type === 'Ferry Route' ? null : { classe: ROADS[type] ?? 3 }),
    ranks: { 4: 3, 5: 4, 6: 6, 7: ALL },
  },
];

function pointsOf(geometry: Geometry): Position[] {
  return geometry.type === 'GeometryCollection'
    ? geometry.geometries.flatMap(pointsOf)
    : (JSON.stringify(geometry.coordinates).match(/\[-?[\d.e-]+,-?[\d.e-]+/g) ?? []).map(
        (pair) => JSON.parse(`${pair}]`) as Position,
      );
}

/** In degrees, the longer side of the box around a shape. */
function spanOf(geometry: Geometry): number {
  const points = pointsOf(geometry);
  const [lngs, lats] = [points.map(([lng = 0]) => lng), points.map(([, lat = 0]) => lat)];
  return Math.max(Math.max(...lngs) - Math.min(...lngs), Math.max(...lats) - Math.min(...lats));
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('node scripts/base-map.ts DOSSIER');
const tiles = new Map<string, Record<string, GeoJSONVTTile>>();
for (const { name, file, read, ranks } of layers) {
  const source = path.join(folder, `natural-earth-${file}.geojson.gz`);
  const { features } = JSON.parse(String(gunzipSync(readFileSync(source)))) as FeatureCollection<
    Geometry,
    Given
  >;
  for (const zoom of ZOOMS) {
    const shown = features.flatMap((shape): Feature[] => {
      const properties = (shape.properties.rang ?? 0) <= ranks[zoom] ? read(shape) : null;
      return properties ? [{ ...shape, properties }] : [];
    });
    // A zoom more than what is asked: the last one would not be simplified. At 7, a unit is some 50 m.
    const index = new GeoJSONVT(
      { type: 'FeatureCollection', features: shown },
      {
        maxZoom: zoom + 1,
        indexMaxZoom: zoom,
        indexMaxPoints: 0,
        tolerance: zoom === 7 ? 1 : 3,
        extent: EXTENT,
        buffer: 64,
      },
    );
    const side = 2 ** zoom;
    for (let place = 0; place < side * side; place += 1) {
      const [x, y] = [place % side, Math.floor(place / side)];
      const tile = index.getTile(zoom, x, y);
      if (!tile || tile.features.length === 0) continue;
      const key = `${zoom}/${x}/${y}`;
      tiles.set(key, { ...tiles.get(key), [name]: tile });
    }
  }
}

const archive = new URL('../data/map/natural-earth-zoom-4-7.zip', import.meta.url);
const zip = new yazl.ZipFile();
for (const [key, content] of [...tiles].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  zip.addBuffer(gzipSync(fromGeojsonVt(content, { version: 2, extent: EXTENT }), { level: 9 }), key, {
    compress: false,
    // The same tiles make the same file.
    mtime: new Date(Date.UTC(2026, 0, 1)),
  });
zip.end();
await pipeline(zip.outputStream, createWriteStream(archive));
const { size } = statSync(archive);
if (size > MOST) throw new Error(`${size} octets : plus de ${MOST}`);
console.info(`${path.basename(archive.pathname)} : ${size} octets, ${tiles.size} tuiles`);
