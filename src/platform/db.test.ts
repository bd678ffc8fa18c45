import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../tests/kit/db.ts';
import { copyRows } from './db.server.ts';

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

test('columns named after an object make one, null where nothing was joined', async () => {
  const { rows } = await sql`
    select n, other.code as "other.code", other.its_name as "other.its_name"
    from generate_series(1, 2) n left join (values (2, 'b', null)) as other (n, code, its_name) using (n) order by n
  `.execute(db);
  expect(rows).toEqual([
    { n: 1, other: null },
    { n: 2, other: { code: 'b', itsName: null } },
  ]);
});

test('rows are handed over by COPY inside a transaction, and a refused one leaves the connection usable', async () => {
  await sql`create table copied (code text, n integer check (n >= 11))`.execute(db);
  const statement = 'copy copied (code, n) from stdin';
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from copied`.execute(db)).rows;
  await db.transaction().execute((tx) => copyRows(tx, statement, 'a\t11\n\\N\t12\n'));
  expect((await sql`select code, n from copied order by n`.execute(db)).rows).toEqual([
    { code: 'a', n: 11 },
    { code: null, n: 12 },
  ]);
  await expect(
    db.transaction().execute(async (tx) => {
      await copyRows(tx, statement, 'b\t13\n');
      await copyRows(tx, statement, 'c\t14\nd\t3\n');
    }),
  ).rejects.toThrow(/copied_n_check/);
  // Nothing of the transaction stays, and each connection of the pool still answers.
  expect(await Promise.all([count(), count(), count()])).toEqual([[{ n: 2 }], [{ n: 2 }], [{ n: 2 }]]);
  await copyRows(db, statement, '');
  expect(await count()).toEqual([{ n: 2 }]);
});
