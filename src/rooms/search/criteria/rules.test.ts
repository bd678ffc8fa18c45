import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDb } from '../../../../tests/kit/db.ts';
import { propertyTypes } from '../../listings/contract.ts';
import { type Criteria, type Criterion, criteriaTable, transactions } from './contract.ts';
import {
  factColumns,
  isYes,
  judge,
  keyColumns,
  keyColumnsOf,
  type ListingFacts,
  listingTransactions,
  listingZones,
  notNo,
  searchWhere,
  zoneKeysOf,
} from './rules.server.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

/** mulberry32: the same seed makes the same listings and criteria. */
function dice(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = dice(seed);
const int = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
const pick = <T>(values: readonly T[]): T => values[int(0, values.length - 1)]!;
const some = <T>(values: readonly T[]): T[] => values.filter(() => random() < 0.4);

const table: readonly Criterion[] = criteriaTable;
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  price: [50_000, 900_000],
  pricePerM2: [1000, 12_000],
  surface: [9, 200],
  landSurface: [0, 2000],
  rooms: [1, 8],
  bedrooms: [0, 6],
  bathrooms: [0, 3],
  floor: [0, 6],
  floors: [0, 6],
  builtYear: [1850, 2026],
  photoCount: [0, 6],
};

const spots = [
  { placeCode: '69387', cityCode: '69123', departmentCode: '69' },
  { placeCode: '69383', cityCode: '69123', departmentCode: '69' },
  { placeCode: '69266', cityCode: '69266', departmentCode: '69' },
  { placeCode: '75111', cityCode: '75056', departmentCode: '75' },
  { placeCode: '2A004', cityCode: '2A004', departmentCode: '2A' },
  { placeCode: '97411', cityCode: '97411', departmentCode: '974' },
];
const placeWords = [
  '69387',
  '69123',
  '69266',
  'D69',
  '75111',
  '75056',
  '2A004',
  'D2A',
  '97411',
  'D974',
  '34172',
];

function randomListing(): Record<string, unknown> {
  const valueOf = (column: string): unknown => {
    const criterion = table.find((one) => one.column === column);
    if (criterion?.kind === 'oneOf') return pick(Object.values(criterion.values)).value;
    if (criterion?.kind === 'flag') return random() < 0.5;
    const [min, max] = ranges[column] ?? [0, 5];
    const value = int(min, max);
    return column === 'price'
      ? value * 100 + int(0, 1)
      : column.endsWith('urface')
        ? value + int(0, 99) / 100
        : value;
  };
  const known = new Set<string>(table.filter((one) => one.known).map(({ column }) => column));
  const measured = factColumns.slice(5).filter((column) => column !== 'pricePerM2');
  return {
    ...pick(spots),
    transaction: pick([1, 1, 2]),
    isNew: random() < 0.2,
    // One in thirty is off line, and must never be found.
    status: random() < 0.03 ? 'sold' : pick(['online', 'online', 'under_offer']),
    ...Object.fromEntries(
      measured.map((column) => [column, !known.has(column) && random() < 0.2 ? null : valueOf(column)]),
    ),
  };
}

function randomCriteria(): Criteria {
  // Few criteria at a time: with all of them nothing would match.
  const asked = table.filter(() => random() < 0.07);
  const ask = (criterion: Criterion): unknown => {
    if (criterion.kind === 'flag') return random() < 0.6;
    if (criterion.kind === 'oneOf')
      return [pick(Object.keys(criterion.values)), ...some(Object.keys(criterion.values))];
    const [min, max] = ranges[criterion.column]!;
    return int(min, max);
  };
  return {
    transaction: pick(transactions),
    places: [pick(placeWords), ...(random() < 0.5 ? some(placeWords) : [])],
    ...Object.fromEntries(asked.map((criterion) => [criterion.word, ask(criterion)])),
  };
}

const { db } = await testDb();
const listings = Array.from({ length: 500 }, randomListing);
const criterias = Array.from({ length: 240 }, randomCriteria);

