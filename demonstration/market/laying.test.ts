import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parisDay } from '#contract/day.ts';
import { registerDrawer } from '#rooms/listings/drawn-photos.server.ts';
import { overSince } from '#rooms/listings/laws.ts';
import { testServices } from '../../tests/kit/app.ts';
import { drawer } from '../pictures/drawer.server.ts';
import { DEMO_AGENCIES } from './agencies/agencies.ts';
import { awaitedDeliveries, type Delivery, deliveriesOf, isLaid, layDemonstration } from './laying.server.ts';
import { moneyAt } from './portfolios/course.ts';
import { seedFeeds } from './seed.server.ts';

registerDrawer(drawer);
const { services, db } = await testServices();
const now = new Date();

/** The whole demonstration with a few listings of each agency: some that stay, one that came late, one that sold. */
function few(deliveries: readonly Delivery[]): Delivery[] {
  return deliveries.map((delivery) => {
    const { agency, listings } = delivery.portfolio;
    const whole = listings.filter(({ until, gap }) => until === null && gap === null);
    const kept = new Set([
      ...whole.filter(({ since, ending }) => since === 0 && ending === null).slice(0, 3),
      ...whole.filter(({ since, prices }) => since === 0 && prices.length > 1).slice(0, 1),
      ...whole.filter(({ since }) => since === agency.deliveries.length - 1).slice(0, 1),
      ...whole.filter(({ ending }) => ending !== null).slice(0, 1),
      ...whole.filter(({ flaw }) => flaw !== null),
    ]);
    return {
      ...delivery,
      portfolio: { agency, listings: listings.filter((listing) => kept.has(listing)) },
    };
  });
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
    layDemonstration(services, few(awaited), {
      beforeLast: async () => {
        throw cut;
      },
    }),
  ).rejects.toBe(cut);

  const left = await awaitedDeliveries(db, new Date(now.getTime() + 3_600_000));
  expect(left.map(({ rank, portfolio }) => rank - portfolio.agency.deliveries.length)).toEqual(
    DEMO_AGENCIES.map(() => -1),
  );
  // The days of the first attempt, an hour later.
  for (const { at, portfolio } of left)
    expect(
      Math.abs(at.getTime() - (now.getTime() - portfolio.agency.deliveries.at(-1)! * 86_400_000)),
    ).toBeLessThan(180_000);

  // Killed in the middle of the last ones.
  let before = 0;
  let told = 0;
  await expect(
    layDemonstration(services, few(left), {
      beforeLast: async () => {
        before = (await footprint()).imports;
      },
      onProgress: (done) => {
        told = done;
        if (done === 7) throw cut;
      },
    }),
  ).rejects.toBe(cut);
  expect(before).toBe(awaited.length - DEMO_AGENCIES.length);
  expect(told).toBe(7);

  const rest = await awaitedDeliveries(db, new Date(now.getTime() + 7_200_000));
  expect(rest).toHaveLength(DEMO_AGENCIES.length - 7);
  const laid = await layDemonstration(services, few(rest));
  expect(laid).toMatchObject({ agencies: 25, feeds: rest.length, programmes: 20 });
  expect(await awaitedDeliveries(db, now)).toEqual([]);
  expect(await isLaid(db)).toBe(true);

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

test('its listings have the past that their feeds and their agencies tell', async () => {
  const { rows } = await sql<{
    technicalId: string;
    status: string;
    source: string;
    publishedAt: Date | null;
    prices: { at: string; price: number }[];
    pictures: number;
    drawn: number;
  }>`
    select technical_id, status, source, published_at,
      (select json_agg(json_build_object('at', at, 'price', price) order by at) from listing_price where listing_id = listing.id) as prices,
      (select count(*) from listing_photo where listing_id = listing.id) as pictures,
      (select count(*) from listing_photo where listing_id = listing.id and kind = 'drawn' and status = 'ready') as drawn
    from listing where property_type <> 'programme' order by technical_id
  `.execute(db);
  const deliveries = few(deliveriesOf(now));
  const days = new Map(
    deliveries.map(({ portfolio, rank, at }) => [`${portfolio.agency.ref} ${rank}`, at.getTime()]),
  );
  const known = new Map(
    deliveries.flatMap(({ portfolio: { agency, listings } }) =>
      listings.map((listing) => [listing.technicalId, { agency, listing }]),
    ),
  );
  const controlOver = overSince('rent-control', parisDay(now).day) !== null;
  expect(rows).toHaveLength(known.size);
  for (const { technicalId, status, source, publishedAt, prices, pictures, drawn } of rows) {
    const { agency, listing } = known.get(technicalId)!;
    const day = (rank: number) => days.get(`${agency.ref} ${rank}`)!;
    expect(source).toBe(listing.ending === null ? 'poliris' : 'manual');
    if (listing.ending !== null) expect(status).toBe(listing.ending);
    if (listing.flaw === null)
      expect(Math.abs(publishedAt!.getTime() - day(listing.since))).toBeLessThan(240_000);
    // Rents have a ceiling only while their law lasts (docs/decisions/0054).
    else if (listing.flaw === 'rentAboveCeiling' && controlOver) expect(status).toBe('online');
    else expect(['refused', 'pending']).toContain(status);
    expect(prices).toHaveLength(listing.prices.length);
    for (const [index, { from }] of listing.prices.entries()) {
      expect(Math.abs(new Date(prices[index]!.at).getTime() - day(from))).toBeLessThan(240_000);
      if (listing.flaw === null)
        expect(prices[index]!.price).toBe(Math.round(moneyAt(listing, from).price * 100));
    }
    // A parking entered by hand has not been photographed yet.
    const bare = listing.ending !== null && listing.home.kind === 'parking';
    expect(pictures).toBe(bare ? 0 : listing.pictures.length);
    expect(drawn).toBe(pictures);
  }
  expect(rows.some(({ prices }) => prices.length > 1)).toBe(true);
});

test('its agencies say who they are', async () => {
  const agencies = await db.selectFrom('agency').selectAll().where('demo', '=', true).execute();
  expect(agencies).toHaveLength(25);
  const unasked = [
    'capital',
    'guarantorName',
    'guarantorAddress',
    'guaranteeAmount',
    'openingHours',
    'presentation',
    'languages',
    'specialties',
    // Invoices are made out to the address of the agency itself.
    'billingAddress',
    'billingPostalCode',
    'billingCity',
    'billingEmail',
  ];
  // What happens to an agency, and never happened to these; their feeds carry their reference.
  const optional = [...unasked, 'judgeAskedAt', 'excludedOn', 'suspendedOn', 'suspensionReason', 'feedId'];
  for (const agency of agencies) {
    const unsaid = Object.entries(agency).flatMap(([name, value]) => (value === null ? [name] : []));
    expect(unsaid.filter((name) => !optional.includes(name))).toEqual([]);
    expect(agency.holdsNoFunds).toBe(unsaid.includes('guarantorName'));
    expect(agency.soleTrader).toBe(unsaid.includes('capital'));
    expect(agency.website).toMatch(/\.test$/);
    expect(agency.email).toMatch(/\.test$/);
    expect(agency.siren).toMatch(/^0{6}/);
    expect(agency.phone).toMatch(/^\+33(?:19900|26191|35301|46571|53649)\d{4}$/);
  }
  expect(new Set(agencies.map(({ siren }) => siren)).size).toBe(25);
});
