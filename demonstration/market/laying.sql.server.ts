import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

const LAYING_LOCK = 7207;

/** Waits until nobody else lays the demonstration. The lock goes with the connection. */
export async function lockLaying(connection: Queryable): Promise<void> {
  await sql`select pg_advisory_lock(${sql.lit(LAYING_LOCK)}, 0)`.execute(connection);
}

export async function unlockLaying(connection: Queryable): Promise<void> {
  await sql`select pg_advisory_unlock(${sql.lit(LAYING_LOCK)}, 0)`.execute(connection);
}

/** When the feeds of these file names were received, of those that were applied. */
export async function selectReceived(
  db: Queryable,
  fileNames: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ fileName: string; receivedAt: Date }>`
    select file_name, min(received_at) as received_at from feed_import
    where file_name = any(${fileNames}::text[]) and status in ('done', 'identical')
    group by file_name
  `.execute(db);
  return new Map(rows.map(({ fileName, receivedAt }) => [fileName, receivedAt]));
}

/** What people see of the demonstration. */
export async function countShown(
  db: Queryable,
): Promise<{ listings: number; programmes: number; places: number }> {
  const { rows } = await sql<{ listings: number; programmes: number; places: number }>`
    select count(*) as listings, count(*) filter (where property_type = 'programme') as programmes,
      count(distinct city_code) as places
    from listing_online listing join agency on agency.id = listing.agency_id
    where agency.demo
  `.execute(db);
  return rows[0]!;
}
