import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile, salesFile } from '../../../tests/kit/open-data.ts';
import { saleRow } from '../../../tests/kit/sales.ts';
import { epciName, exportPrices, loadEmbeddedPrices } from './embedded.server.ts';
import { computePrices } from './figures.server.ts';
import { pricesBySlug } from './prices.server.ts';
import { importSales } from './sales.server.ts';

const { db } = await testDb();

const count = async (table: 'price_figure' | 'price_point' | 'price_rent' | 'price_epci') =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

async function forget(): Promise<void> {
  await sql`truncate price_edition, price_source, price_figure, price_point, price_rent, price_epci, price_import cascade`.execute(
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

  test('names intercommunalities in full', () => {
    expect(epciName('CA de Béziers-Méditerranée')).toBe('communauté d’agglomération de Béziers-Méditerranée');
    expect(epciName('CC Grand Orb')).toBe('communauté de communes Grand Orb');
    expect(epciName('Montpellier Méditerranée Métropole')).toBe('Montpellier Méditerranée Métropole');
  });
});
