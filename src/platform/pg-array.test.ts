import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../tests/kit/db.ts';
import { PgArray } from './pg-array.server.ts';

const { db } = await testDb();

const made = (wide: boolean, values: readonly number[]) => {
  const array = new PgArray(wide, 1);
  for (const value of values) array.push(value);
  return array.taken();
};

test('the database reads what was put in, however long and however large', async () => {
  const wide = [
    0,
    1,
    2 ** 31,
    2 ** 32,
    Number.MAX_SAFE_INTEGER,
    ...Array.from({ length: 3_000 }, (_, at) => at * 7_919),
  ];
  const narrow = [0, 5, 2 ** 31 - 1];
  const { rows } = await sql<{ wide: number[]; narrow: number[]; none: number[]; slice: number[] }>`
    select a as wide, ${made(false, narrow)}::integer[] as narrow, ${made(true, [])}::bigint[] as none, a[2:3] as slice
    from (select ${made(true, wide)}::bigint[] as a) one
  `.execute(db);
  expect(rows).toEqual([{ wide, narrow, none: [], slice: [1, 2 ** 31] }]);
});
