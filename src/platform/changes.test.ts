import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { testDb } from '../../tests/kit/db.ts';
import { untilRead, untilReadable } from '../../tests/kit/facts.ts';
import { announce, CHANGE_CHANNEL, type Change, readChanges } from './changes.server.ts';

const { db, url } = await testDb();

afterEach(async () => {
  await sql`truncate change, change_reader`.execute(db);
});

/** A writer on a connection of its own: it takes its number, and commits when told. */
async function writer(ref: number): Promise<{ commit(): Promise<void>; rollback(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(`insert into change (kind, ref) values ('essai', $1)`, [ref]);
  const end = (how: 'commit' | 'rollback') => async () => {
    await client.query(how);
    await client.end();
  };
  return { commit: end('commit'), rollback: end('rollback') };
}

const write = (...refs: number[]) =>
  db.transaction().execute((tx) =>
    announce(
      tx,
      refs.map((ref) => ({ kind: 'essai', ref })),
    ),
  );

/** Everything written so far that this reader had not read, in the order told. */
async function readAll(reader = 'lecteur', limit = 100): Promise<number[]> {
  const told: number[] = [];
  await untilRead(db, reader, async () => told.push(...(await readNow(reader, limit))));
  return told;
}

/** The same, of what can be read at this instant. */
async function readNow(reader = 'lecteur', limit = 100): Promise<number[]> {
  const told: number[] = [];
  while (
    (await readChanges(db, reader, limit, async (_, changes) => {
      told.push(...changes.map(({ ref }) => ref));
    })) > 0
  );
  return told;
}

describe('two writers at once', () => {
  it('a cursor on seq loses the fact committed late; ours tells both, in order', async () => {
    const naive = { seq: 0, told: [] as number[] };
    const naiveLook = async () => {
      const { rows } =
        await sql<Change>`select seq, ref from change where seq > ${naive.seq} order by seq`.execute(db);
      naive.told.push(...rows.map(({ ref }) => ref));
      naive.seq = rows.at(-1)?.seq ?? naive.seq;
    };
    const ours: number[] = [];

    const first = await writer(1); // takes number n and holds it
    const second = await writer(2); // takes n + 1
    await second.commit();
    await naiveLook();
    ours.push(...(await readNow()));
    expect(naive.told).toEqual([2]);
    expect(ours).toEqual([]);

    await first.commit();
    await naiveLook();
    ours.push(...(await readAll()));
    expect(naive.told).toEqual([2]);
    expect(ours).toEqual([1, 2]);
  });

  it('a writer that gives up holds nobody back for good', async () => {
    const first = await writer(1);
    await write(2);
    expect(await readNow()).toEqual([]);
    await first.rollback();
    expect(await readAll()).toEqual([2]);
  });

  it('many of them, read meanwhile: nothing lost, nothing twice', async () => {
    const told: number[] = [];
    let writing = true;
    const reading = (async () => {
      while (writing) told.push(...(await readNow('lecteur', 7)));
    })();
    await Promise.all(
      Array.from({ length: 6 }, async (_, lane) => {
        for (let index = 0; index < 25; index += 1) await write(lane * 1000 + index);
      }),
    );
    writing = false;
    await reading;
    told.push(...(await readAll()));
    expect(told).toHaveLength(150);
    expect(new Set(told).size).toBe(150);
  });
});

describe('a reader', () => {
  it('is told again what its handler did not finish, and what it wrote is not there', async () => {
    await write(1, 2);
    await untilReadable(db);
    const half = readChanges(db, 'lecteur', 100, async (tx) => {
      await announce(tx, [{ kind: 'effet', ref: 99 }]);
      throw new Error('mort');
    });
    await expect(half).rejects.toThrow('mort');
    expect(await readAll()).toEqual([1, 2]);
  });

  it('killed in the middle, writes nothing; the next one begins where it began', async () => {
    await write(1, 2);
    await untilReadable(db);
    const killed = readChanges(db, 'lecteur', 100, async (tx) => {
      await announce(tx, [{ kind: 'effet', ref: 99 }]);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sql`select 1`.execute(tx);
    });
    await expect(killed).rejects.toThrow();
    expect(await readAll()).toEqual([1, 2]);
    const { rows } = await sql`select from change where kind = 'effet'`.execute(db);
    expect(rows).toHaveLength(0);
  });

  it('waits for its twin, then goes on from where that one committed', async () => {
    await write(...Array.from({ length: 20 }, (_, index) => index));
    const [one, two] = await Promise.all([readAll('lecteur', 3), readAll('lecteur', 3)]);
    expect([...one, ...two].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });

  it('has a position of its own', async () => {
    await write(1);
    expect(await readAll('un')).toEqual([1]);
    await write(2);
    expect(await readAll('un')).toEqual([2]);
    expect(await readAll('deux')).toEqual([1, 2]);
  });

  it('counts its batches, and is told at most as many facts as it asked for', async () => {
    await write(1, 2, 3);
    const seen: { batch: number; size: number }[] = [];
    await untilRead(db, 'lecteur', () =>
      readChanges(db, 'lecteur', 2, async (_, changes, batch) => {
        seen.push({ batch, size: changes.length });
      }),
    );
    expect(seen).toEqual([
      { batch: 1, size: 2 },
      { batch: 2, size: 1 },
    ]);
  });

  it('goes on where it stood on another cluster, whose transaction numbers begin again', async () => {
    await write(1, 2);
    await untilReadable(db);
    expect(await readAll('lecteur', 1)).toEqual([1, 2]);
    await write(3, 4);
    // As restored elsewhere: the numbers kept are from a cluster far ahead of this one.
    await sql`update change set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(db);
    await sql`update change_reader set epoch = 'ailleurs', xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(
      db,
    );
    const told = await readAll();
    await write(5);
    expect([...told, ...(await readAll())]).toEqual([3, 4, 5]);
  });
});

it('a transaction without facts wakes nobody; one with facts wakes once, without content', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const heard: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => heard.push(payload));
  await client.query(`listen ${CHANGE_CHANNEL}`);
  await db.transaction().execute((tx) => announce(tx, []));
  await write(1, 2, 3);
  await expect.poll(() => heard).toEqual(['']);
  await client.end();
});
