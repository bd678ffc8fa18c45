import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../tests/kit/db.ts';
import { isConnectionLost } from './db.server.ts';
import { prepare, prepareEach } from './prepared.server.ts';

const { db } = await testDb();

const backend = prepare<[number], { pid: number; said: number }>(
  (said) => sql`select pg_backend_pid() as pid, ${said}::int as said`,
);
const inverse = prepare<[number], { value: number }>((of) => sql`select 12 / ${of}::int as value`);

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

test('statements asked in one turn are answered by one connection, each to who asked it', async () => {
  const later = async (said: number) => {
    await Promise.resolve();
    return backend(db, said);
  };
  const rows = (await Promise.all([backend(db, 1), later(2), backend(db, 3)])).flat();
  expect(rows.map(({ said }) => said)).toEqual([1, 2, 3]);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
});

test('while two are under way what is asked leaves together, and waits for neither for long', async () => {
  const held = prepare<[], object>(() => sql`select pg_advisory_xact_lock_shared(7)`);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const waited = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7)`.execute(tx);
    const waiting = [held(db)];
    await turn();
    waiting.push(held(db));
    const inItsTurn = (said: number) => turn().then(() => backend(db, said));
    const rows = (await Promise.all([1, 2, 3].map(inItsTurn))).flat();
    expect(rows.map(({ said }) => said)).toEqual([1, 2, 3]);
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
    return waiting;
  });
  expect(await Promise.all(waited)).toHaveLength(2);
});

test('one that fails fails alone, the first time and once prepared', async () => {
  for (let time = 0; time < 3; time += 1) {
    const [before, failed, after, again] = await Promise.allSettled([
      inverse(db, 3),
      inverse(db, 0),
      backend(db, 5),
      inverse(db, 4),
    ]);
    expect(before).toMatchObject({ value: [{ value: 4 }] });
    expect(failed).toMatchObject({ reason: { code: '22012' } });
    expect(after).toMatchObject({ value: [{ said: 5 }] });
    expect(again).toMatchObject({ value: [{ value: 3 }] });
  }
});

test('one that fails whenever it is asked stays prepared once', async () => {
  const prepared = prepare<[], { times: number }>(
    () => sql`select count(*)::int as times from pg_prepared_statements where statement like '%12 / %'`,
  );
  await inverse(db, 3);
  const [before] = await prepared(db);
  for (let time = 0; time < 3; time += 1)
    await expect(inverse(db, 0)).rejects.toMatchObject({ code: '22012' });
  expect(await prepared(db)).toEqual([before]);
});

test('a lost connection is said to all that were on it, and the next ones get another', async () => {
  const end = prepare<[], object>(() => sql`select pg_terminate_backend(pg_backend_pid())`);
  const answers = await Promise.allSettled([end(db), backend(db, 1)]);
  for (const answer of answers) {
    expect(isConnectionLost((answer as PromiseRejectedResult).reason)).toBe(true);
  }
  expect(await backend(db, 2)).toMatchObject([{ said: 2 }]);
});

test('a table that gets another column is read anew', async () => {
  await sql`create table grown (one int)`.execute(db);
  await sql`insert into grown values (1)`.execute(db);
  const all = prepare<[], object>(() => sql`select * from grown`);
  expect(await all(db)).toEqual([{ one: 1 }]);
  await sql`alter table grown add column two int default 2`.execute(db);
  const [rows, others] = await Promise.all([all(db), backend(db, 1)]);
  expect(rows).toEqual([{ one: 1, two: 2 }]);
  expect(others).toMatchObject([{ said: 1 }]);
});

test('a shape is composed once, whatever it is given', async () => {
  let composed = 0;
  const sorted = prepareEach<{ way: 'asc' | 'desc' }, [limit: number], { n: number }>(
    ({ way }) => way,
    ({ way }) => {
      composed += 1;
      return (limit) => sql`select n from generate_series(1, 9) n order by n ${sql.raw(way)} limit ${limit}`;
    },
  );
  expect(await sorted({ way: 'asc' })(db, 2)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await sorted({ way: 'desc' })(db, 1)).toEqual([{ n: 9 }]);
  expect(await sorted({ way: 'asc' })(db, 1)).toEqual([{ n: 1 }]);
  expect(composed).toBe(2);
});
