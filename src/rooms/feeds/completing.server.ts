import { clock } from '#platform/clock.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { deleteCompletions, selectCompletions, upsertCompletions } from './completing.sql.server.ts';
import type { Completion } from './completing.ts';

/** What keeps listings of feeds off line and may be typed. */
export { countUnsaid, isSomethingUnsaid, selectUnsaid } from './completing.sql.server.ts';

/** What an agency typed where its feed says nothing, by technical id: of these listings, or of all for null. */
export async function completionsOf(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<ReadonlyMap<string, Completion>> {
  const rows = await selectCompletions(db, agencyId, technicalIds);
  return new Map(rows.map(({ technicalId, facts }) => [technicalId, facts]));
}

/**
 * Adds facts to what was typed of listings, by technical id; null takes one back. In the caller's transaction, which writes
 * the listings too.
 */
export async function keepCompletions(
  tx: Tx,
  agencyId: number,
  typed: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Promise<void> {
  if (typed.size === 0) return;
  const before = await completionsOf(tx, agencyId, [...typed.keys()]);
  const said = [...typed].map(([technicalId, facts]) => ({
    technicalId,
    facts: Object.fromEntries(
      Object.entries({ ...before.get(technicalId), ...facts }).filter(([, value]) => value !== null),
    ) as Completion,
  }));
  const isEmpty = ({ facts }: { facts: Completion }) => Object.keys(facts).length === 0;
  await deleteCompletions(
    tx,
    agencyId,
    said.filter(isEmpty).map(({ technicalId }) => technicalId),
  );
  await upsertCompletions(tx, { agencyId, said: said.filter((one) => !isEmpty(one)), now: clock.now() });
}
