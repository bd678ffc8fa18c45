import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { SALES_MIN } from './contract.ts';
import { estimateHome } from './estimate.server.ts';
import { comparable } from './estimate.ts';

const { db } = await testDb();

const NIMES = '30189';
const ALES = '30007';
const UZES = '30334';
/** Its centre is 5.7 km from that of Nîmes. */
const NEXT_TO_NIMES = '30075';
/** Its centre is 9.5 km from it. */
const TOO_FAR = '30082';
const UNTIL = '2024-12-31';

interface Sale {
  placeCode: string;
  kind: 'apartment' | 'house';
  on: string;
  surface: number;
  rooms: number | null;
  perM2: number;
}

const sale = (said: Partial<Sale> = {}): Sale => ({
  placeCode: NIMES,
  kind: 'apartment',
  on: '2024-12-01',
  surface: 50,
  rooms: 2,
  perM2: 2_000,
  ...said,
});

const times = (count: number, said: Partial<Sale> = {}) => Array.from({ length: count }, () => sale(said));

async function sell(sales: readonly Sale[]): Promise<void> {
  await sql`
    insert into price_sale (department_code, year, sold_on, place_code, kind, rooms, surface, price_per_m2)
    select left(place_code, 2), 2024, sold_on, place_code, kind, rooms, surface, price_per_m2
    from unnest(${sales.map(({ on }) => on)}::date[], ${sales.map(({ placeCode }) => placeCode)}::text[],
      ${sales.map(({ kind }) => kind)}::text[], ${sales.map(({ rooms }) => rooms)}::smallint[],
      ${sales.map(({ surface }) => surface)}::real[], ${sales.map(({ perM2 }) => perM2)}::double precision[])
      as sold(sold_on, place_code, kind, rooms, surface, price_per_m2)`.execute(db);
}

const estimate = (
  said: { placeCode?: string; kind?: 'apartment' | 'house'; surface?: number; rooms?: number | null } = {},
) =>
  estimateHome(db, {
    placeCode: said.placeCode ?? NIMES,
    kind: said.kind ?? 'apartment',
    home: { surface: said.surface ?? 50, rooms: said.rooms === undefined ? 2 : said.rooms },
    until: UNTIL,
  });

beforeEach(async () => {
  await sql`delete from price_import`.execute(db);
  await sql`
    insert into price_import (department_code, year, first_on, last_on, row_count, sale_count, imported_at)
    select code, 2024, '2024-01-01', ${UNTIL}::date, 0, 0, now() from unnest(array['30', '75']) as code`.execute(
    db,
  );
});

const eleven = Array.from({ length: SALES_MIN }, (_, rank) => sale({ perM2: 1_000 + rank * 100 }));

