import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDb, poolOf } from '#platform/db.server.ts';
import { later } from './leftovers.ts';
import { PATIENCE_MS } from './patience.ts';

export interface TestDb {
  readonly db: Db;
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A database of its own for a test file, dropped after it: a clone of a migrated template, which has all places, or else all
 * that a first start lays.
 */
export async function testDb(template: 'template' | 'fullTemplate' = 'template'): Promise<TestDb> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(serverUrl, `create database ${name} template ${inject(template)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = openDb(url.href, { max: 8, name: 'vigie test' });
  waitForTurn(db);
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await db.destroy();
    await administer(serverUrl, `drop database if exists ${name} with (force)`);
  };
  later(close);
  return { db, url: url.href, close };
}

/** Many transactions at once wait for one another, and for a connection, however slow the machine is. */
export function waitForTurn(db: Db): void {
  const pool = poolOf(db);
  if (pool) pool.options.connectionTimeoutMillis = PATIENCE_MS;
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        // 55006: the template is being cloned by another worker at this instant.
        if ((error as { code?: string }).code !== '55006' || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  } finally {
    await client.end();
  }
}
