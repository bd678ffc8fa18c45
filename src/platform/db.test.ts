import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../tests/kit/db.ts';
import { prepare } from './db.server.ts';

const { db } = await testDb();

test('rows are named in camelCase, what they hold stays as it is, and each is its own', async () => {
  const { rows } = await sql`
    select n as row_number, json_build_object('in_it', n) as its_object, null as price_per_m2, array[n, 2] as several
    from generate_series(1, 2) n
  `.execute(db);
  expect(rows).toEqual([
    { rowNumber: 1, itsObject: { in_it: 1 }, pricePerM2: null, several: [1, 2] },
    { rowNumber: 2, itsObject: { in_it: 2 }, pricePerM2: null, several: [2, 2] },
  ]);
});

test('a prepared statement puts each thing given where it stands, as often as it stands there', async () => {
  const said = prepare<[one: string, several: readonly number[], nothing: string | null], object>(
    (one, several, nothing) => sql`
      select ${nothing}::text as nothing, ${several}::int[] as several, ${one}::text as one, ${one} || '!' as loud`,
  );
  expect(await said(db, 'a', [1], null)).toEqual([{ nothing: null, several: [1], one: 'a', loud: 'a!' }]);
  expect(await said(db, 'b', [2, 3], 'c')).toEqual([{ nothing: 'c', several: [2, 3], one: 'b', loud: 'b!' }]);
  await db.transaction().execute(async (tx) => {
    expect(await said(tx, 'd', [], null)).toMatchObject([{ one: 'd' }]);
  });
});
