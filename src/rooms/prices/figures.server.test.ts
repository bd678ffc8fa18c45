import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { salesFile } from '../../../tests/kit/open-data.ts';
import { saleRow } from '../../../tests/kit/sales.ts';
import { BIN_MIN, SALES_MIN } from './contract.ts';
import { loadEmbeddedPrices } from './embedded.server.ts';
import { binsOf, computePrices } from './figures.server.ts';
import { importSales } from './sales.server.ts';

const { db } = await testDb();

interface Sale {
  commune: string;
  kind: 'apartment' | 'house';
  on: string;
  rooms: number;
  surface: number;
  value: number;
}

const chance = chanceOf();
const NIMES = '30189';
const ALES = '30007';
const VILLAGE = '30001';

/** Sales of the Gard from 2022 to 2024, many in Nîmes, some in Alès, hardly any in a village. */
const sales: Sale[] = Array.from({ length: 900 }, () => {
  const kind = chance.chance(0.6) ? 'apartment' : 'house';
  const surface = chance.int(9, 180);
  return {
    commune: chance.chance(0.75) ? NIMES : chance.chance(0.97) ? ALES : VILLAGE,
    kind,
    on: `${chance.int(2022, 2024)}-${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`,
    rooms: chance.int(0, 7),
    surface,
    value: surface * chance.int(300, 6_000) + chance.int(0, 99),
  };
});

beforeAll(async () => {
  console.log(`SEED=${chance.seed}`);
  await loadEmbeddedPrices(db);
  for (const year of ['2022', '2023', '2024']) {
    const rows = sales
      .filter(({ on }) => on.startsWith(year))
      .map(({ kind, ...sale }) => saleRow({ ...sale, type: kind === 'house' ? 1 : 2 }));
    // The files reach from the first day of 2022 to the last of 2024.
    if (year === '2022') rows.push(saleRow({ on: '2022-01-01', nature: 'Echange', commune: NIMES }));
    if (year === '2024') rows.push(saleRow({ on: '2024-12-31', nature: 'Echange', commune: NIMES }));
    const report = await importSales(db, { file: await salesFile(rows) });
    expect(report.fault).toBeNull();
  }
  await computePrices(db);
});

