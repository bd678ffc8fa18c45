/**
 * `npm run db:types`: writes src/platform/db.types.ts from a freshly migrated database.
 * With `--check`, only says whether the committed file is still the truth (exit 1 when it is not).
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrate, openDb } from '#platform/db.server.ts';
import { useLocalPostgres } from '#platform/postgres.server.ts';

const TARGET = path.resolve('src/platform/db.types.ts');

/** PostgreSQL type to what node-postgres hands over, given the parsers that platform/db sets. */
const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  inet: 'string',
  xid8: 'string',
  tsvector: 'string',
  date: 'string',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  _text: 'string[]',
  _bpchar: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'number[]',
  _float8: 'number[]',
  _timestamptz: 'Date[]',
};

const HEAD = `// Written by \`npm run db:types\` from the migrations: change those, never this file.
import type { ColumnType } from 'kysely';

/** The database fills it when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;
/** Only the database writes it. */
export type GeneratedAlways<T> = ColumnType<T, never, never>;
/** Written as text (JSON.stringify): node-postgres would turn a JavaScript array into a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
`;

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  filled: 'always' | 'default' | 'no';
}

const COLUMNS = `
  select c.relname as table, a.attname as name, t.typname as type,
    not (a.attnotnull or t.typnotnull) as nullable,
    case
      when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
      when a.atthasdef or a.attidentity = 'd' then 'default'
      else 'no'
    end as filled
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and c.relname <> 'migration'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attnum`;

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pascal = (name: string) => camel(`_${name}`);

/** The text of db.types.ts for the columns of a database. Throws on a name or a type that it cannot say. */
function render(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table);
  const blocks = [...tables].map(([table, own]) => {
    const lines = own.map((column) => `  ${camelOf(column.name, table)}: ${typeOf(column)};`);
    return `export interface ${pascal(table)}Table {\n${lines.join('\n')}\n}\n`;
  });
  const index = [...tables.keys()].map((table) => `  ${camelOf(table, table)}: ${pascal(table)}Table;`);
  return `${[HEAD, ...blocks, `export interface DB {\n${index.join('\n')}\n}`].join('\n')}\n`;
}

function camelOf(name: string, table: string): string {
  if (snake(camel(name)) !== name) {
    throw new Error(
      `${table}: the name ${name} does not survive camelCase and back (Kysely's plugin would ask for ${snake(camel(name))}); write the digit without an underscore before it.`,
    );
  }
  return camel(name);
}

function typeOf({ table, name, type, nullable, filled }: Column): string {
  const known = TYPES[type];
  if (!known)
    throw new Error(
      `${table}.${name} has the type ${type}: say in scripts/db-types.ts what node-postgres hands over.`,
    );
  const full = nullable ? `${known} | null` : known;
  if (filled === 'always') return `GeneratedAlways<${full}>`;
  return filled === 'default' ? `Generated<${full}>` : full;
}

async function readColumns(): Promise<Column[]> {
  const local = process.env.DATABASE_URL
    ? null
    : await useLocalPostgres({
        dataDir: path.resolve('.cache/tests'),
        database: 'vigie',
        durable: false,
        say: () => {},
      });
  const serverUrl = local?.url ?? process.env.DATABASE_URL ?? '';
  const name = `types_${randomBytes(6).toString('hex')}`;
  try {
    await query(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
    try {
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      const db = openDb(url.href, { max: 1, name: 'vigie types' });
      try {
        await migrate(db);
      } finally {
        await db.destroy();
      }
      return await query<Column>(url.href, COLUMNS);
    } finally {
      await query(serverUrl, `drop database ${name} with (force)`);
    }
  } finally {
    await local?.release();
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const wanted = render(await readColumns());
const present = readFileSync(TARGET, 'utf8');
if (wanted === present) {
  console.log('src/platform/db.types.ts says what the migrations say.');
} else if (process.argv.includes('--check')) {
  console.error(
    'src/platform/db.types.ts no longer says what the migrations say: run `npm run db:types` and commit it.',
  );
  process.exitCode = 1;
} else {
  writeFileSync(TARGET, wanted);
  console.log('src/platform/db.types.ts is written.');
}
