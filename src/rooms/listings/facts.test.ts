import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { wordsOf } from './contract.ts';
import { columnOf, type FactKind, factNames, factRows } from './facts.ts';

const { db } = await testDb();

/** What a listing has and nobody says of it: its names, its place on grids, its history. */
const others = [
  ...'id agency_id source technical_id reference status lat lng cell cell2'.split(' '),
  ...'cell3 price_per_m2 content_hash photos_hash photo_count previous_price'.split(' '),
  ...'price_changed_at first_seen_at published_at updated_at withdrawn_at home leads'.split(' '),
  ...'market_since search_words'.split(' '),
];

const types: Readonly<Record<FactKind, readonly string[]>> = {
  text: ['text'],
  long: ['text'],
  url: ['text'],
  yesNo: ['boolean'],
  money: ['bigint'],
  surface: ['numeric'],
  count: ['smallint', 'integer'],
  level: ['smallint'],
  year: ['smallint'],
  share: ['numeric'],
  degree: ['double precision'],
  day: ['date'],
  quarter: ['text'],
  propertyType: ['text'],
  one: ['text', 'smallint', 'character'],
  several: ['ARRAY'],
  ages: ['ARRAY'],
  units: ['jsonb'],
  translations: ['jsonb'],
};

async function columnsOfListings() {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean }>`
    select column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name = 'listing'
  `.execute(db);
  return new Map(rows.map(({ name, ...column }) => [name, column]));
}

async function columnsWithoutRow(): Promise<string[]> {
  const known = new Set([...factNames.map(columnOf), ...others]);
  return [...(await columnsOfListings()).keys()].filter((name) => !known.has(name));
}

test('every column of the table of listings is that of a fact, or of none', async () => {
  expect(await columnsWithoutRow()).toEqual([]);
});

test('each fact has the column that its row asks for', async () => {
  const columns = await columnsOfListings();
  const wrong = factNames.filter((name) => {
    const { kind, always, unsaid } = factRows[name];
    const column = columns.get(columnOf(name));
    const known = always === true || unsaid === false;
    return !column || !types[kind].includes(column.type) || column.nullable === known;
  });
  expect(wrong).toEqual([]);
});

test('a fact is chosen from the words that its column admits', async () => {
  const { rows } = await sql<{ name: string; check: string }>`
    select attname as name, pg_get_constraintdef(pg_constraint.oid) as check
    from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
    where contype = 'c' and conrelid = 'listing'::regclass
      and pg_get_constraintdef(pg_constraint.oid) like '%= ANY (ARRAY[%'
  `.execute(db);
  const admitted = new Map(
    rows.map(({ name, check }) => [
      name,
      [...check.matchAll(/'(\w+)'::|\b(\d)\b/g)].map((m) => m[1] ?? m[2]),
    ]),
  );
  const checked = factNames.filter((name) => wordsOf(factRows[name]) && admitted.has(columnOf(name)));
  const sorted = (words: Iterable<unknown>) => [...words].map(String).toSorted();
  expect(checked.map((name) => [name, sorted(admitted.get(columnOf(name)) ?? [])])).toEqual(
    checked.map((name) => [name, sorted(Object.keys(wordsOf(factRows[name]) ?? {}))]),
  );
  expect(checked).toEqual([
    ...'transaction addressDisplay feesPayer chargesMode tenantFeeZone lease condition'.split(' '),
    ...'energyStatus energyExemption mandateType contactStatus progress'.split(' '),
  ]);
});

test('what stays private is seen by nobody', () => {
  expect(factNames.filter((name) => factRows[name].seen === undefined)).toEqual([
    ...'placeCode cityCode departmentCode exactLat exactLng addressDisplay'.split(' '),
    ...'landlordFees landlordInventoryFees tenantFeeZone energyVersion'.split(' '),
    ...'mandateNumber mandateType mandateOn mandateUntil contactPhone contactEmail'.split(' '),
    'translations',
  ]);
});

test('a column that nobody wrote a row for is found', async () => {
  await sql`alter table listing add column sauna boolean`.execute(db);
  expect(await columnsWithoutRow()).toEqual(['sauna']);
});
