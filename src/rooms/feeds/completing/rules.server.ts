import { clock } from '../../../platform/clock.server.ts';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import type { Completion } from './contract.ts';
import { deleteCompletion, selectCompletions, upsertCompletion } from './sql.server.ts';

/** What an agency typed where its feed says nothing, by technical id: of these listings, or of all for null. */
export async function completionsOf(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<ReadonlyMap<string, Completion>> {
  const rows = await selectCompletions(db, agencyId, technicalIds);
  return new Map(rows.map(({ technicalId, facts }) => [technicalId, facts]));
}

/** Adds these facts to what was typed of a listing; null takes one back. In the caller's transaction, which writes the listing too. */
export async function keepCompletion(
  tx: Tx,
  agencyId: number,
  technicalId: string,
  typed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = (await completionsOf(tx, agencyId, [technicalId])).get(technicalId);
  const said = Object.entries({ ...before, ...typed }).filter(([, value]) => value !== null);
  if (said.length === 0) return deleteCompletion(tx, agencyId, technicalId);
  await upsertCompletion(tx, { agencyId, technicalId, facts: Object.fromEntries(said), now: clock.now() });
}
