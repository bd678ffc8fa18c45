import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** What a drawn picture shows; null when no listing has it. */
export async function selectDrawnSource(db: Queryable, storageKey: string): Promise<string | null> {
  const { rows } = await sql<{ source: string }>`
    select source from listing_photo where storage_key = ${storageKey} and kind = 'drawn' limit 1
  `.execute(db);
  return rows[0]?.source ?? null;
}
