import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServices } from '../../../../tests/kit/app.ts';
import { awaitedDeliveries, type Delivery, deliveriesOf, layDemonstration } from './rules.server.ts';
import { seedFeeds } from './seed.server.ts';

const { services, db } = await testServices();
const now = new Date();

/** The whole demonstration with a few listings of each agency: its pictures are what takes time. */
function few(deliveries: readonly Delivery[]): Delivery[] {
  return deliveries.map((delivery) => ({ ...delivery, listings: delivery.listings.slice(0, 2) }));
}

interface Footprint {
  readonly imports: number;
  readonly listings: number;
  readonly changes: number;
  readonly photos: number;
  readonly confirmed: Date;
}

async function footprint(): Promise<Footprint> {
  const { rows } = await sql<Footprint>`
    select (select count(*) from feed_import) as imports, (select count(*) from listing) as listings,
      (select count(*) from change) as changes, (select count(*) from listing_photo) as photos,
      (select max(at) from listing_confirmation) as confirmed
  `.execute(db);
  return rows[0]!;
}

test('a first start cut short goes on where it stopped, then there is nothing left to lay', async () => {
  const awaited = await awaitedDeliveries(db, now);
  expect(awaited).toHaveLength(deliveriesOf(now).length);
  const cut = new Error('coupure');
  await expect(
    layDemonstration(services, few(awaited), async () => {
      throw cut;
    }),
  ).rejects.toBe(cut);

  const left = await awaitedDeliveries(db, new Date(now.getTime() + 3_600_000));
  expect(left.map(({ rank, agency }) => rank - agency.deliveries.length)).toEqual([-1, -1, -1]);
  // The days of the first attempt, an hour later.
  for (const { at, agency } of left)
    expect(Math.abs(at.getTime() - (now.getTime() - agency.deliveries.at(-1)! * 86_400_000))).toBeLessThan(
      120_000,
    );

  let before = 0;
  const laid = await layDemonstration(services, few(left), async () => {
    before = (await footprint()).imports;
  });
  expect(laid.feeds).toBe(3);
  expect(before).toBe(awaited.length - 3);
  expect(await awaitedDeliveries(db, now)).toEqual([]);

  const after = await footprint();
  const said: string[] = [];
  await seedFeeds(
    services,
    (line) => said.push(line),
    async () => {
      throw new Error('rien ne doit être posé deux fois');
    },
  );
  expect(said).toEqual([]);
  expect(await footprint()).toEqual(after);
  expect((await readdir(services.env.dataDir)).filter((name) => name.startsWith('demonstration'))).toEqual(
    [],
  );
});

test('its listings have the past that their feeds tell', async () => {
  const { rows } = await sql<{
    technicalId: string;
    publishedAt: Date;
    prices: { at: string; price: number }[];
    pictures: number;
    onFile: number;
  }>`
    select technical_id, published_at,
      (select json_agg(json_build_object('at', at, 'price', price) order by at) from listing_price where listing_id = listing.id) as prices,
      (select count(*) from listing_photo where listing_id = listing.id) as pictures,
      (select count(*) from listing_photo where listing_id = listing.id and kind = 'file') as on_file
    from listing order by technical_id
  `.execute(db);
  const days = new Map(
    deliveriesOf(now).map(({ agency, rank, at }) => [`${agency.letters} ${rank}`, at.getTime()]),
  );
  const known = new Map(
    deliveriesOf(now).flatMap(({ agency, listings }) =>
      listings.map((listing) => [listing.technicalId, { agency, listing }]),
    ),
  );
  expect(rows).toHaveLength(6);
  for (const { technicalId, publishedAt, prices, pictures, onFile } of rows) {
    const { agency, listing } = known.get(technicalId)!;
    const day = (rank: number) => days.get(`${agency.letters} ${rank}`)!;
    expect(Math.abs(publishedAt.getTime() - day(listing.since))).toBeLessThan(180_000);
    expect(prices).toHaveLength(listing.prices.length);
    for (const [index, { from, money }] of listing.prices.entries()) {
      expect(prices[index]!.price).toBe(Math.round(money.price * 100));
      expect(Math.abs(new Date(prices[index]!.at).getTime() - day(from))).toBeLessThan(180_000);
    }
    expect(pictures).toBe(listing.pictures.length);
    expect(onFile).toBe(pictures);
  }
  expect(rows.some(({ prices }) => prices.length > 1)).toBe(true);
});

test('its agencies say who they are', async () => {
  const agencies = await db.selectFrom('agency').selectAll().where('demo', '=', true).execute();
  expect(agencies).toHaveLength(3);
  for (const agency of agencies) {
    expect(Object.entries(agency).filter(([, value]) => value === null)).toEqual([]);
    expect(agency.website).toMatch(/\.test$/);
  }
});
