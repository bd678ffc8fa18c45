import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { isUnrecorded } from '#rooms/notifications/notifications.server.ts';

/** How an import ended for an agency that was not notified of it. */
export interface ImportOutcome {
  readonly agencyId: number;
  readonly key: string;
  readonly importId: number;
  readonly status: 'done' | 'held' | 'refused';
  /** The first 80 characters. */
  readonly fileName: string;
  /** Listings of the agency that were refused, and those of them that stay on line as they were. */
  readonly refused: number;
  readonly kept: number;
}

const lengthOf = (list: string) => sql`jsonb_array_length(coalesce(said->'diff'->${sql.lit(list)}, '[]'))`;

/** Imports received after this moment. */
export async function selectOutcomes(db: Queryable, from: Date): Promise<ImportOutcome[]> {
  const { rows } = await sql<ImportOutcome>`
    select found.agency_id, found.key, found.import_id, found.status, found.file_name,
      coalesce(counted.refused, 0) as refused, coalesce(counted.kept, 0) as kept
    from (
      select feed_agency.agency_id, 'import:' || feed_agency.import_id as key, feed_agency.import_id,
        feed_agency.status, left(feed_import.file_name, 80) as file_name, feed_import.report
      from feed_agency join feed_import on feed_import.id = feed_agency.import_id
      where feed_import.received_at > ${from} and feed_agency.status in ('done', 'held', 'refused')
    ) found
    left join lateral (
      select refused, kept
      from jsonb_array_elements(found.report->'agencies') as own(said),
        lateral (select ${lengthOf('refused')} as refused, ${lengthOf('kept')} as kept) as lengths
      where said->>'agency' = (select owner_reference from agency where agency.id = found.agency_id) and refused > 0
      limit 1
    ) counted on true
    where ${isUnrecorded('found')} order by found.import_id, found.agency_id
  `.execute(db);
  return rows;
}
