import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { cleared } from '../../../tests/kit/law.ts';
import { homesKept } from '../../../tests/kit/properties.ts';
import { withdrawListings } from './availability.server.ts';
import type { ListingDraft } from './contract.ts';
import { matchNextHomes, rebuildProperties } from './home-matching.server.ts';
import { applyListings } from './intake.server.ts';
import { draftListing } from './intake.ts';
import {
  countProperties,
  homesAmong,
  onePerHome,
  propertyIdsOf,
  propertyOf,
  representatives,
  separateListings,
} from './properties.server.ts';
import { listingsByIds } from './reading.server.ts';

const { db } = await testDb();
const day = (date: string) => new Date(`2026-${date}T09:00:00Z`);
const agencies: Record<string, number> = {};

beforeEach(async () => {
  await sql`truncate agency, property, property_mark, property_work cascade`.execute(db);
  for (const ref of ['port', 'gare', 'halles'])
    agencies[ref] = (await addAgency(db, { ref, name: `Agence ${ref}` })).id;
});

/** A flat whose certificate tells it from its neighbours. */
function flat(technicalId: string, said: Partial<ListingDraft> = {}): ListingDraft {
  return draftListing({
    technicalId,
    reference: `V-${technicalId}`,
    transaction: 1,
    propertyType: 'apartment',
    title: 'Appartement',
    description: 'Un séjour, deux chambres.',
    placeCode: '30189',
    cityCode: '30189',
    departmentCode: '30',
    postalCode: '30000',
    price: 25_000_000,
    surface: 64.2,
    rooms: 3,
    bedrooms: 2,
    floor: 2,
    energyNumber: '2330E1680837R',
    energyVersion: 'DPE_v07-2021',
    energyClass: 'C',
    energyValue: 153,
    climateClass: 'C',
    climateValue: 21,
    ...said,
  });
}

async function publish(agency: string, at: Date, ...drafts: ListingDraft[]): Promise<number[]> {
  const applied = await db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId: agencies[agency]!,
      source: 'poliris',
      run: null,
      now: at,
      drafts: drafts.map(cleared),
    }),
  );
  await keepAll();
  return drafts.map(({ technicalId }) => applied.outcomes.get(technicalId)!.id);
}

async function withdraw(agency: string, at: Date, ...technicalIds: string[]): Promise<void> {
  await db
    .transaction()
    .execute((tx) => withdrawListings(tx, { agencyId: agencies[agency]!, technicalIds, run: null, now: at }));
  await keepAll();
}

async function keepAll(): Promise<void> {
  while (await matchNextHomes(db));
}

