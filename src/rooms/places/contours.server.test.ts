import { existsSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { contoursOf, importContours, simplify } from './contours.server.ts';
import type { Position, Rings } from './contours.ts';

const { db } = await testDb();
const shared = path.resolve('../shared/data/geo');

const square = (lng: number, lat: number, side = 0.05): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
];
const feature = (code: unknown, coordinates: unknown, more: object = {}) => ({
  type: 'Feature',
  properties: { code, nom: 'La « commune » à {accolades} et "guillemets"', ...more },
  geometry: { type: 'Polygon', coordinates },
});
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const load = async (text: string | Buffer) =>
  importContours(db, { file: await openDataFile('c.geojson', text) });
const all = async () =>
  (await sql<{ code: string }>`select code from place_contour order by 1`.execute(db)).rows.length;

function areaOf(rings: Rings): number {
  return rings.reduce((sum, ring) => {
    const twice = ring.reduce((total, [x, y], rank) => {
      const [px, py] = ring.at(rank - 1) as Position;
      return total + (px * y - x * py);
    }, 0);
    return sum + Math.abs(twice) / 2;
  }, 0);
}

describe('places contours', () => {
  test('reads a file gzip or not, tells codes of no place, and replaces what was there', async () => {
    const text = collection(
      feature('34172', [square(3.8, 43.5)]),
      feature('34999', [square(3.9, 43.5)]),
      feature('34', [square(3, 43, 0.5)]),
    );
    expect(await load(gzipSync(text))).toMatchObject({
      status: 'done',
      contours: 2,
      unknown: ['34999'],
      attribution: 'Contours\u00a0: IGN Admin Express, Etalab – Licence Ouverte 2.0',
    });
    const again = await load(collection(feature('34172', [square(3.7, 43.5)], { wikipedia: 'fr:M' })));
    expect(again.attribution).toContain('OpenStreetMap');
    const { rings, attribution } = (await contoursOf(db, ['34172', '34301'])).get('34172')!;
    expect(rings).toEqual([
      [
        [3.7, 43.5],
        [3.75, 43.5],
        [3.75, 43.55],
        [3.7, 43.55],
      ],
    ]);
    expect(attribution).toBe(again.attribution);
    expect(await all()).toBe(2);
  });

  const whole = collection(feature('34172', [square(3.8, 43.5)]));
  test.for([
    ['nothing', '', /collection GeoJSON/],
    ['a table', 'code;nom\n34172;Montpellier\n', /collection GeoJSON/],
    ['another JSON', '{"communes":[]}', /collection GeoJSON/],
    ['no outline', collection(), /aucun contour/],
    ['cut short', whole.slice(0, -40), /coupé/],
    ['a gzip cut short', gzipSync(whole).subarray(0, 80), /coupé/],
    ['not UTF-8', Buffer.from(whole.replace('à', '\u00e9'), 'latin1'), /UTF-8/],
    ['no code', collection(feature(undefined, [square(3.8, 43.5)])), /objet 1.*code INSEE/],
    ['another code', collection(feature('FR-34', [square(3.8, 43.5)])), /objet 1.*code INSEE/],
    [
      'points',
      collection(feature('34301', [square(3.8, 43.5)]), {
        ...feature('34172', [3, 43]),
        geometry: { type: 'Point' },
      }),
      /objet 2.*34172 n’a pas de contour/,
    ],
    ['Lambert 93', collection(feature('34172', [square(770_000, 6_279_000)])), /longitudes/],
    [
      'a ring of two points',
      collection(
        feature('34172', [
          [
            [3, 43],
            [3, 44],
          ],
        ]),
      ),
      /longitudes/,
    ],
    [
      'the same twice',
      collection(feature('34172', [square(3.8, 43.5)]), feature('34172', [square(3.8, 43.5)])),
      /déjà dans le fichier/,
    ],
    ['only unknown codes', collection(feature('34999', [square(3.8, 43.5)])), /aucun de ses codes/],
  ] as const)('a wrong file changes nothing: %s', async ([, text, reason]) => {
    const before = await all();
    const report = await load(text);
    expect(report).toMatchObject({ status: 'refused', contours: 0 });
    expect(report.reason).toMatch(reason);
    expect(await all()).toBe(before);
  });

  test('a file that is not there is refused', async () => {
    expect(await importContours(db, { file: '/nulle/part.geojson' })).toMatchObject({ status: 'refused' });
  });
});

describe('simplification', () => {
  test('two neighbours keep the same border', () => {
    const border = Array.from(
      { length: 1_000 },
      (_, n): Position => [3 + Math.sin(n / 45) / 90 + Math.sin(n / 5) / 900, 43 + n / 5_000],
    );
    const west = simplify([[...border, [2.9, 43.2], [2.9, 43], border[0]!]], 2.5e-4)[0]!;
    const east = simplify([[...border.toReversed(), [3.2, 43], [3.2, 43.2], border.at(-1)!]], 2.5e-4)[0]!;
    const key = (ring: readonly Position[]) =>
      new Set(ring.filter(([lng]) => lng > 2.95 && lng < 3.1).map(([lng, lat]) => `${lng} ${lat}`));
    const [mine, theirs] = [key(west), key(east)];
    expect(mine.size).toBeLessThan(600);
    // Where three outlines meet, each may choose for itself.
    expect([...mine].filter((point) => !theirs.has(point)).length).toBeLessThanOrEqual(4);
  });

  test('an islet under a pixel goes, the smallest commune stays', () => {
    expect(simplify([square(3, 43), square(3.2, 43, 1e-5)], 2.5e-4)).toHaveLength(1);
    expect(simplify([square(3, 43, 1e-5)], 2.5e-4)).toHaveLength(1);
  });
});

describe('the files of ../shared', () => {
  test('are read whole, lightened, and keep their surfaces', async ({ skip }) => {
    skip(!existsSync(shared), '../shared is absent');
    const districts = await importContours(db, {
      file: path.join(shared, 'arrondissements_municipaux-20180711.geojson'),
    });
    expect(districts).toMatchObject({ status: 'done', contours: 45, unknown: [] });
    expect(districts.attribution).toContain('ODbL');
    expect(districts.points.kept).toBeLessThan(districts.points.read / 2);
    const communes = await importContours(db, {
      file: path.join(shared, 'communes-34-herault-2018.geojson'),
    });
    expect(communes.status).toBe('done');
    expect(communes.contours + communes.unknown.length).toBe(343);
    expect(communes.contours).toBeGreaterThan(335);
    expect(
      await importContours(db, { file: path.join(shared, 'departements-100m.geojson.gz') }),
    ).toMatchObject({
      status: 'done',
    });
    // 11e arrondissement: 3,67 km²; a square degree there is 111,32² × cos 48,86°.
    const { rings } = (await contoursOf(db, ['75111'])).get('75111')!;
    const km2 = areaOf(rings) * 111.32 ** 2 * Math.cos((48.86 * Math.PI) / 180);
    expect(km2).toBeGreaterThan(3.6);
    expect(km2).toBeLessThan(3.74);
  });
});