beforeAll(async () => {
  console.info(`seed ${seed} (SEED=${seed} runs it again)`);
  const agency = await db
    .insertInto('agency')
    .values({ ownerReference: 'essai', name: 'Agence d’essai' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const common = {
    agencyId: agency.id,
    source: 'manual',
    title: 'Bien',
    description: '',
    postalCode: '69007',
  };
  const stamps = {
    contentHash: Buffer.alloc(1),
    photosHash: Buffer.alloc(1),
    firstSeenAt: now,
    updatedAt: now,
    publishedAt: now,
  };
  await db
    .insertInto('listing')
    .values(
      listings.map((listing, index) => ({
        ...common,
        ...stamps,
        technicalId: String(index),
        reference: String(index),
        ...(listing as {
          price: number;
          status: string;
          transaction: number;
          propertyType: string;
        } & (typeof spots)[number]),
      })),
    )
    .execute();
  const columns = keyColumns.map(({ name, type }) => `${name} ${type}`).join(', ');
  await sql.raw(`create table key_row (alert integer, zone text, tx text, ${columns})`).execute(db);
  for (const [alert, criteria] of criterias.entries()) {
    for (const zone of zoneKeysOf(criteria)) {
      const row = { alert, zone, tx: criteria.transaction, ...keyColumnsOf(criteria) };
      await db
        .insertInto('keyRow' as 'listing')
        .values(row as never)
        .execute();
    }
  }
});

/** The listings on line as the database holds them, in the form `judge` reads. */
async function storedFacts() {
  return db
    .selectFrom('listing')
    .select(['id', ...factColumns])
    .where('status', 'in', ['online', 'under_offer'])
    .orderBy('id')
    .execute();
}

describe('one predicate', () => {
  test('judge, search and the alert keys say the same of 240 searches and 500 listings', async () => {
    const facts = await storedFacts();
    const keyed = await sql<{ alert: number; id: number; yes: boolean }>`
      select key_row.alert, listing.id, ${isYes('listing', 'keyRow')} as yes
      from listing join key_row on key_row.zone = any(${listingZones('listing')})
        and key_row.tx = any(${listingTransactions('listing')})
      where listing.status in ('online', 'under_offer') and ${notNo('listing', 'keyRow')}
    `.execute(db);
    const byKeys = new Map<string, string>();
    for (const { alert, id, yes } of keyed.rows) {
      const pair = `${alert}/${id}`;
      expect(byKeys.has(pair), `listing ${id} twice for search ${alert} (seed ${seed})`).toBe(false);
      byKeys.set(pair, yes ? 'yes' : 'maybe');
    }
    const counts = { yes: 0, maybe: 0, no: 0 };
    for (const [alert, criteria] of criterias.entries()) {
      const where = searchWhere(criteria);
      const found = await sql<{ id: number; yes: boolean }>`
        select id, ${where.yes} is true as yes from listing where ${where.notNo}
      `.execute(db);
      const strict = await sql<{ id: number }>`select id from listing where ${where.yes}`.execute(db);
      const bySearch = new Map(found.rows.map(({ id, yes }) => [id, yes ? 'yes' : 'maybe']));
      expect(strict.rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        found.rows
          .filter(({ yes }) => yes)
          .map(({ id }) => id)
          .toSorted((a, b) => a - b),
      );
      for (const listing of facts) {
        const { verdict, failed, unknown } = judge(criteria, listing);
        const told = `listing ${listing.id}, search ${JSON.stringify(criteria)}, failed ${failed.join()}, unknown ${unknown.join()}, seed ${seed}`;
        expect(bySearch.get(listing.id) ?? 'no', told).toBe(verdict);
        expect(byKeys.get(`${alert}/${listing.id}`) ?? 'no', told).toBe(verdict);
        counts[verdict] += 1;
      }
      expect(bySearch.size).toBeLessThanOrEqual(facts.length);
    }
    // The comparison means nothing unless each verdict is common.
    expect(counts.yes).toBeGreaterThan(500);
    expect(counts.maybe).toBeGreaterThan(500);
    expect(counts.no).toBeGreaterThan(10_000);
  });

  test('every criterion accepts one listing, refuses another and doubts a silent one', () => {
    const blank = Object.fromEntries(factColumns.map((column) => [column, null]));
    const place = {
      transaction: 1,
      isNew: false,
      ...spots[0],
      price: 20_000_000,
      propertyType: 'apartment',
      photoCount: 3,
    };
    const base = { ...blank, ...place } as unknown as ListingFacts;
    const where = { transaction: 'achat', places: ['69123'] } as const;
    for (const criterion of table) {
      const column =
        criterion.column === 'groundFloor' || criterion.column === 'topFloor' ? 'floor' : criterion.column;
      const asks = (value: unknown) => ({ ...where, [criterion.word]: value }) as Criteria;
      const has = (value: unknown) => ({ ...base, floors: 4, [column]: value }) as ListingFacts;
      const [question, good, bad] = example(criterion);
      expect(judge(asks(question), has(good)).verdict, criterion.word).toBe('yes');
      expect(judge(asks(question), has(bad)), criterion.word).toMatchObject({
        verdict: 'no',
        failed: [criterion.word],
      });
      if (!criterion.known) {
        expect(judge(asks(question), base), criterion.word).toMatchObject({
          verdict: 'maybe',
          unknown: [criterion.word],
        });
      }
    }
  });
});

/** A question, a value that meets it and one that does not. */
function example(criterion: Criterion): [question: unknown, good: unknown, bad: unknown] {
  if (criterion.column === 'groundFloor') return [false, 2, 0];
  if (criterion.column === 'topFloor') return [true, 4, 3];
  if (criterion.kind === 'flag') return [true, true, false];
  if (criterion.kind === 'oneOf') {
    const [first, second] = Object.entries(criterion.values);
    return [[first![0]], first![1].value, second![1].value];
  }
  const stored = (value: number) => (criterion.unit.startsWith('euros') ? value * 100 : value);
  return criterion.kind === 'atMost' ? [5, stored(5), stored(6)] : [5, stored(5), stored(4)];
}

test('land and parkings have no rooms and no energy class: they are refused, not doubted', () => {
  const blank = Object.fromEntries(factColumns.map((column) => [column, null]));
  const listing = (propertyType: string) =>
    ({
      ...blank,
      transaction: 1,
      isNew: false,
      ...spots[0],
      price: 1,
      photoCount: 0,
      propertyType,
    }) as unknown as ListingFacts;
  const asked = { transaction: 'achat', places: ['D69'], pieces: 1, dpe: ['A'], surfaceMin: 10 } as const;
  expect(judge(asked, listing('parking'))).toEqual({
    verdict: 'no',
    failed: ['pieces', 'dpe'],
    unknown: ['surfaceMin'],
  });
  expect(judge(asked, listing('land')).verdict).toBe('no');
  expect(judge(asked, listing('house'))).toEqual({
    verdict: 'maybe',
    failed: [],
    unknown: ['surfaceMin', 'pieces', 'dpe'],
  });
});

test('a district inside a chosen city, or a city inside a chosen department, makes no second key', () => {
  expect(zoneKeysOf({ places: ['69387', '69123', '34172'] })).toEqual(['69123', '34172']);
  expect(zoneKeysOf({ places: ['D69', '69387', '69266', '2A004', 'D2A', '97411', 'D974'] })).toEqual([
    'D69',
    'D2A',
    'D974',
  ]);
  expect(zoneKeysOf({ places: ['75101', '75120', '75101'] })).toEqual(['75101', '75120']);
});

test('every property type of the listings room can be asked for', () => {
  const type = table.find(({ word }) => word === 'type');
  expect(type?.kind === 'oneOf' && Object.values(type.values).map(({ value }) => value)).toEqual(
    Object.keys(propertyTypes),
  );
});
