import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile, salesFile } from '../../../tests/kit/open-data.ts';
import { saleRow } from '../../../tests/kit/sales.ts';
import { epciName, exportPrices, loadEmbeddedPrices, parsePublished } from './embedded.server.ts';
import { computePrices } from './figures.server.ts';
import { pricesBySlug } from './prices.server.ts';
import { selectRentLicences } from './rents.sql.server.ts';
import { OPEN_LICENCE } from './rents.ts';
import { importSales } from './sales.server.ts';

const { db } = await testDb();

const count = async (
  table: 'price_figure' | 'price_point' | 'price_rent' | 'price_epci' | 'price_published',
) => (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

async function forget(): Promise<void> {
  await sql`truncate price_edition, price_source, price_figure, price_point, price_rent, price_epci, price_import, price_published, price_rent_edition cascade`.execute(
    db,
  );
}

beforeEach(forget);

describe('what the code ships', () => {
  test('is laid once, and shows true figures of Paris and of the Hérault', async () => {
    const laid = await loadEmbeddedPrices(db);
    expect(laid).toBeGreaterThan(3_000);
    expect(await count('price_figure')).toBe(laid);
    expect(await count('price_epci')).toBeGreaterThan(34_000);
    expect(await loadEmbeddedPrices(db)).toBe(0);
    expect(await count('price_figure')).toBe(laid);
    const montpellier = await pricesBySlug(db, 'montpellier-34000');
    expect(montpellier.release).toEqual({
      month: '2025-10',
      from: '2020-07-01',
      to: '2025-06-30',
      embedded: true,
    });
    expect(montpellier.apartment.figure).toMatchObject({ n: 3_494, median: 332_600 });
    expect((await pricesBySlug(db, 'paris-75000')).apartment.figure).toMatchObject({
      n: 23_298,
      median: 957_900,
    });
  });

  test('the published medians of every commune beside them, once, and again when their file changes', async () => {
    await loadEmbeddedPrices(db);
    const medians = await count('price_published');
    expect(medians).toBeGreaterThan(31_000);
    const { rows } = await sql<{ least: number; areas: number }>`
      select min(n) as least, count(distinct code)::integer as areas from price_published`.execute(db);
    expect(rows[0]?.least).toBeGreaterThanOrEqual(11);
    expect(rows[0]?.areas).toBe(26_501);
    const figures = await count('price_figure');
    // As a database that an older code laid: the medians come, and the figures stay as they are.
    await sql`delete from price_published`.execute(db);
    await sql`delete from price_edition where name = 'published'`.execute(db);
    expect(await loadEmbeddedPrices(db)).toBe(0);
    expect([await count('price_published'), await count('price_figure')]).toEqual([medians, figures]);
    await sql`update price_edition set version = 'older' where name = 'published'`.execute(db);
    await loadEmbeddedPrices(db);
    expect(await count('price_published')).toBe(medians);
  });

  test('a median is read to the cent, and nothing where there are too few sales', () => {
    expect(parsePublished('# en-tête\n01001,,,44,2553\n69387,7006,4813,25,5539\n')).toEqual([
      { code: '01001', kind: 'house', n: 44, median: 255_300 },
      { code: '69387', kind: 'apartment', n: 7_006, median: 481_300 },
      { code: '69387', kind: 'house', n: 25, median: 553_900 },
    ]);
  });

  test('two processes starting together lay it once', async () => {
    const laid = await Promise.all([loadEmbeddedPrices(db), loadEmbeddedPrices(db)]);
    expect(laid.filter((n) => n > 0)).toHaveLength(1);
  });

  test('gives way to an import of the same department, and stays out of it afterwards', async () => {
    await loadEmbeddedPrices(db);
    const sales = Array.from({ length: 40 }, (_, rank) =>
      saleRow({ commune: '34172', value: 100_000 + rank, surface: 50, on: '2024-06-01' }),
    );
    await importSales(db, { file: await salesFile(sales) });
    await computePrices(db);
    const own = async () => (await pricesBySlug(db, 'montpellier-34000')).apartment.figure?.n;
    expect(await own()).toBe(40);
    expect((await pricesBySlug(db, 'montpellier-34000')).release?.embedded).toBe(false);
    // The whole of the Hérault is that import now; Paris is as shipped.
    expect((await pricesBySlug(db, 'sete-34200')).apartment.area?.level).not.toBe('commune');
    expect((await pricesBySlug(db, 'paris-75000')).apartment.figure?.n).toBe(23_298);
    await sql`delete from price_edition where name = 'embedded'`.execute(db);
    await loadEmbeddedPrices(db);
    expect(await own()).toBe(40);
    expect((await pricesBySlug(db, 'paris-75000')).apartment.figure?.n).toBe(23_298);
  });

  test('is what prices export writes again, and nothing under eleven sales', async () => {
    await loadEmbeddedPrices(db);
    const before = await count('price_figure');
    const points = await count('price_point');
    const file = await openDataFile('aggregats.ndjson', '');
    const lines = await exportPrices(db, file, ['34', '75'], ['en-tête']);
    expect(lines).toBeGreaterThan(before + points);
    await forget();
    expect(await loadEmbeddedPrices(db, file.replace(/\/[^/]+$/, ''))).toBe(before);
    expect(await count('price_point')).toBe(points);
    const { rows } = await sql<{ least: number }>`
      select least((select min(n) from price_figure), (select min(n) from price_point)) as least`.execute(db);
    expect(rows[0]?.least).toBeGreaterThanOrEqual(11);
  });

  test('a licence that an operator confirmed goes with the rents of its edition', async () => {
    await loadEmbeddedPrices(db);
    await sql`update price_rent set year = 2025`.execute(db);
    await sql`insert into price_rent_edition (year, licence) values (2025, ${OPEN_LICENCE})`.execute(db);
    const rents = await count('price_rent');
    const file = await openDataFile('aggregats.ndjson', '');
    await exportPrices(db, file, ['34', '75'], ['en-tête']);
    await forget();
    await loadEmbeddedPrices(db, path.dirname(file));
    expect(await count('price_rent')).toBe(rents);
    expect([...(await selectRentLicences(db))]).toEqual([[2025, OPEN_LICENCE]]);
  });

  test('names intercommunalities in full', () => {
    expect(epciName('CA de Béziers-Méditerranée')).toBe('communauté d’agglomération de Béziers-Méditerranée');
    expect(epciName('CC Grand Orb')).toBe('communauté de communes Grand Orb');
    expect(epciName('Montpellier Méditerranée Métropole')).toBe('Montpellier Méditerranée Métropole');
  });
});