describe('the interval of a home', () => {
  test('stands between the ranks that leave a tenth of the sales on each side, to a thousand euros', async () => {
    await sell(eleven);
    // Ranks 1.2, 6 and 10.8 of 11: 1 020, 1 500 and 1 980 €/m².
    expect(await estimate()).toEqual({
      kind: 'interval',
      n: 11,
      low: 5_100_000,
      median: 7_500_000,
      high: 9_900_000,
      from: '2024-12-01',
      to: UNTIL,
      km: 0,
    });
    expect(await estimate({ surface: 51.3 })).toMatchObject({ low: 5_200_000, high: 10_200_000 });
  });

  test('is not given under eleven comparable sales', async () => {
    await sell(eleven.slice(1));
    expect(await estimate()).toEqual({ kind: 'insufficient' });
    expect(await estimate({ placeCode: 'nulle part' })).toEqual({ kind: 'insufficient' });
  });

  test('leaves out what is not comparable, and what was signed after the last day', async () => {
    const others: Partial<Sale>[] = [
      { kind: 'house' },
      { surface: 68 },
      { surface: 37 },
      { on: '2021-12-31' },
      { on: '2025-01-02' },
      { placeCode: TOO_FAR },
      { rooms: 11 },
    ];
    await sell([...eleven, ...others.map((said) => sale({ perM2: 9_999, ...said }))]);
    expect(await estimate()).toMatchObject({ n: 11, high: 9_900_000 });
    expect(await estimate({ kind: 'house' })).toEqual({ kind: 'insufficient' });
  });

  test.each<[string, Partial<Sale>]>([
    ['surface', { surface: 60 }],
    ['rooms', { rooms: 3 }],
    ['unknown rooms', { rooms: null }],
    ['date', { on: '2023-12-01' }],
    ['distance', { placeCode: NEXT_TO_NIMES }],
  ])('takes the least different sales only, by %s', async (_, said) => {
    await sell([...times(comparable.most), ...times(40, { perM2: 4_000, ...said })]);
    expect(await estimate()).toMatchObject({ n: comparable.most, low: 10_000_000, high: 10_000_000, km: 0 });
  });

  test('counts no rooms when none are said', async () => {
    await sell([...times(30, { rooms: 1 }), ...times(30, { rooms: 6 })]);
    expect(await estimate({ rooms: null })).toMatchObject({ n: 60 });
  });

  test('goes as far as the places around when its own has too few', async () => {
    await sell([...times(6), ...times(5, { placeCode: NEXT_TO_NIMES, rooms: null, on: '2024-07-14' })]);
    expect(await estimate()).toMatchObject({ n: 11, km: 6, from: '2024-07-01' });
    expect(await estimate({ placeCode: ALES })).toEqual({ kind: 'insufficient' });
  });

  test('prefers a sale nearby to a more different one of its own place', async () => {
    await sell([...times(comparable.most - 1), sale({ rooms: 5, on: '2022-02-01' })]);
    expect(await estimate()).toMatchObject({ n: comparable.most, km: 0, from: '2022-02-01' });
    await sell([sale({ placeCode: NEXT_TO_NIMES })]);
    expect(await estimate()).toMatchObject({ n: comparable.most, km: 6, from: '2024-12-01' });
  });

  test('goes to the districts of the city beside, each at its own distance', async () => {
    // Levallois-Perret touches the 17th, 2.1 km from centre to centre; the 12th is beyond what is comparable.
    await sell([...times(12, { placeCode: '75117' }), ...times(12, { placeCode: '75112', perM2: 9_000 })]);
    expect(await estimate({ placeCode: '92044' })).toMatchObject({ n: 12, high: 10_000_000, km: 3 });
    // From a district, that of the same city is read once.
    expect(await estimate({ placeCode: '75108' })).toMatchObject({ n: 12, high: 10_000_000, km: 2 });
  });

  test('takes all districts of a whole city', async () => {
    await sell([...times(6, { placeCode: '75101' }), ...times(6, { placeCode: '75120' })]);
    expect(await estimate({ placeCode: '75056' })).toMatchObject({ n: 12, km: 0 });
  });
});

test('about eight of ten homes that were kept aside were sold within their interval', async () => {
  const chance = chanceOf();
  const said = `SEED=${chance.seed}`;
  console.log(said);
  const normal = () => {
    const [a, b] = [chance.int(1, 1_000_000) / 1_000_000, chance.int(1, 1_000_000) / 1_000_000];
    return Math.sqrt(-2 * Math.log(a)) * Math.cos(2 * Math.PI * b);
  };
  const base = { [NIMES]: 2_500, [ALES]: 1_500, [UZES]: 3_200 };
  const sold = Array.from({ length: 2_400 }, () => {
    const placeCode = chance.pick([NIMES, ALES, UZES] as const);
    const surface = chance.int(20, 150);
    return sale({
      placeCode,
      kind: chance.pick(['apartment', 'house'] as const),
      on: `${chance.int(2022, 2024)}-${String(chance.int(1, 12)).padStart(2, '0')}-15`,
      surface,
      rooms: Math.max(1, Math.round(surface / 25)),
      // Small homes are dearer by the square metre.
      perM2: base[placeCode] * (surface / 60) ** -0.25 * Math.exp(0.3 * normal()),
    });
  });
  const aside = sold.slice(0, 400);
  await sell(sold.slice(400));
  let answered = 0;
  let within = 0;
  for (const { placeCode, kind, surface, rooms, perM2 } of aside) {
    const answer = await estimate({ placeCode, kind, surface, rooms });
    if (answer.kind === 'insufficient') continue;
    answered += 1;
    const price = perM2 * surface * 100;
    if (price >= answer.low && price <= answer.high) within += 1;
  }
  expect(answered, said).toBeGreaterThan(350);
  expect(within / answered, said).toBeGreaterThan(0.68);
  expect(within / answered, said).toBeLessThan(0.92);
});
