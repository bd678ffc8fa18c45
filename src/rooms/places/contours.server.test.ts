import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { contoursOf, importContours, outlinePath, simplify } from './contours.server.ts';
import { holdsAt, type Position, type Rings } from './contours.ts';

const { db } = await testDb();
const shared = path.resolve('../shared/data');

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

  // Saint-Christol and Vérargues are Entre-Vignes today, under the code of the first.
  test('leaves out a commune as it was before others joined it, and keeps it where it is alone', async () => {
    await load(collection(feature('34172', [square(3.8, 43.5)]), feature('34246', [square(4, 43.7)])));
    const older = await load(
      collection(
        feature('34246', [square(4.1, 43.7)]),
        feature('34172', [square(3.8, 43.6)]),
        feature('34330', [square(4.1, 43.8)]),
      ),
    );
    expect(older).toMatchObject({
      status: 'done',
      contours: 1,
      unknown: ['34330'],
      beforeMerger: ['34246'],
    });
    const contours = await contoursOf(db, ['34172', '34246']);
    expect(contours.get('34172')?.rings[0]?.[0]).toEqual([3.8, 43.6]);
    expect(contours.get('34246')?.rings[0]?.[0]).toEqual([4, 43.7]);
    // None of its file is of today: nothing is loaded.
    const both = collection(feature('34330', [square(4.1, 43.8)]), feature('34246', [square(4.1, 43.7)]));
    expect(await load(both)).toMatchObject({ status: 'refused', contours: 0 });
    await sql`delete from place_contour where code = '34246'`.execute(db);
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

  test('keeps how far its lines may be from the true ones, at best what is kept of them', async () => {
    const within = async (withinMetres: number | null) => {
      const file = await openDataFile(
        'c.geojson',
        collection(
          feature('34172', [square(3.8, 43.5)]),
          feature('69383', [square(4.8, 45.7)]),
          feature('34', [square(3, 43, 0.5)]),
        ),
      );
      await importContours(db, { file, withinMetres });
      const contours = await contoursOf(db, ['34172', '69383', '34']);
      return ['34172', '69383', '34'].map((code) => contours.get(code)?.withinMetres);
    };
    expect(await within(null)).toEqual([28, 11, 223]);
    expect(await within(1_000)).toEqual([1_000, 1_000, 1_000]);
    expect(await within(20)).toEqual([28, 20, 223]);
  });

  test('what was loaded before outlines were kept as whole numbers is still there, point for point', async () => {
    const rings = [
      [
        [3.71234, 43.50001],
        [3.8, 43.50001],
        [3.8, 43.6],
      ],
      [
        [-3.1, 43.6],
        [-3.09999, 43.6],
        [-3.09999, 43.7],
      ],
    ];
    const found: Awaited<ReturnType<typeof contoursOf>>[] = [];
    const undone = new Error('undone');
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`drop table place_contour`.execute(tx);
        await sql`alter table place_edition drop column contours`.execute(tx);
        await sql.raw(readFileSync('migrations/0024_places.sql', 'utf8')).execute(tx);
        await sql`
          insert into place_contour (code, rings, attribution, loaded_at)
          values ('34172', ${JSON.stringify(rings)}, 'whose', '2026-11-01')`.execute(tx);
        await sql.raw(readFileSync('migrations/0127_places.sql', 'utf8')).execute(tx);
        found.push(await contoursOf(tx, ['34172']));
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    expect(found[0]?.get('34172')).toEqual({
      code: '34172',
      rings,
      withinMetres: 28,
      attribution: 'whose',
    });
    // Rolled back: the table of today is there.
    expect(await all()).toBe(3);
  });

  test('a file that is not there is refused', async () => {
    expect(await importContours(db, { file: '/nulle/part.geojson' })).toMatchObject({ status: 'refused' });
  });
});

describe('an outline on a drawing', () => {
  test('holds where its error is a few pixels, and no closer', () => {
    // Zoom 9 over France is about a hundred metres to a pixel; a commune and its neighbours, about thirty.
    expect([220, 110, 109, 30].map((scale) => holdsAt({ withinMetres: 550 }, scale))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(holdsAt({ withinMetres: 25 }, 15)).toBe(true);
  });

  test('is told in whole units, each point from the one before, and never vanishes', () => {
    const ring: Position[] = [
      [10, 10],
      [10, 10],
      [30, 10],
      [30, 11],
      [30, 30],
    ];
    expect(outlinePath([ring], 3)).toBe('M10 10l20 0 0 20z');
    const dust: Position[] = [
      [5, 5],
      [5, 6],
      [6, 6],
    ];
    expect(outlinePath([dust], 3)).toBe('M5 5l0 1 1 0z');
    expect(outlinePath([dust, ring], 3)).toBe('M10 10l20 0 0 20z');
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
    const france = path.join(shared, 'france/contours');
    const districts = await importContours(db, {
      file: path.join(france, 'arrondissements-municipaux.geojson.gz'),
    });
    expect(districts).toMatchObject({ status: 'done', contours: 45, unknown: [] });
    expect(districts.attribution).toContain('Licence Ouverte 2.0');
    expect(districts.points.kept).toBeLessThan(districts.points.read);
    expect(
      await importContours(db, { file: path.join(france, 'communes-2026-simplifie.geojson.gz') }),
    ).toMatchObject({ status: 'done', contours: 34_969, unknown: [] });
    const communes = await importContours(db, {
      file: path.join(shared, 'geo/communes-34-herault-2018.geojson'),
    });
    expect(communes.status).toBe('done');
    expect(communes.contours + communes.unknown.length + communes.beforeMerger.length).toBe(343);
    expect(communes.beforeMerger).toContain('34246');
    expect(communes.contours).toBeGreaterThan(335);
    expect(
      await importContours(db, { file: path.join(shared, 'geo/departements-100m.geojson.gz') }),
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
