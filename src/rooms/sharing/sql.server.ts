import { sql } from 'kysely';
import type { Queryable } from '../../platform/db.server.ts';

/** Ids of the listings that left between these two moments. */
export async function selectLeft(db: Queryable, { from, to }: { from: Date; to: Date }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listing
    where status in ('withdrawn', 'expired', 'sold', 'rented') and withdrawn_at >= ${from} and withdrawn_at < ${to}
  `.execute(db);
  return rows.map(({ id }) => id);
}
