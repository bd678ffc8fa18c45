import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import type { Geometry, Position } from 'geojson';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { testApp } from '../../../tests/kit/app.ts';

const { app } = await testApp();
const KM_PER_DEGREE = 111.2;

async function ask(tile: string, encoding: string) {
  const response = await app.inject({
    url: `/carte/fond/${tile}`,
    headers: { 'accept-encoding': encoding },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** The tile of a point in the usual grid (EPSG:3857). */
function tileOf([lng, lat]: readonly [number, number], z: number): [z: number, x: number, y: number] {
  const angle = (lat * Math.PI) / 180;
  const height = Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI;
  return [z, Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(((1 - height) / 2) * 2 ** z)];
}

function pointsOf(geometry: Geometry): Position[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(pointsOf);
  const text = JSON.stringify(geometry.coordinates);
  return (text.match(/\[-?[\d.]+,-?[\d.]+/g) ?? []).map((pair) => JSON.parse(`${pair}]`) as Position);
}

/** What the map shows within so many kilometres of a point: layers, with the names that they have there. */
async function near(point: readonly [number, number], km: number, zoom: number): Promise<string[]> {
  const [z, x, y] = tileOf(point, zoom);
  const { status, bytes } = await ask(`${z}/${x}/${y}`, 'gzip');
  if (status === 204) return [];
  const found = new Set<string>();
  for (const [name, layer] of Object.entries(new VectorTile(new PbfReader(gunzipSync(bytes))).layers)) {
    for (let index = 0; index < layer.length; index += 1) {
      const shape = layer.feature(index);
      const close = pointsOf(shape.toGeoJSON(x, y, z).geometry).some(([lng = 0, lat = 0]) => {
        const narrow = Math.cos((point[1] * Math.PI) / 180);
        return Math.hypot((lng - point[0]) * narrow, lat - point[1]) * KM_PER_DEGREE < km;
      });
      if (close) found.add([name, shape.properties.nom].filter(Boolean).join(' '));
    }
  }
  return [...found].toSorted();
}

test.each([
  ['Lyon', [4.835, 45.764], 'cours-d-eau Rhône, cours-d-eau Saône, routes, urbain, voies-ferrees'],
  ['Limoges', [1.26, 45.83], 'cours-d-eau Vienne, routes, urbain, voies-ferrees'],
  ['Toulouse', [1.444, 43.604], 'cours-d-eau Ariège, cours-d-eau Garonne, routes, urbain, voies-ferrees'],
  ['Strasbourg', [7.75, 48.58], 'cours-d-eau Rhin, routes, urbain, voies-ferrees'],
  ['Genève', [6.15, 46.2], 'cours-d-eau Rhône, lacs, routes, urbain, voies-ferrees'],
  ['Cayenne', [-52.326, 4.937], 'routes, urbain'],
] as const)('near %s, at %o, one sees %s', async (_, point, shown) => {
  expect((await near(point, 15, 7)).join(', ')).toBe(shown);
});

test('further out one sees what is important, and no sea that the coast does not know', async () => {
  // In the middle of the Channel and of the Lion gulf.
  expect(await near([-1, 50], 20, 7)).toEqual([]);
  expect(await near([4, 42.9], 20, 7)).toEqual([]);
  // Around Lyon.
  expect(await near([4.835, 45.764], 40, 4)).toEqual(['cours-d-eau Rhône', 'routes', 'urbain']);
});

test('tiles come in gzip to who takes it, plain to others; kept for a day', async () => {
  const packed = await ask('7/65/45', 'gzip, deflate, br');
  expect(packed).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'",
    },
  });
  expect(packed.headers.vary).toContain('accept-encoding');
  const plain = await ask('7/65/45', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.bytes.equals(gunzipSync(packed.bytes))).toBe(true);
});

test.each([
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['br, gzip;q=0.5', true],
  ['GZIP', true],
  ['', false],
])('« %s » takes gzip: %s', async (encoding, taken) => {
  expect((await ask('7/65/45', encoding)).headers['content-encoding']).toBe(taken ? 'gzip' : undefined);
});

test('a tile that the reader has is not sent again', async () => {
  const { headers } = await ask('7/65/45', 'gzip');
  expect(headers.etag).toMatch(/^W\/"[\w-]{16}"$/);
  const again = (known: string, tile = '7/65/45') =>
    app.inject({ url: `/carte/fond/${tile}`, headers: { 'if-none-match': known, 'accept-encoding': 'br' } });
  const same = await again(`"autre", ${headers.etag}`);
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', headers.etag]);
  expect(same.headers['cache-control']).toBe('public, max-age=86400');
  expect((await again('"autre"')).statusCode).toBe(200);
  expect((await again(String(headers.etag), '7/64/45')).statusCode).toBe(200);
});

test.each([
  ['where there is nothing', '7/0/0', 204],
  ['of a closer zoom, which is drawn from this one', '8/131/91', 404],
  ['of no zoom', '-1/0/0', 404],
  ['that is another file', '7/65/..%2f..%2fpackage.json', 404],
])('a tile %s', async (_, tile, status) => {
  expect((await ask(tile, 'gzip')).status).toBe(status);
});

test('the map of a city takes less than 400 kB, and what is shipped less than 500', async () => {
  expect(statSync('data/map/natural-earth-zoom-4-7.zip').size).toBeLessThan(500_000);
  const land = brotliCompressSync(readFileSync('public/geo/pays.json')).byteLength;
  let most = 0;
  for (let z = 4; z <= 7; z += 1) {
    const side = 2 ** z;
    const weights = new Map<string, number>();
    for (let x = 0; x < side; x += 1)
      for (let y = Math.floor(side * 0.3); y < side * 0.6; y += 1)
        weights.set(`${x}/${y}`, (await ask(`${z}/${x}/${y}`, 'gzip')).bytes.byteLength);
    // A screen over the corner of four tiles.
    for (let x = 1; x < side; x += 1)
      for (let y = 1; y < side; y += 1) {
        const four = [`${x - 1}/${y - 1}`, `${x}/${y - 1}`, `${x - 1}/${y}`, `${x}/${y}`];
        most = Math.max(
          most,
          four.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0),
        );
      }
  }
  expect(land + most).toBeLessThan(400_000);
  // The figure that docs/decisions/0084 gives.
  expect(most).toBeLessThan(60_000);
});
