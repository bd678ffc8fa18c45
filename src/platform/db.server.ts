import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { CopyIn, RowsText } from './copy.server.ts';
import type { DB } from './db.types.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
/** What statements take: they run alike inside and outside a transaction. */
export type Queryable = Db | Tx;

// int8 and numeric fit in a double here (cents stay below 2^53); dates stay `YYYY-MM-DD`, without a time zone.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// int8[], which has no name in pg.types.
pg.types.setTypeParser(1016 as never, (value: string) =>
  value.slice(1, -1).split(',').filter(Boolean).map(Number),
);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);

const INT8_ARRAY: number = 1016;
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const parse = pg.types.getTypeParser(oid, format) as (value: string) => unknown;
    // array_agg of ids: node-postgres would leave them text.
    const type: number = oid;
    return type === INT8_ARRAY ? (value: string) => (parse(value) as string[]).map(Number) : parse;
  },
};

/**
 * Prefix of a frequent statement whose plan never changes: each connection plans it once. For statements of few shapes
 * only, whose parameters never need another plan.
 */
export const plannedOnce = sql.raw('/* planned once */ ');
const PLANNED = /^\s*\/\* planned once \*\/ /;
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `planned_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Words of statements become snake_case; rows come back already named in camelCase. */
class Casing extends CamelCasePlugin {
  override transformResult: CamelCasePlugin['transformResult'] = async ({ result }) => result;

  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

const casing = new Casing();

type Answer = pg.QueryResult<unknown[]>;

type Row = Record<string, unknown>;

/**
 * Makes rows of values, as objects named after the columns. Columns `place.code` and `place.name` make an object `place`,
 * null where the first of them is: nothing was joined. Each object begins as a copy of one that has all its names: those
 * that grow name by name become tables to V8, which are slow to make, to read and to write as JSON; a page of listings is
 * made of them.
 */
export function rowsOf(columns: readonly string[]): (values: readonly unknown[]) => Row {
  const paths = columns.map((name, column) => ({
    column,
    names: name.split('.').map((part) => casing.nameOf(part)),
  }));
  const inner = Map.groupBy(
    paths.filter(({ names }) => names.length > 1),
    ({ names }) => names[0]!,
  );
  const objects = [...inner].map(([name, parts]) => ({
    name,
    first: parts[0]!.column,
    make: objectsOf(parts.map(({ names, column }) => [names[1]!, column])),
  }));
  const make = objectsOf([
    ...paths.flatMap(({ names, column }) => (names.length > 1 ? [] : [[names[0]!, column] as const])),
    ...objects.map(({ name, first }) => [name, first] as const),
  ]);
  return (values) => {
    const row = make(values);
    for (const { name, first, make: makeInner } of objects)
      if (values[first] !== null) row[name] = makeInner(values);
    return row;
  };
}

function objectsOf(
  parts: readonly (readonly [name: string, column: number])[],
): (values: readonly unknown[]) => Row {
  const bare: Row = JSON.parse(`{${parts.map(([name]) => `${JSON.stringify(name)}:null`).join()}}`);
  const names = parts.map(([name]) => name);
  const columns = parts.map(([, column]) => column);
  return (values) => {
    const row = { ...bare };
    for (let nth = 0; nth < names.length; nth += 1) row[names[nth]!] = values[columns[nth]!];
    return row;
  };
}

function withNames(answer: Answer) {
  const rowOf = rowsOf(answer.fields.map(({ name }) => name));
  return { command: answer.command, rowCount: answer.rowCount, rows: answer.rows.map(rowOf) };
}

const pools = new WeakMap<Queryable, pg.Pool>();

/** The connections of a database; undefined for a transaction, which has its own. */
export function poolOf(db: Queryable): pg.Pool | undefined {
  return pools.get(db);
}

/**
 * Opens a pool. Connections notice a dead peer within a minute, and no transaction may sit idle:
 * readers of the change log wait for the oldest writer of the cluster (speed.md 3.4).
 */
export function openDb(url: string, options: { max?: number; name?: string } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: options.max ?? 10,
    application_name: options.name ?? 'vigie',
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    options: '-c idle_in_transaction_session_timeout=60000 -c timezone=Europe/Paris',
  });
  // An idle connection that dies (database restart) must not end the process; the next query opens another.
  pool.on('error', () => {});
  // Nor must a connection that dies while checked out: the next query reports the error to its caller.
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((text: unknown, values: unknown, ...more: unknown[]) => {
      if (typeof text !== 'string' || typeof values === 'function') return ask(text, values, ...more);
      const first: unknown = Array.isArray(values) ? values[0] : null;
      if (first instanceof RowsText) {
        return new Promise((resolve, reject) => {
          ask(new CopyIn(text, first, { resolve, reject }));
        });
      }
      const asked = { text, values, rowMode: 'array', ...(PLANNED.test(text) ? { name: nameOf(text) } : {}) };
      // Answered by a callback of ours: the one that node-postgres makes keeps all the rows until the next full collection
      // (decision 0034).
      return new Promise((resolve, reject) => {
        ask(asked, (error: Error | null, result: Answer | Answer[]) => {
          if (!error) return resolve(Array.isArray(result) ? result.map(withNames) : withNames(result));
          // Stack of the caller, which the socket does not know.
          Error.captureStackTrace(error);
          reject(error);
        });
      });
    }) as typeof client.query;
    client.on('error', () => {});
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [casing] });
  pools.set(db, pool);
  return db;
}

/**
 * Hands many rows over by `copy … from stdin`, in one statement and without a parameter each. `text` has a line a row and
 * tabs between columns. Part of the transaction when `db` is one.
 */
export async function copyRows(db: Queryable, statement: string, text: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(statement, [new RowsText(text)]));
}

/** Whether an error means that the database is away for a moment rather than that a statement is wrong. */
export function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? '';
  const message = error instanceof Error ? error.message : '';
  return (
    /^(57P0[123]|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|53300)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  );
}

/** Whether an error means that a disk is full, the database's or ours. */
export function isDiskFull(error: unknown): boolean {
  return /^(53100|ENOSPC|EDQUOT)$/.test((error as { code?: string } | null)?.code ?? '');
}

const MIGRATION_LOCK = 7_203_001;

/** Files of `migrations/`, in order, with their text. */
export function readMigrations(folder: string): { name: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}

/**
 * Applies the migrations that are missing, each in its own transaction, under a lock so that two
 * processes starting together do it once. Returns the names applied.
 * Throws when the database is older than PostgreSQL 15 or knows a migration that this code does not.
 */
export async function migrate(db: Db, folder = path.resolve('migrations')): Promise<string[]> {
  const files = readMigrations(folder);
  return db.connection().execute(async (one) => {
    const version = await sql<{
      num: number;
    }>`select current_setting('server_version_num')::int as num`.execute(one);
    const num = version.rows[0]?.num ?? 0;
    if (num < 150_000)
      throw new Error(`PostgreSQL 15 ou plus récent est nécessaire (ici ${Math.floor(num / 10_000)}).`);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(one);
    try {
      await sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`.execute(
        one,
      );
      const known = await sql<{ name: string }>`select name from migration`.execute(one);
      const applied = new Set(known.rows.map((row) => row.name));
      const foreign = [...applied].filter((name) => !files.some((file) => file.name === name));
      if (foreign.length > 0) {
        throw new Error(
          `La base connaît des migrations que ce code ignore (${foreign.join(', ')}) : elle est plus récente que lui.`,
        );
      }
      const missing = files.filter((file) => !applied.has(file.name));
      for (const file of missing) {
        await one.transaction().execute(async (tx) => {
          await sql.raw(file.text).execute(tx);
          await sql`insert into migration (name) values (${file.name})`.execute(tx);
        });
      }
      return missing.map((file) => file.name);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(one);
    }
  });
}
