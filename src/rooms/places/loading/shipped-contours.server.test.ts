import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../../../../tests/kit/db.ts';
import { later } from '../../../../tests/kit/leftovers.ts';
import { openDataFile } from '../../../../tests/kit/open-data.ts';
import { contoursOf, importContours } from '../contours.server.ts';
import type { Contour, Position } from '../contours.ts';
import { placesByCode } from '../places.server.ts';
import { districtGeometry } from './geometry.server.ts';
import { loadShippedContours, packContours, restoreShippedContours } from './shipped-contours.server.ts';

const { db } = await testDb();
const SHIPPED = path.resolve('data/places');
const shared = path.resolve('../shared/data/france/contours');

const folder = await mkdtemp(path.join(tmpdir(), 'vigie-contours-'));
later(() => rm(folder, { recursive: true, force: true }));

async function count(condition = 'true'): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from place_contour join place using (code) where ${sql.raw(condition)}`.execute(db);
  return rows[0]?.n ?? -1;
}

async function allCodes(): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from place_contour order by code`.execute(db);
  return rows.map(({ code }) => code);
}

/** West, south, east, north. */
function extentOf({ rings }: Contour): [number, number, number, number] {
  const points = rings.flat();
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

const square = (lng: number, lat: number, side: number): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
];
const geojson = (outlines: Readonly<Record<string, Position[][]>>) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Object.entries(outlines).map(([code, coordinates]) => ({
      type: 'Feature',
      properties: { code },
      geometry: { type: 'Polygon', coordinates },
    })),
  });

/** The same whatever the order of the rings and the point where each begins. */
function canonical(rings: Contour['rings'] | undefined): string[] {
  return (rings ?? [])
    .map(
      (ring) =>
        ring
          .map((_, first) => [...ring.slice(first), ...ring.slice(0, first)].join(' '))
          .toSorted()
          .at(0) ?? '',
    )
    .toSorted();
}

