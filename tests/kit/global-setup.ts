import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, openDb, readMigrations } from '#platform/db.server.ts';
import { type LocalPostgres, useLocalPostgres } from '#platform/postgres.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    template: string;
  }
}

/**
 * One template database per state of the migrations and of the places, migrated and loaded once; each test
 * file clones it in a few milliseconds. DATABASE_URL runs the same tests on another PostgreSQL.
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
  const template = await ensureTemplate(serverUrl);
  project.provide('serverUrl', serverUrl);
  project.provide('template', template);
  return async () => {
    await local?.release();
  };
}

async function ensureTemplate(serverUrl: string): Promise<string> {
  const migrations = readMigrations(path.resolve('migrations'));
  // What fills it counts too: a change of the loader makes another template.
  const room = path.resolve('src/rooms/places');
  const loader = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.server.ts'))
    .toSorted()
    .map((file) => readFileSync(path.join(room, file), 'utf8'));
  const digest = createHash('sha256')
    .update(JSON.stringify([migrations, loader]))
    .digest('hex');
  const name = `template_${digest.slice(0, 12)}`;
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
    if (existsSync('src/rooms/places/places.server.ts')) {
      const { loadPlaces } = await import('#rooms/places/places.server.ts');
      await loadPlaces(db);
    }
    await db.destroy();
    await client.query(`alter database ${name}_draft rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}
