import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile, salesFile } from '../../../tests/kit/open-data.ts';
import { saleRow, salesHeader, salesText } from '../../../tests/kit/sales.ts';
import { describeFault } from './csv-source.ts';
import { importSales } from './sales.server.ts';
import { releaseOf } from './sales.ts';

const { db } = await testDb();

interface Kept {
  placeCode: string;
  kind: string;
  soldOn: string;
  price: number;
}

async function kept(): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select place_code, kind, sold_on, round(price_per_m2::numeric, 2) as price from price_sale order by sold_on, price`.execute(
    db,
  );
  return rows;
}

async function load(...rows: string[]) {
  const report = await importSales(db, { file: await salesFile(rows) });
  if (report.fault) throw new Error(describeFault(report.fault));
  return report;
}

beforeEach(async () => {
  await sql`delete from price_import`.execute(db);
});

describe('method R, deed by deed (formats/prices.md 2.3)', () => {
  const house = { type: 1, surface: 100, rooms: 4, parcel: '30189000AB0001' } as const;
  test.for([
    [
      'A, a flat and its cellar',
      [
        { value: 200_000, type: 2, lot: '5', surface: 40 },
        { value: 200_000, type: 3, lot: '9', surface: '' },
      ],
      5_000,
    ],
    [
      'B, two flats alike',
      [
        { value: 300_000, type: 2, lot: '1', surface: 30, parcel: '30189000AB0002' },
        { value: 300_000, type: 2, lot: '2', surface: 30, parcel: '30189000AB0002' },
      ],
      null,
    ],
    [
      'C, a house repeated for each culture',
      [
        { ...house, value: 250_000, culture: 'sols' },
        { ...house, value: 250_000, culture: 'jardins' },
        { ...house, value: 250_000, culture: 'terres' },
      ],
      2_500,
    ],
    ['D, off plan', [{ nature: 'Vente en l’état futur d’achèvement', value: 240_000, surface: 60 }], null],
    [
      'E, a house and a shop',
      [
        { value: 500_000, type: 1, surface: 120 },
        { value: 500_000, type: 4, surface: 80 },
      ],
      null,
    ],
    ['F, one euro', [{ value: 1, surface: 50 }], 0.02],
    ['G, no value', [{ value: '', surface: 50 }], null],
    [
      'H, a flat here and bare land elsewhere',
      [
        { value: 147_000, surface: 32 },
        { value: 147_000, type: null, surface: '', commune: '30007' },
      ],
      4_593.75,
    ],
    [
      'I, a flat here and a cellar elsewhere',
      [
        { value: 147_000, surface: 32 },
        { value: 147_000, type: 3, surface: '', commune: '30007' },
      ],
      null,
    ],
    ['J, under 9 m²', [{ value: 30_000, surface: 8 }], null],
  ] as const)('%s', async ([, rows, price]) => {
    const report = await load(...rows.map((row) => saleRow({ ...row, deed: '2024-1' })));
    expect((await kept()).map((one) => one.price)).toEqual(price === null ? [] : [price]);
    expect(report.sales).toBe(price === null ? 0 : 1);
    if (price !== null) expect((await kept())[0]?.placeCode).toBe('30189');
  });
});

describe('an import', () => {
  test('replaces its department-year, and no other', async () => {
    await load(saleRow({ value: 100_000 }), saleRow({ value: 110_000 }));
    await load(saleRow({ on: '2023-05-01', value: 90_000 }));
    const again = await load(saleRow({ value: 130_000 }));
    expect(again).toMatchObject({ departmentCode: '30', year: 2024, replaced: 2, sales: 1 });
    expect((await kept()).map((one) => one.price)).toEqual([2_250, 3_250]);
  });

  test('keeps five years at most', async () => {
    await load(saleRow({ on: '2019-06-30' }), saleRow({ on: '2019-08-01' }));
    await load(saleRow({ on: '2024-06-30' }));
    expect((await kept()).map((one) => one.soldOn)).toEqual(['2019-08-01', '2024-06-30']);
    const old = await load(saleRow({ on: '2018-01-10' }));
    expect(old.sales).toBe(1);
    expect(await kept()).toHaveLength(2);
  });

  test('gives sales of a merged commune to that of today, and says how many it cannot place', async () => {
    const { rows } = await sql<{ code: string; placeCode: string }>`
      select alias.code, alias.place_code from place_alias as alias
      where alias.code like '34%' and not exists (select from place where place.code = alias.code) limit 1`.execute(
      db,
    );
    const [merged] = rows;
    if (!merged) throw new Error('aucune commune fusionnée dans l’Hérault');
    const report = await load(saleRow({ commune: merged.code }), saleRow({ commune: '34999' }));
    expect(report).toMatchObject({ sales: 2, unknownPlaces: 1 });
    expect((await kept()).map((one) => one.placeCode).toSorted()).toEqual(
      [merged.placeCode, '34999'].toSorted(),
    );
  });

  test('keeps nothing that names a home', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'price_sale' order by 1`.execute(
      db,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'department_code',
      'kind',
      'place_code',
      'price_per_m2',
      'rooms',
      'sold_on',
      'surface',
      'year',
    ]);
  });

  test('tells the release that holds a last day', () => {
    expect(releaseOf('2025-06-30')).toBe('2025-10');
    expect(releaseOf('2024-12-31')).toBe('2025-04');
  });
});