describe('the outlines that the code ships', () => {
  test('are those of every commune and every municipal arrondissement of today, laid once', async () => {
    expect(await loadShippedContours(db)).toBe(34_969 + 45);
    expect(await count("kind = 'commune'")).toBe(34_969);
    expect(await count("kind = 'district'")).toBe(45);
    expect(await loadShippedContours(db)).toBe(0);
    // PostgreSQL knows at once how many there are.
    const { rows } = await sql`select from pg_stats where tablename = 'place_contour'`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('weigh little, and say whose they are and how far they may be from the true ones', async () => {
    const sizes = await Promise.all(
      (await readdir(SHIPPED)).map(async (name) => (await stat(path.join(SHIPPED, name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
    const contours = await contoursOf(db, ['34172', '69383']);
    expect(contours.get('34172')).toMatchObject({
      withinMetres: 550,
      attribution: 'Contours\u00a0: IGN Admin Express, Etalab – Licence Ouverte 2.0',
    });
    expect(contours.get('69383')).toMatchObject({ withinMetres: 25 });
  });

  test('lie where their places are', async () => {
    const codes = await allCodes();
    const [contours, places] = [await contoursOf(db, codes), await placesByCode(db, codes)];
    const [inside, known] = [new Set<string>(), new Set<string>()];
    for (const [code, contour] of contours) {
      const [lng, lat] = [places.get(code)?.lng ?? null, places.get(code)?.lat ?? null];
      if (lng === null || lat === null) continue;
      known.add(code);
      const [west, south, east, north] = extentOf(contour);
      if (west <= lng && lng <= east && south <= lat && lat <= north) inside.add(code);
    }
    expect(known.size).toBeGreaterThan(34_900);
    // Centres are those of boxes of 2018, and the smallest communes have few points.
    expect(inside.size / known.size).toBeGreaterThan(0.99);
    for (const code of Object.keys(districtGeometry)) expect(inside.has(code), code).toBe(true);
  });

  test('leave what an operator loaded, before or after them', async () => {
    const own = await openDataFile('own.geojson', geojson({ '34172': [square(3.8, 43.5, 0.1)] }));
    await importContours(db, { file: own });
    await sql`update place_edition set contours = null`.execute(db);
    expect(await loadShippedContours(db)).toBe(34_969 + 45 - 1);
    const { rings } = (await contoursOf(db, ['34172'])).get('34172')!;
    expect(rings).toEqual([square(3.8, 43.5, 0.1).slice(0, 4)]);
    expect(await count("origin = 'import'")).toBe(1);
  });

  test('come again for other places, and give way to those of another edition of the code', async () => {
    await sql`delete from place_contour where code = '30189'`.execute(db);
    await sql`update place_edition set version = version || ' next'`.execute(db);
    expect(await loadShippedContours(db)).toBe(34_969 + 45 - 1);
    const file = await openDataFile(
      'next.geojson',
      geojson({ '30189': [square(4.3, 43.8, 0.1)], '30999': [square(4.4, 43.8, 0.1)] }),
    );
    const next = path.join(folder, 'next');
    await mkdir(next);
    await packContours({ file, to: path.join(next, 'next.contours'), withinMetres: 700 });
    expect(await loadShippedContours(db, next)).toBe(1);
    expect(await allCodes()).toEqual(['30189', '34172']);
    // And back: nothing of the other edition stays.
    expect(await loadShippedContours(db)).toBe(34_969 + 45 - 1);
  });

  test('come back in place of what an operator loaded, once asked for', async () => {
    expect(await restoreShippedContours(db)).toEqual({ removed: 1, laid: 34_969 + 45 });
    expect(await count("origin = 'import'")).toBe(0);
    expect((await contoursOf(db, ['34172'])).get('34172')).toMatchObject({ withinMetres: 550 });
    // A next start has nothing to do.
    expect(await loadShippedContours(db)).toBe(0);
  });

  test('damaged, change nothing', async () => {
    const cut = path.join(folder, 'cut');
    await mkdir(cut);
    const [name = ''] = await readdir(SHIPPED);
    await copyFile(path.join(SHIPPED, name), path.join(cut, 'whole.contours'));
    const wrong = await openDataFile('z.contours', '{"perDegree":1000}\nnothing that brotli knows');
    await copyFile(wrong, path.join(cut, 'z.contours'));
    const before = await allCodes();
    await expect(loadShippedContours(db, cut)).rejects.toThrow();
    expect(await allCodes()).toEqual(before);
  });
});

describe('places pack', () => {
  const pack = async (text: string) => {
    const to = path.join(folder, 'packed.contours');
    await rm(to, { force: true });
    const report = await packContours({ file: await openDataFile('c.geojson', text), to, withinMetres: 100 });
    return { ...report, isWritten: existsSync(to) };
  };

  test('ships what an import would keep, point for point', async () => {
    const file = await openDataFile(
      'two.geojson',
      geojson({
        '34172': [square(3.8, 43.5, 0.1), square(3.82, 43.52, 0.01)],
        '34301': [square(3.9, 43.5, 0.1)],
        '69383': [square(4.80001, 45.70004, 0.01)],
      }),
    );
    await importContours(db, { file });
    const imported = await contoursOf(db, ['34172', '34301', '69383']);
    await sql`delete from place_contour`.execute(db);
    const only = path.join(folder, 'only');
    await mkdir(only);
    expect(
      await packContours({ file, to: path.join(only, 'two.contours'), withinMetres: 100 }),
    ).toMatchObject({ status: 'done', contours: 3, points: 16, reason: null });
    expect(await loadShippedContours(db, only)).toBe(3);
    const shipped = await contoursOf(db, [...imported.keys()]);
    for (const [code, { rings }] of imported)
      expect(canonical(shipped.get(code)?.rings), code).toEqual(canonical(rings));
  });

  test.for([
    ['a department', geojson({ '34': [square(3, 43, 0.5)] }), /34 n’est pas le code d’une commune/],
    ['nothing', '', /collection GeoJSON/],
    ['no outline', geojson({}), /aucun contour/],
    ['a file cut short', geojson({ '34172': [square(3, 43, 0.1)] }).slice(0, -9), /coupé/],
  ] as const)('refuses %s and writes nothing', async ([, text, reason]) => {
    const report = await pack(text);
    expect(report).toMatchObject({ status: 'refused', contours: 0, points: 0, bytes: 0, isWritten: false });
    expect(report.reason).toMatch(reason);
  });

  test('makes again, of the files of ../shared, what ships', async ({ skip }) => {
    skip(!existsSync(shared), '../shared is absent');
    const again = path.join(folder, 'again');
    await mkdir(again);
    for (const [file, withinMetres] of [
      ['communes-2026-simplifie.geojson.gz', 550],
      ['arrondissements-municipaux.geojson.gz', 25],
    ] as const) {
      const to = path.join(again, `${file}.contours`);
      const report = await packContours({ file: path.join(shared, file), to, withinMetres });
      expect(report.status).toBe('done');
    }
    await sql`delete from place_contour`.execute(db);
    await sql`update place_edition set contours = null`.execute(db);
    await loadShippedContours(db);
    const before = await contoursOf(db, await allCodes());
    await loadShippedContours(db, again);
    const after = await contoursOf(db, await allCodes());
    expect(after.size).toBe(before.size);
    expect([...after].filter(([code, { rings }]) => !isEqual(rings, before.get(code)?.rings))).toEqual([]);
  });
});

const isEqual = (a: Contour['rings'], b: Contour['rings'] | undefined) =>
  canonical(a).join('|') === canonical(b).join('|');
