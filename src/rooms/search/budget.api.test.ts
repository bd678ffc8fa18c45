import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { BARS_MOST, endWords, type PriceSpread, placesOf, priceAt, spreadSentence } from './budget.ts';

const { db, call } = await testApp();
const agency = await makeAgency({ db });
const inParis = { placeCode: '75111', cityCode: '75056', departmentCode: '75', postalCode: '75011' };
await agency.publish(
  ...Array.from({ length: 60 }, (_, index) =>
    flat(`n${index}`, { price: (150_000 + index * index * 90) * 100, floor: index < 5 ? null : index % 4 }),
  ),
  // One palace widens no scale.
  flat('palace', { price: 900_000_000, floor: 2 }),
  flat('rent', { transaction: 2, price: 90_000 }),
  flat('alone', { ...inParis, price: 31_234_567 }),
);

const spreadOf = async (query: string): Promise<PriceSpread | null> => {
  const { status, json } = await call('GET', `/api/listings/prices?${query}`);
  expect(status).toBe(200);
  return json.data.prices;
};
const count = async (query: string): Promise<number> =>
  (await call('GET', `/api/listings/count?lieux=nimes-30000&${query}`)).json.data.yes;

describe('prices spread', () => {
  test('each bar holds what the search between its ends counts, whatever prices are asked', async () => {
    const prices = (await spreadOf('lieux=nimes-30000&prixMin=160000&prixMax=170000'))!;
    expect(prices.homes).toBe(61);
    expect(prices.bars.length).toBeGreaterThan(8);
    expect(prices.bars.length).toBeLessThanOrEqual(BARS_MOST + 1);
    expect([1, 2, 5].map((one) => Math.log10(prices.step / 100 / one)).some(Number.isInteger)).toBe(true);
    expect(prices.bars.reduce((sum, n) => sum + n, 0)).toBe(61);
    for (const [rank, n] of prices.bars.entries()) {
      const [from, to] = [priceAt(prices, rank), priceAt(prices, rank + 1)];
      const above = to === null ? 0 : await count(`prixMin=${to}`);
      expect([rank, n]).toEqual([rank, (await count(from === null ? '' : `prixMin=${from}`)) - above]);
    }
    const half = 'prixMin=' + prices.low / 100 + '&prixMax=' + prices.high / 100;
    expect(Math.abs((await count(half)) - 30)).toBeLessThanOrEqual(2);
  });

  test('holds what surely matches the other criteria, and each home once, at its lowest price', async () => {
    expect((await spreadOf('lieux=nimes-30000&rdc=non'))?.homes).toBe(await count('rdc=non'));
    const bars = async () => (await spreadOf('lieux=nimes-30000'))!;
    const before = await bars();
    await sql`update listing set home = 1 where technical_id in ('n0', 'n59')`.execute(db);
    const after = await bars();
    expect(after.homes).toBe(before.homes - 1);
    expect(after.bars[0]).toBe(before.bars[0]);
    await sql`update listing set home = null where home = 1`.execute(db);
  });

  test('is one bar of a single price, and nothing of nothing', async () => {
    expect(await spreadOf('lieux=paris-75000')).toMatchObject({ bars: [1], low: 31_234_567 });
    expect((await spreadOf('lieux=nimes-30000&transaction=location'))?.homes).toBe(1);
    for (const query of [
      'lieux=nulle-part',
      'lieux=nimes-30000&transaction=neuf',
      'lieux=nimes-30000&pieces=99',
    ])
      expect([query, await spreadOf(query)]).toEqual([query, null]);
    await spreadOf('zone=x&bbox=1,2,3&rayon=-1&prixMin=abc&type=&lieux=%00');
  });
});

describe('the ends of a slider', () => {
  const prices = {
    from: 10_000_000,
    step: 1_000_000,
    bars: [3, 0, 5, 2],
    homes: 10,
    low: 11_000_000,
    high: 13_000_000,
  };

  test.each([
    [null, null, 0, 4],
    [100_000, 140_000, 0, 4],
    [115_000, 125_000, 1, 3],
    [120_000, 120_000, 2, 3],
    [1, 2, 0, 1],
    [900_000, 950_000, 3, 4],
    [130_000, 110_000, 3, 4],
  ])('%s to %s euros stand at %s and %s', (min, max, low, high) => {
    expect(placesOf(prices, { min, max })).toEqual({ low, high });
  });

  test('say a price where there is one, and none at both ends', () => {
    expect([0, 1, 3, 4].map((place) => priceAt(prices, place))).toEqual([null, 110_000, 130_000, null]);
    expect(endWords('min', null, 'achat')).toBe('Sans minimum');
    expect(endWords('max', 900, 'location')).toBe("Jusqu'à 900,00\u00a0€/mois");
    expect(spreadSentence(prices, 'achat')).toBe(
      '10\u00a0annonces, la moitié entre 110\u00a0000,00\u00a0€ et 130\u00a0000,00\u00a0€.',
    );
    expect(spreadSentence({ ...prices, homes: 1, high: 11_000_000 }, 'achat')).toBe(
      '1\u00a0annonce, à 110\u00a0000,00\u00a0€.',
    );
  });
});
