import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { type TestServices, testServices } from '../../../tests/kit/app.ts';
import { matchNextHomes } from './home-matching.server.ts';
import { similarListings } from './similar.server.ts';

let site: TestServices;
let agency: Awaited<ReturnType<typeof makeAgency>>;

beforeAll(async () => {
  site = await testServices();
  agency = await makeAgency(site.services);
});
beforeEach(async () => {
  await sql`truncate listing cascade`.execute(site.db);
});

const own = { price: 20_000_000, surface: 60, rooms: 3, floor: 2 } as const;
const alike = async (id: number) => (await similarListings(site.db, id)).map((card) => card.reference);

test('homes that could be had instead: same market and type, near in price, surface and place', async () => {
  const [id = 0] = await agency.publish(
    flat('own', own),
    flat('near', { ...own, price: 20_500_000, surface: 63 }),
    flat('far', { ...own, price: 24_900_000, surface: 70 }),
    flat('dear', { ...own, price: 26_000_000 }),
    flat('large', { ...own, surface: 90 }),
    flat('house', { ...own, propertyType: 'house' }),
    flat('rent', { ...own, transaction: 2 }),
    flat('new', { ...own, isNew: true }),
    flat('gone', { ...own, price: 20_100_000 }),
    // Caissargues is next to Nîmes; Paris is not.
    flat('beside', { ...own, price: 20_400_000, placeCode: '30060', cityCode: '30060', postalCode: '30132' }),
    flat('elsewhere', {
      ...own,
      placeCode: '75111',
      cityCode: '75056',
      departmentCode: '75',
      postalCode: '75011',
    }),
  );
  await agency.withdraw('gone');
  expect(await alike(id)).toEqual(['near', 'beside', 'far']);
});

test('never the same home again, and each home once', async () => {
  const other = await makeAgency(site.services, 'port');
  const certificate = (number: string, energyValue: number) => ({
    ...own,
    energyNumber: number,
    energyValue,
    climateValue: energyValue - 100,
  });
  const [id = 0] = await agency.publish(
    flat('own', certificate('2330E1680837R', 151)),
    flat('other', { ...certificate('2330E1680838S', 142), price: 21_000_000, floor: 4, surface: 55 }),
  );
  await other.publish(
    flat('own-too', { ...certificate('2330E1680837R', 151), price: 20_100_000 }),
    flat('other-too', { ...certificate('2330E1680838S', 142), price: 21_100_000, floor: 4, surface: 55 }),
  );
  while (await matchNextHomes(site.db));
  const found = await alike(id);
  expect(found).toHaveLength(1);
  expect(['other', 'other-too']).toContain(found[0]);
});

test('nothing for a listing alone, four at most otherwise', async () => {
  const [id = 0] = await agency.publish(flat('own', own));
  expect(await alike(id)).toEqual([]);
  await agency.publish(...[1, 2, 3, 4, 5, 6].map((each) => flat(`n${each}`, { ...own, floor: each + 3 })));
  expect(await alike(id)).toHaveLength(4);
});
