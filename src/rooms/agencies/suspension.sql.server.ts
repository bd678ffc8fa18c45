import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Suspension } from './suspension.ts';

export async function selectSuspension(db: Queryable, agencyId: number): Promise<Suspension | null> {
  const { rows } = await sql<Suspension>`
    select suspended_on as "on", coalesce(suspension_reason, '') as reason from agency
    where id = ${agencyId} and suspended_on is not null
  `.execute(db);
  return rows[0] ?? null;
}

/** Null: it is suspended no longer. */
export async function updateSuspension(
  tx: Tx,
  agencyId: number,
  suspension: Suspension | null,
): Promise<void> {
  await tx
    .updateTable('agency')
    .set({ suspendedOn: suspension?.on ?? null, suspensionReason: suspension?.reason ?? null })
    .where('id', '=', agencyId)
    .execute();
}
