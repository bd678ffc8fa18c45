import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { importContours } from '#rooms/places/contours.server.ts';
import { loadShippedContours, placeByCode } from '#rooms/places/places.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { loadEmbeddedPrices } from './embedded.server.ts';
import { cachedAnswer } from './kept-answers.server.ts';
import { classesOf, mapPlaceOf, mapWords, medianTitle, placeWords } from './price-map.ts';

const { db } = await testDb();
const answerOn = async (code: string) => cachedAnswer(db, (await placeByCode(db, code))!, '2026-11-27');

beforeAll(async () => {
  await loadEmbeddedPrices(db);
});

describe('classes of a map', () => {
  test('hold as many places each, and equal medians together', () => {
    const medians = Array.from({ length: 20 }, (_, n) => ({ code: `${n}`, median: 1_000 + n * 10 }));
    const { classes, of } = classesOf(medians);
    expect(classes.map(({ rank, places }) => [rank, places])).toEqual(
      [1, 2, 3, 4, 5].map((rank) => [rank, 4]),
    );
    expect(of.get('0')).toBe(1);
    expect(of.get('19')).toBe(5);
    expect(classesOf(medians.map(({ code }) => ({ code, median: 5 }))).classes).toHaveLength(1);
  });

  test('are fewer when places are few, as far apart', () => {
    const { classes } = classesOf([3, 1, 2, 4].map((median) => ({ code: `${median}`, median })));
    expect(classes.map(({ rank, from, to }) => [rank, from, to])).toEqual([
      [1, 1, 2],
      [5, 3, 4],
    ]);
  });
});

describe('words of a map', () => {
  const ours = { n: 40, median: 300_000, months: 12, published: false };
  const theirs = { ...ours, months: 60, published: true };

  test('call « prix médian » our own medians alone, and say by which method the others were made', () => {
    const rest = ' à Sète, du plus cher au moins cher';
    expect([[ours], [theirs], [ours, theirs]].map((figures) => medianTitle('house', rest, figures))).toEqual([
      'Prix médian au m² des maisons à Sète, du plus cher au moins cher',
      'Prix au m² des maisons à Sète, du plus cher au moins cher (médianes publiées, 2021 à 2025)',
      'Prix au m² des maisons à Sète, du plus cher au moins cher (deux méthodes)',
    ]);
    expect(mapWords('house', 'à Sète', [{ figure: theirs }, { figure: null }])).toBe(
      'Carte du prix au m² des maisons à Sète (médianes publiées, 2021 à 2025)\u00a0: 1 des 2 lieux ont un prix.',
    );
  });

  test('say why a place has no price', () => {
    const said = (['few', 'districts', 'unpublished', null] as const).map((missing) =>
      placeWords({ name: 'Ici', figure: missing ? null : theirs, missing }),
    );
    expect(said).toEqual([
      'Ici\u00a0: trop peu de ventes',
      'Ici\u00a0: par arrondissement',
      'Ici\u00a0: ventes non publiées',
      'Ici\u00a0: 3\u00a0000,00\u00a0€/m², 40\u00a0ventes, 2021 à 2025',
    ]);
  });

  test('know that Lyon is published by district, and Moselle not at all', async () => {
    const named = async (code: string) => {
      const { prices, communes } = await answerOn(code);
      return [...communes, ...prices.neighbours];
    };
    const lyon = (await named('69')).find(({ code }) => code === '69123')!;
    expect(lyon).toMatchObject({ apartment: null, house: null, missing: 'districts' });
    expect(mapPlaceOf('house', lyon)).toMatchObject({ figure: null, missing: 'districts' });
    const besideMoselle = await named('54415');
    const moselle = besideMoselle.filter(({ code }) => code.startsWith('57'));
    expect(moselle.length).toBeGreaterThan(0);
    for (const one of moselle) expect(one).toMatchObject({ house: null, missing: 'unpublished' });
    const creuse = await named('23');
    expect(new Set(creuse.map(({ missing }) => missing))).toEqual(new Set(['few', null]));
    for (const { apartment, house, missing } of creuse)
      expect(missing === null).toBe(apartment !== null && house !== null);
  });
});

