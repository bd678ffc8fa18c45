import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { runningStatuses } from './contract.ts';

/** Boosts that a person publishes and that may want something of them, and those that a program gave up; the oldest first. */
export async function selectForHands(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from boost
    where status = 'sync_error' or (publisher = 'manual' and (status = any(${runningStatuses}::text[])
      or network_state in ('running', 'paused') or (ended_at is not null and settled_at is null)))
    order by created_at, id
  `.execute(db);
  return rows.map(({ id }) => id);
}
