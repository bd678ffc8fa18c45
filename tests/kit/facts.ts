import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { PATIENCE_MS } from './patience.ts';

/**
 * Runs `step` until a reader has read every fact committed so far. A fact waits for the oldest writer of the whole
 * cluster, tests in other databases included, so one look is not always enough.
 */
export async function untilRead(db: Db, reader: string, step: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    await step();
    const { rows } = await sql`
      select from change c
      where not exists (select from change_reader r where r.name = ${reader} and (r.xid, r.seq) >= (c.xid, c.seq))
      limit 1
    `.execute(db);
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Error(`${reader} ne lit pas tout`);
    await wait(20);
  }
}

/** Waits until nothing older than the facts committed so far is still being written, in this cluster. */
export async function untilReadable(db: Db): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await sql`
      select from change where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1
    `.execute(db);
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Error('un écrivain de la grappe ne finit pas');
    await wait(20);
  }
}
