import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import type { Completion } from './contract.ts';

/** Of these listings of the agency, or of all that have one. */
export async function selectCompletions(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<{ technicalId: string; facts: Completion }[]> {
  const { rows } = await sql<{ technicalId: string; facts: Completion }>`
    select technical_id, facts from feed_completion
    where agency_id = ${agencyId}
      and (${technicalIds}::text[] is null or technical_id = any(${technicalIds}::text[]))
  `.execute(db);
  return rows;
}

export async function upsertCompletion(
  tx: Tx,
  given: { agencyId: number; technicalId: string; facts: Completion; now: Date },
): Promise<void> {
  await sql`
    insert into feed_completion (agency_id, technical_id, facts, changed_at)
    values (${given.agencyId}, ${given.technicalId}, ${JSON.stringify(given.facts)}::jsonb, ${given.now})
    on conflict (agency_id, technical_id) do update set facts = excluded.facts, changed_at = excluded.changed_at
  `.execute(tx);
}

export async function deleteCompletion(tx: Tx, agencyId: number, technicalId: string): Promise<void> {
  await sql`
    delete from feed_completion where agency_id = ${agencyId} and technical_id = ${technicalId}
  `.execute(tx);
}