/** Linear interpolation, type 7, written apart from PostgreSQL. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * part;
  const low = sorted[Math.floor(rank)] ?? Number.NaN;
  const high = sorted[Math.ceil(rank)] ?? low;
  return low + (high - low) * (rank - Math.floor(rank));
}

const cents = (euros: number) => euros * 100;
const perM2 = (sale: Sale) => sale.value / sale.surface;
const from = { 12: '2024-01-01', 24: '2023-01-01', 60: '2022-01-01' } as const;

const slices: Readonly<Record<string, (sale: Sale) => boolean>> = {
  all: () => true,
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((rooms) => [`rooms-${rooms}`, (sale: Sale) => Math.min(sale.rooms, 5) === rooms]),
  ),
};

interface Stored {
  areaCode: string;
  kind: string;
  slice: string;
  months: 12 | 24 | 60;
  n: number;
  median: number;
  q1: number;
  q3: number;
  mean: number;
  trimmed: { n: number; median: number; low: number; high: number } | null;
  bins: { from: number | null; to: number | null; n: number }[] | null;
}

async function stored(): Promise<Stored[]> {
  const { rows } =
    await sql<Stored>`select * from price_figure where department_code = '30' order by 1, 3, 4`.execute(db);
  return rows;
}

describe('figures made by PostgreSQL', () => {
  test('are those of the same sales counted apart, over the shortest window with enough of them', async () => {
    const expected = [NIMES, ALES, VILLAGE, '30'].flatMap((areaCode) =>
      (['apartment', 'house', 'all'] as const).flatMap((kind) =>
        Object.entries(slices).flatMap(([slice, of]) => {
          if (kind === 'all' && slice !== 'all') return [];
          for (const months of [12, 24, 60] as const) {
            const prices = sales
              .filter(
                (sale) =>
                  (areaCode === '30' || sale.commune === areaCode) &&
                  (kind === 'all' || sale.kind === kind) &&
                  sale.on >= from[months] &&
                  of(sale),
              )
              .map(perM2);
            if (prices.length < SALES_MIN) continue;
            return [{ areaCode, kind, slice, months, prices }];
          }
          return [];
        }),
      ),
    );
    const found = (await stored()).filter(({ slice }) => !slice.startsWith('surface-'));
    const name = (one: { areaCode: string; kind: string; slice: string; months: number }) =>
      `${one.areaCode} ${one.kind} ${one.slice} ${one.months}`;
    expect(found.map(name).toSorted()).toEqual(expected.map(name).toSorted());
    for (const cell of expected) {
      const figure = found.find((one) => name(one) === name(cell));
      const said = `${name(cell)} SEED=${chance.seed}`;
      expect(figure?.n, said).toBe(cell.prices.length);
      for (const [column, part] of [
        ['q1', 0.25],
        ['median', 0.5],
        ['q3', 0.75],
      ] as const) {
        // To the euro.
        expect(
          Math.abs((figure?.[column] ?? 0) - cents(quantile(cell.prices, part))),
          said,
        ).toBeLessThanOrEqual(51);
      }
      if (cell.slice !== 'all') continue;
      const logs = cell.prices.map(Math.log);
      const [a, b] = [quantile(logs, 0.25), quantile(logs, 0.75)];
      const [low, high] = [a - 1.5 * (b - a), b + 1.5 * (b - a)];
      const trimmed = cell.prices.filter((price) => Math.log(price) >= low && Math.log(price) <= high);
      if (trimmed.length < SALES_MIN) {
        expect(figure?.trimmed, said).toBeNull();
        continue;
      }
      expect(figure?.trimmed?.n, said).toBe(trimmed.length);
      expect(
        Math.abs((figure?.trimmed?.median ?? 0) - cents(quantile(trimmed, 0.5))),
        said,
      ).toBeLessThanOrEqual(51);
      if (figure?.bins) {
        expect(
          figure.bins.reduce((sum, bin) => sum + bin.n, 0),
          said,
        ).toBe(cell.prices.length);
        expect(Math.min(...figure.bins.map(({ n }) => n)), said).toBeGreaterThanOrEqual(BIN_MIN);
      }
    }
  });

  test('hold surface slices that add up to the whole, but for those with too few sales', async () => {
    const found = await stored();
    const whole = found.find((one) => one.areaCode === NIMES && one.kind === 'house' && one.slice === 'all');
    const parts = found.filter(
      (one) => one.areaCode === NIMES && one.kind === 'house' && one.slice.startsWith('surface-'),
    );
    expect(parts.length).toBeGreaterThan(2);
    const sum = parts.filter(({ months }) => months === 12).reduce((total, { n }) => total + n, 0);
    expect(sum).toBeLessThanOrEqual(whole?.n ?? 0);
    expect(sum).toBeGreaterThan(0);
  });

  test('roll by quarters as far as the data hold twelve months', async () => {
    const { rows } = await sql<{ lastOn: string; n: number; median: number }>`
      select last_on, n, median from price_point where area_code = ${NIMES} and kind = 'apartment' order by 1`.execute(
      db,
    );
    expect(rows.map(({ lastOn }) => lastOn)).toEqual([
      '2022-12-31',
      '2023-03-31',
      '2023-06-30',
      '2023-09-30',
      '2023-12-31',
      '2024-03-31',
      '2024-06-30',
      '2024-09-30',
      '2024-12-31',
    ]);
    const year = sales.filter(
      (sale) =>
        sale.commune === NIMES &&
        sale.kind === 'apartment' &&
        sale.on >= '2022-07-01' &&
        sale.on <= '2023-06-30',
    );
    expect(rows[2]?.n).toBe(year.length);
    expect(Math.abs((rows[2]?.median ?? 0) - cents(quantile(year.map(perM2), 0.5)))).toBeLessThanOrEqual(51);
  });

  test('leave out intercommunalities that are not wholly imported, and make the others', async () => {
    const { rows } = await sql<{ epciCode: string; whole: boolean; known: boolean }>`
      select epci_code, bool_and(department_code = '30') as whole,
        exists (select from price_figure where area_code = epci_code) as known
      from price_epci join place on code = commune_code
      group by epci_code having bool_or(commune_code in (${NIMES}, ${ALES})) or bool_and(department_code in ('30', '34')) and count(distinct department_code) = 2`.execute(
      db,
    );
    expect(rows.some(({ whole }) => whole)).toBe(true);
    expect(rows.some(({ whole }) => !whole)).toBe(true);
    for (const { whole, known } of rows) expect(known).toBe(whole);
  });

  test('go with their sales', async () => {
    expect((await computePrices(db, { departments: ['34'] })).departments).toEqual([]);
    await sql`insert into price_figure select '30999', '30', kind, slice, months, first_on, last_on, n, median, q1, q3, mean
      from price_figure where area_code = ${NIMES} and kind = 'all'`.execute(db);
    await computePrices(db);
    const { rows } = await sql`select from price_figure where area_code = '30999'`.execute(db);
    expect(rows).toEqual([]);
  });

  test('cannot be stored under eleven sales', async () => {
    await expect(
      sql`insert into price_figure values ('30999', '30', 'house', 'all', 12, '2024-01-01', '2024-12-31', 10, 1, 1, 1, 1)`.execute(
        db,
      ),
    ).rejects.toThrow(/price_figure_n_check/);
  });
});

describe('bars of a histogram', () => {
  test('are put together until each holds enough sales, with open ends', () => {
    expect(binsOf(10_000, [3, 4, 5, 9, 10, 12], [1, 7, 5, 2, 3, 4])).toEqual([
      { from: null, to: 50_000, n: 8 },
      { from: 50_000, to: 60_000, n: 5 },
      { from: 60_000, to: null, n: 9 },
    ]);
  });
  test('are none when all sales together are too few', () => {
    expect(binsOf(10_000, [3, 4], [1, 2])).toEqual([]);
  });
});
