import type { Db } from '#platform/db.server.ts';
import { recordNotifications } from '#rooms/notifications/notifications.server.ts';
import { type ImportOutcome, selectOutcomes } from './outcomes.sql.server.ts';

const HOUR_MS = 3_600_000;
/** How far back it looks, so that a worker that was down catches up. */
const RECEIVED_HOURS = 48;

/** Records for each agency its imports that ended, were held or were refused: each one once, however often it is called. */
export async function recordOutcomes(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const outcomes = await selectOutcomes(tx, new Date(now.getTime() - RECEIVED_HOURS * HOUR_MS));
    const events = outcomes.map((outcome) => ({
      agencyId: outcome.agencyId,
      key: outcome.key,
      title: titleOf(outcome),
      page: `/annonces/import?envoi=${outcome.importId}`,
      isDone: outcome.status === 'done',
    }));
    await recordNotifications(
      tx,
      'importTrouble',
      events.filter(({ isDone }) => !isDone),
      now,
    );
    await recordNotifications(
      tx,
      'importDone',
      events.filter(({ isDone }) => isDone),
      now,
    );
  });
}

function titleOf(outcome: ImportOutcome): string {
  const { status, fileName } = outcome;
  if (status === 'held') return `Import retenu : ${fileName}`;
  if (status === 'refused') return `Import refusé : ${fileName}`;
  return `Import terminé : ${fileName}${refusedWords(outcome)}`;
}

/** What of an import was refused, and how much of it stays on line as it was; nothing when all was read. */
function refusedWords({ refused, kept }: Pick<ImportOutcome, 'refused' | 'kept'>): string {
  if (refused === 0) return '';
  const count = refused === 1 ? '1 annonce refusée' : `${refused} annonces refusées`;
  if (kept === 0) return ` (${count})`;
  if (kept === refused)
    return ` (${count}, ${kept === 1 ? 'laissée telle quelle' : 'laissées telles quelles'} en ligne)`;
  return ` (${count}, dont ${kept} ${kept === 1 ? 'laissée telle quelle' : 'laissées telles quelles'} en ligne)`;
}