describe('the map of an answer', () => {
  test('has dots without outlines, the communes of a department, north up', async () => {
    const { map, communes } = await answerOn('34');
    expect(communes).toHaveLength(341);
    expect(map).toMatchObject({ attribution: null });
    const at = (code: string) => map!.shapes.find((shape) => shape.code === code)!;
    // Sète is south of Montpellier and west of it.
    expect(at('34301').y).toBeGreaterThan(at('34172').y);
    expect(at('34301').x).toBeLessThan(at('34172').x);
    for (const { x, y, outline } of map!.shapes) {
      expect(outline).toBeNull();
      expect(x >= 0 && x <= 640 && y >= 0 && y <= map!.height).toBe(true);
    }
  });

  test('is kept until a figure, a rent or an outline changes, and no longer', async () => {
    const before = await answerOn('75056');
    expect(await answerOn('75056')).toBe(before);
    await sql`update price_rent set rent = rent + 100 where place_code like '751%'`.execute(db);
    const dearer = await answerOn('75056');
    expect(dearer).not.toBe(before);
    expect(dearer.prices.apartment.rent?.rent).toBe((before.prices.apartment.rent?.rent ?? 0) + 100);
    expect(dearer.map?.attribution).toBeNull();
    const ring = [2.36, 2.4].flatMap((lng) => [48.85, 48.87].map((lat) => [lng, lat]));
    const feature = {
      type: 'Feature',
      properties: { code: '75111' },
      geometry: { type: 'Polygon', coordinates: [[ring[0], ring[1], ring[3], ring[2], ring[0]]] },
    };
    const text = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
    await importContours(db, { file: await openDataFile('c.geojson', text) });
    const { map } = await answerOn('75056');
    expect(map?.shapes.filter(({ outline }) => outline !== null).map(({ code }) => code)).toEqual(['75111']);
    expect(map?.attribution).toContain('Licence Ouverte');
  });

  test('forgets what a rolled back import said', async () => {
    const before = await answerOn('75111');
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`delete from price_figure where area_code = '75111'`.execute(tx);
        throw new Error('import refusé');
      })
      .catch(() => {});
    expect(await answerOn('75111')).toBe(before);
  });
});

describe('the map with the outlines that ship', () => {
  beforeAll(async () => {
    await sql`delete from place_contour`.execute(db);
    await loadShippedContours(db);
  });
  const mapOf = async (code: string) => (await answerOn(code)).map!;
  const codes = (map: Awaited<ReturnType<typeof mapOf>>, isOutlined: boolean) =>
    map.shapes.filter(({ outline }) => (outline !== null) === isOutlined).map(({ code }) => code);

  test('draws every commune of a department, side by side', async () => {
    const map = await mapOf('34');
    expect(codes(map, true)).toHaveLength(341);
    expect(map.attribution).toBe('Contours\u00a0: IGN Admin Express, Etalab – Licence Ouverte 2.0');
    for (const { code, outline } of map.shapes) expect(outline, code).toMatch(/^(M\d+ \d+l[-\d ]+z)+$/);
    expect(map.shapes.reduce((sum, { outline }) => sum + (outline?.length ?? 0), 0)).toBeLessThan(20_000);
  });

  test('draws the districts of Paris, Lyon and Marseille, however close', async () => {
    for (const [code, districts] of [
      ['75056', 20],
      ['69123', 9],
      ['13055', 16],
    ] as const) {
      const map = await mapOf(code);
      expect(codes(map, true)).toHaveLength(districts);
      expect(codes(map, false)).toEqual([]);
    }
  });

  test('keeps dots where it is closer than the outlines hold, and says nobody’s name for them', async () => {
    for (const code of ['34301', '87085', '92']) {
      const map = await mapOf(code);
      expect(codes(map, true), code).toEqual([]);
      expect(map.attribution, code).toBeNull();
    }
    // Fine and coarse on one map: the districts are drawn, the communes beside them are dots.
    const mixed = await mapOf('69385');
    expect(codes(mixed, true).every((code) => code.startsWith('6938'))).toBe(true);
    expect(codes(mixed, true)).toContain('69385');
    const dots = codes(mixed, false);
    expect(dots.length).toBeGreaterThan(0);
    for (const { code, x, y } of mixed.shapes.filter((shape) => dots.includes(shape.code))) {
      expect(x >= 24 && x <= 640 - 24 && y >= 24 && y <= mixed.height - 24, code).toBe(true);
    }
  });

  test('draws a commune and those around it where they are far apart', async () => {
    // Saint-Laurent-du-Maroni: a map of 300 km.
    const map = await mapOf('97311');
    expect(codes(map, true).length).toBeGreaterThan(1);
  });
});
