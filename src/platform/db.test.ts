import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../tests/kit/db.ts';

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
