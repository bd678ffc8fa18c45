import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
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

export async function upsertCompletions(
  tx: Tx,
  given: { agencyId: number; said: readonly { technicalId: string; facts: Completion }[]; now: Date },
): Promise<void> {
  await sql`
    insert into feed_completion (agency_id, technical_id, facts, changed_at)
    select ${given.agencyId}, said->>'technicalId', said->'facts', ${given.now}::timestamptz
    from jsonb_array_elements(${JSON.stringify(given.said)}::jsonb) as said
    on conflict (agency_id, technical_id) do update set facts = excluded.facts, changed_at = excluded.changed_at
  `.execute(tx);
}

export async function deleteCompletions(
  tx: Tx,
  agencyId: number,
  technicalIds: readonly string[],
): Promise<void> {
  await sql`
    delete from feed_completion where agency_id = ${agencyId} and technical_id = any(${technicalIds}::text[])
  `.execute(tx);
}
