import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Db, migrate, openDb, readMigrations } from '#platform/db.server.ts';
import { type LocalPostgres, useLocalPostgres } from '#platform/postgres.server.ts';
import { loadPlaces, loadShippedContours } from '#rooms/places/places.server.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { loadEmbeddedOrders } from '#rooms/prices/embedded-orders.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    /** Of a database with all places. */
    template: string;
    /** Of one with all that a first start lays; for unit tests, which start no site, it is the other one. */
    fullTemplate: string;
  }
}

interface Template {
  /** Files and folders that fill it: a change of them makes another template. */
  readonly sources: readonly string[];
  fill(db: Db): Promise<void>;
}

const places: Template = {
  sources: ['src/rooms/places'],
  async fill(db) {
    await loadPlaces(db);
  },
};

/** As `openServices` of src/main.ts. */
const full: Template = {
  sources: ['src/rooms/places', 'src/rooms/prices', 'data/places', 'data/prices', 'data/rent-control'],
  async fill(db) {
    await loadPlaces(db);
    await loadShippedContours(db);
    await loadEmbeddedPrices(db);
    await loadEmbeddedOrders(db);
  },
};

/**
 * One template database per state of the migrations and of what fills it, made once; each test file clones it in a few
 * milliseconds. DATABASE_URL runs the same tests on another PostgreSQL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const local: LocalPostgres | null = process.env.DATABASE_URL
    ? null
    : await useLocalPostgres({
        dataDir: path.resolve('.cache/tests'),
        database: 'vigie',
        durable: false,
        say: () => {},
      });
  const serverUrl = local?.url ?? process.env.DATABASE_URL ?? '';
  if (local) await dropOldTemplates(serverUrl);
  const template = await ensureTemplate(serverUrl, places);
  project.provide('serverUrl', serverUrl);
  project.provide('template', template);
  project.provide('fullTemplate', project.name === 'unit' ? template : await ensureTemplate(serverUrl, full));
  return async () => {
    await local?.release();
  };
}

/** What stands in these folders, but for tests and pages. */
function contentOf(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.\w+$/.test(file) && !/\.test\.|\.tsx$/.test(file))
      .toSorted()
      .map((file) => readFileSync(path.join(folder, file), 'base64')),
  );
}

function nameOf({ sources }: Template): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([readMigrations(path.resolve('migrations')), contentOf(sources)]))
    .digest('hex');
  return `template_${digest.slice(0, 12)}`;
}

/** Of the server of this folder: every change of what fills a template leaves one behind. */
async function dropOldTemplates(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7203, 1)');
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname ~ '^template_[0-9a-f]{12}$' and datname <> all($1)`,
      [[places, full].map(nameOf)],
    );
    // One that is being cloned stays until the next time.
    for (const { datname } of rows) await client.query(`drop database ${datname}`).catch(() => {});
  } finally {
    await client.end();
  }
}

async function ensureTemplate(serverUrl: string, template: Template): Promise<string> {
  const name = nameOf(template);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7203, 1)');
    const { rows } = await client.query('select datname from pg_database where datname = any($1)', [
      [name, `${name}_draft`],
    ]);
    const existing = new Set(rows.map((row: { datname: string }) => row.datname));
    if (existing.has(name)) return name;
    if (existing.has(`${name}_draft`)) await client.query(`drop database ${name}_draft with (force)`);
    await client.query(
      `create database ${name}_draft template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    );
    const url = new URL(serverUrl);
    url.pathname = `/${name}_draft`;
    const db = openDb(url.href, { max: 2, name: 'vigie template' });
    await migrate(db);
    await template.fill(db);
    await db.destroy();
    await client.query(`alter database ${name}_draft rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}