describe('a wrong file changes nothing and is told with its line', () => {
  const good = [saleRow(), saleRow()];
  const wrong = (row: string) => gzipSync(salesText([...good, row, ...good]));
  const line = (said: Parameters<typeof saleRow>[0], from: string, to: string) => {
    const row = saleRow(said);
    expect(row).toContain(from);
    return row.replace(from, to);
  };
  test.for([
    ['plain text', () => Buffer.from(salesText(good)), null, /pas un fichier gzip/],
    ['an empty file', () => Buffer.alloc(0), null, /pas un fichier gzip/],
    ['no row', () => gzipSync(`${salesHeader}\n`), 1, /aucune vente/],
    ['nothing in the archive', () => gzipSync(''), null, /vide/],
    [
      'another file',
      () => gzipSync('code;nom\n30189;Nîmes\n'),
      1,
      /manque les colonnes id_mutation, date_mutation/,
    ],
    [
      'a column less',
      () => gzipSync(salesText(good).replace('code_type_local', 'type')),
      1,
      /la colonne code_type_local/,
    ],
    [
      'a cut archive',
      () => {
        const whole = gzipSync(salesText(Array.from({ length: 3_000 }, () => saleRow())));
        return whole.subarray(0, Math.floor(whole.length / 2));
      },
      'some',
      /coupé/,
    ],
    ['a row cut short', () => wrong('2024-1,2024-01-02,000001,Vente'), 4, /autant de champs/],
    ['a quote that never closes', () => wrong('"2024-1,2024-01-02'), 'some', /pas du CSV|autant de champs/],
    ['a date in French', () => wrong(line({}, '2024-03-15', '15/03/2024')), 4, /date AAAA-MM-JJ/],
    ['a date to come', () => wrong(saleRow({ on: '2199-01-01' })), 4, /dans le futur/],
    ['another year', () => wrong(saleRow({ on: '2023-01-05' })), 4, /mêle des années/],
    ['another department', () => wrong(saleRow({ commune: '34172' })), 4, /mêle des départements/],
    ['a commune of elsewhere', () => wrong(line({}, ',30189,', ',34172,')), 4, /commune du département/],
    ['a price in words', () => wrong(line({ value: 777 }, ',777,', ',beaucoup,')), 4, /pas un nombre/],
    ['a negative price', () => wrong(line({ value: 777 }, ',777,', ',-777,')), 4, /pas un nombre/],
    ['an unknown local', () => wrong(line({ type: 4 }, ',4,', ',7,')), 4, /n’existe pas/],
    ['half a room', () => wrong(line({ rooms: 7 }, ',7,', ',2.5,')), 4, /nombre entier/],
    ['no deed number', () => wrong(line({ deed: '2024-77' }, '2024-77,', ',')), 4, /pas de numéro/],
    [
      'bytes that are no text',
      () => gzipSync(Buffer.from(salesText([...good, saleRow()]).replace('Nîmes', 'N\u00eemes'), 'latin1')),
      'some',
      /UTF-8/,
    ],
  ] as const)('%s', async ([, make, at, reason]) => {
    await load(saleRow({ value: 100_000 }));
    const before = await kept();
    const report = await importSales(db, { file: await openDataFile('2024.csv.gz', make()) });
    expect(report.status).toBe('refused');
    expect(report.fault?.reason).toMatch(reason);
    if (at === 'some') expect(report.fault?.line).toBeGreaterThan(0);
    else expect(report.fault?.line ?? null).toBe(at);
    expect(await kept()).toEqual(before);
  });

  test('a file that is not there', async () => {
    const report = await importSales(db, { file: '/nulle/part.csv.gz' });
    expect(report).toMatchObject({ status: 'refused', fault: { reason: 'ce fichier n’existe pas' } });
  });
});

describe('a file that takes too much away', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      saleRow({
        deed: `2024-${at + 1}`,
        on: `2024-05-${String(at + 1).padStart(2, '0')}`,
        value: 100_000 + at,
      }),
    );
  const sent = async (count: number, more: { confirmed?: boolean; release?: string } = {}) =>
    importSales(db, { file: await salesFile(days(count)), ...more });

  test('is held, changes nothing, and passes once confirmed', async () => {
    await load(...days(10));
    const before = await kept();
    const held = await sent(6);
    expect(held).toMatchObject({ status: 'held', fault: { line: null } });
    expect(held.fault?.reason).toContain('6\u00a0ventes sur 10');
    expect(await kept()).toEqual(before);
    expect((await sent(7)).status).toBe('done');
    expect((await sent(2, { confirmed: true })).status).toBe('done');
    expect(await kept()).toHaveLength(2);
  });

  test('but for the first half of the oldest year, which every other release leaves out', async () => {
    const months = (year: number, ...given: string[]) =>
      given.flatMap((month) =>
        Array.from({ length: 10 }, (_, at) =>
          saleRow({ on: `${year}-${month}-${String(at + 1).padStart(2, '0')}`, value: 100_000 + at }),
        ),
      );
    const oldest = new Date().getUTCFullYear() - 5;
    const importOf = async (rows: string[]) => importSales(db, { file: await salesFile(rows) });
    expect(await importOf(months(oldest, '03', '08'))).toMatchObject({ status: 'done', sales: 20 });
    expect(await importOf(months(oldest, '08'))).toMatchObject({ status: 'done', sales: 10, replaced: 20 });
    expect((await importOf(months(oldest, '08').slice(0, 5))).fault?.reason).toContain(
      '5\u00a0ventes sur 10',
    );
    await importOf(months(oldest + 1, '03', '08'));
    expect((await importOf(months(oldest + 1, '08'))).status).toBe('held');
  });

  test('two sales fewer are a correction, whatever their share', async () => {
    await load(...days(3));
    expect((await sent(1)).status).toBe('done');
  });

  test('no release holds sales of later months than its own', async () => {
    expect(await sent(3, { release: '2020-01' })).toMatchObject({ status: 'refused' });
    expect(await kept()).toEqual([]);
    expect((await sent(3, { release: '2024-05' })).status).toBe('done');
  });
});
