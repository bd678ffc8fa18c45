import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { importContours } from '#rooms/places/contours.server.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { loadEmbeddedPrices } from './embedded.server.ts';
import { classesOf } from './price-map.ts';
import { cachedAnswer } from './prices.server.ts';

const { db } = await testDb();
const answerOn = async (code: string) => cachedAnswer(db, (await placeByCode(db, code))!);

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