const online = (alias: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${alias}.status`)} in ('online', 'under_offer')`;
const upTo = (price: number) => (alias: string) =>
  sql<SqlBool>`${online(alias)} and ${sql.ref(`${alias}.price`)} <= ${price}`;

async function shown(
  matches: (alias: string) => RawBuilder<SqlBool>,
  preferred?: (alias: string) => RawBuilder<SqlBool>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listing where ${matches('listing')}
      and ${representatives(matches, preferred ? { preferred } : {})} order by id
  `.execute(db);
  const { rows: counts } = await sql<{ count: number; two: number }>`
    select ${homesAmong()} as count, ${homesAmong('listing', sql`listing.rooms = 3`)} as two
    from listing where ${matches('listing')}
  `.execute(db);
  // A list of what may match leaves out homes that the count of its rows holds.
  if (!preferred) expect(counts).toEqual([{ count: rows.length, two: rows.length }]);
  return rows.map(({ id }) => id);
}

test('one card says who shows the home, at what price and with what fees, since its first day', async () => {
  const [first] = await publish('port', day('03-01'), flat('A'));
  await publish('port', day('03-20'), flat('A', { price: 24_500_000 }));
  await withdraw('port', day('04-01'), 'A');
  const [second] = await publish('gare', day('04-21'), flat('X', { price: 24_000_000, feesPayer: 2 }));
  const [again] = await publish(
    'port',
    day('05-01'),
    flat('B', { price: 24_150_000, feesPayer: 1, feesPercent: 5, priceWithoutFees: 23_000_000 }),
  );
  const property = (await propertyOf(db, again!))!;
  expect(property.firstSeenAt).toEqual(day('03-01'));
  expect(property.offers).toMatchObject([
    {
      listingId: second,
      rank: 1,
      agency: { ownerReference: 'gare' },
      price: 24_000_000,
      feesPayer: 2,
      leftAt: null,
    },
    {
      listingId: again,
      rank: 2,
      agency: { ownerReference: 'port', name: 'Agence port' },
      price: 24_150_000,
      priceWithoutFees: 23_000_000,
      feesPercent: 5,
      publishedAt: day('05-01'),
    },
  ]);
  expect(property.former).toMatchObject([{ listingId: first, status: 'withdrawn', leftAt: day('04-01') }]);
  expect(property.steps).toEqual([
    { at: day('03-01'), price: 25_000_000, listingId: first },
    { at: day('03-20'), price: 24_500_000, listingId: first },
    { at: day('04-21'), price: 24_000_000, listingId: second },
  ]);
  expect(property.returns).toBe(1);
  expect(await propertyOf(db, first!)).toEqual(property);
  expect(new Set((await propertyIdsOf(db, [first!, second!, again!])).values()).size).toBe(1);
});

test('a home that comes back after half a year begins anew; a listing never on line is of no property', async () => {
  const [first] = await publish('port', day('01-02'), flat('A'));
  await withdraw('port', day('02-01'), 'A');
  const [later] = await publish('port', day('09-01'), flat('B'));
  expect((await propertyOf(db, later!))!.firstSeenAt).toEqual(day('09-01'));
  expect((await propertyOf(db, first!))!.offers).toEqual([]);
  const [draft] = await publish('gare', day('09-02'), flat('C', { status: 'draft' }));
  expect(await propertyOf(db, draft!)).toBeNull();
});

test('two homes that one agency shows at the same time are two, whatever their certificate; so is all that contradicts', async () => {
  const [a, b] = await publish('port', day('03-01'), flat('A'), flat('B'));
  const [twin] = await publish('gare', day('03-02'), flat('X'));
  const upstairs = await publish('halles', day('03-03'), flat('Y', { floor: 3 }));
  const ids = await propertyIdsOf(db, [a!, b!, twin!, ...upstairs]);
  expect(new Set(ids.values()).size).toBe(4);
  // One of the two was a mistake of its agency: once it has gone, nothing points two ways.
  await publish(
    'halles',
    day('03-04'),
    flat('Y', { floor: 7, energyNumber: '2330E0000001A', energyValue: 90 }),
  );
  await sql`delete from listing where id = ${b!}`.execute(db);
  await keepAll();
  expect((await homesKept(db)).filter((home) => home.length > 1)).toEqual([['gare/X', 'port/A']]);
});

test('« ce n’est pas le même bien » is done at once, survives imports and rebuilds, and can be taken back', async () => {
  const [a] = await publish('port', day('03-01'), flat('A'));
  const [x] = await publish('gare', day('03-02'), flat('X'));
  const [y] = await publish('halles', day('03-03'), flat('Y', { energyNumber: null, energyValue: null }));
  const isOne = async () => {
    const ids = await propertyIdsOf(db, [a!, x!]);
    return ids.get(a!) === ids.get(x!);
  };
  expect(await isOne()).toBe(true);
  const before = (await propertyOf(db, a!))!.id;
  const listings = [x!, a!] as const;
  await separateListings(db, { listings, separated: true, reason: 'Deux étages différents', by: 'Camille' });
  expect(await isOne()).toBe(false);
  expect((await propertyOf(db, a!))!.id).toBe(before);
  await publish('gare', day('03-05'), flat('X', { price: 24_800_000 }));
  await withdraw('gare', day('03-06'), 'X');
  await publish('gare', day('03-07'), flat('X'));
  await rebuildProperties(db);
  await keepAll();
  expect(await isOne()).toBe(false);
  await separateListings(db, { listings, separated: false, reason: 'Vérifié sur place', by: 'Camille' });
  expect(await isOne()).toBe(true);
  const { rows } = await sql`select separated, reason, by_whom from property_separation order by id`.execute(
    db,
  );
  expect(rows).toEqual([
    { separated: true, reason: 'Deux étages différents', byWhom: 'Camille' },
    { separated: false, reason: 'Vérifié sur place', byWhom: 'Camille' },
  ]);

  const refused = { separated: true, reason: 'Autre bien', by: 'Camille' };
  await expect(separateListings(db, { ...refused, listings: [a!, a!] })).rejects.toMatchObject({
    spec: { code: 'VALIDATION_ERROR' },
  });
  await expect(separateListings(db, { ...refused, listings: [a!, y!], reason: ' ' })).rejects.toMatchObject({
    spec: { code: 'VALIDATION_ERROR' },
  });
  await expect(separateListings(db, { ...refused, listings: [a!, 999_999_999] })).rejects.toMatchObject({
    spec: { code: 'NOT_FOUND' },
  });
});

test('lists show one listing of each home that matches: the most complete, then the cheapest, and never none', async () => {
  const [dear] = await publish('port', day('03-01'), flat('A', { price: 25_500_000 }));
  const [cheap] = await publish('gare', day('03-02'), flat('X', { price: 25_000_000 }));
  const [bare] = await publish(
    'halles',
    day('03-03'),
    flat('Y', { price: 24_900_000, bedrooms: null, floor: null }),
  );
  const [other] = await publish(
    'halles',
    day('03-03'),
    flat('Z', { placeCode: '34172', energyNumber: null, price: 30_000_000 }),
  );
  expect((await propertyOf(db, bare!))!.offers.map(({ listingId }) => listingId)).toEqual([
    cheap,
    dear,
    bare,
  ]);
  expect(await shown(online)).toEqual([cheap, other]);
  // The card says who else shows it; a mail tells it once.
  expect(await listingsByIds(db, [bare!, other!])).toMatchObject([
    { shared: { agencies: 3, from: 24_900_000 }, marketSince: expect.stringMatching(/-03-01T/) },
    { shared: null, marketSince: null },
  ]);
  expect(await onePerHome(db, [bare!, other!, dear!, cheap!])).toEqual([
    { id: cheap, others: [dear, bare] },
    { id: other, others: [] },
  ]);
  // The best one does not match: the next one stands for the home.
  expect(await shown(upTo(24_950_000))).toEqual([bare]);
  expect(await shown(upTo(26_000_000))).toEqual([cheap]);
  expect(await countProperties(db)).toMatchObject({
    waiting: 0,
    listings: 4,
    properties: 2,
    shared: 1,
    onLine: 2,
  });
  // Of a list of what may match, homes that surely match through another listing are left out.
  const sure = (alias: string) => sql<SqlBool>`${online(alias)} and ${sql.ref(`${alias}.floor`)} = 2`;
  const maybe = (alias: string) => sql<SqlBool>`${online(alias)} and ${sql.ref(`${alias}.floor`)} is null`;
  expect(await shown(sure)).toEqual([cheap, other]);
  expect(await shown(maybe)).toEqual([bare]);
  expect(await shown(maybe, sure)).toEqual([]);
  // Before the worker has seen that it left, the next one is there already.
  await sql`update listing set status = 'withdrawn', withdrawn_at = now() where id = ${cheap!}`.execute(db);
  expect(await shown(online)).toEqual([dear, other]);
});
