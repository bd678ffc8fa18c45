import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { lockAgencyListings } from '#rooms/listings/availability.server.ts';
import { rejudgeSome } from '#rooms/listings/publication.server.ts';
import { restoreListings } from '#rooms/listings/restoring.server.ts';
import { tryLockAgency, unlockAll } from '../importing.sql.server.ts';
import {
  forgetFormers,
  insertFormers,
  markUndone,
  rewindPictures,
  rewindSenders,
  selectUndoing,
  takeFormers,
} from './undoing.sql.server.ts';

const CHUNK = 500;
const DAY_MS = 86_400_000;
/** Shorter than dropped pictures are kept: what is undone finds its own. */
const UNDOABLE_DAYS = 60;
const UNDOABLE_IMPORTS = 10;

/** Keeps how these listings stand, in the transaction that is about to write them and holds them. */
export async function storeFormers(
  tx: Tx,
  given: { importId: number; agencyId: number; technicalIds: readonly string[] },
): Promise<void> {
  await lockAgencyListings(tx, given.agencyId);
  await insertFormers(tx, given);
}

/**
 * Does what agencies asked: the listings of each as they stood before an import, and before all those that followed it.
 * Chunk by chunk under the lock of the agency: safe to kill anywhere and to run again. Nobody is told. Returns how many
 * imports were undone; those of an agency that somebody else is working for wait.
 */
export async function undoImports(db: Db, onDone: (done: number) => void = () => {}): Promise<number> {
  let undone = 0;
  for (const { importId, agencyId } of await selectUndoing(db)) {
    const over = await db.connection().execute(async (connection) => {
      try {
        if (!(await tryLockAgency(connection, agencyId))) return false;
        for (let taken = CHUNK, done = 0; taken === CHUNK; ) {
          taken = await connection.transaction().execute((tx) => undoChunk(tx, importId, agencyId));
          onDone((done += taken));
        }
        await connection.transaction().execute(async (tx) => {
          await rewindPictures(tx, importId, agencyId);
          await rewindSenders(tx, importId, agencyId);
          await markUndone(tx, importId, agencyId);
        });
        return true;
      } finally {
        await unlockAll(connection).catch(() => {});
      }
    });
    if (over) undone += 1;
  }
  return undone;
}

async function undoChunk(tx: Tx, importId: number, agencyId: number): Promise<number> {
  const now = clock.now();
  const formers = await takeFormers(tx, { importId, agencyId, limit: CHUNK });
  if (formers.length === 0) return 0;
  const ids = await restoreListings(tx, { agencyId, formers, now });
  // The law may have changed since, or a person have decided something: the former state is no way around it.
  await rejudgeSome(tx, { agencyId, ids, now, quiet: true });
  return formers.length;
}

/** Of each agency the last imports may be undone, and for two months. Returns how many no longer may. */
export async function sweepFormers(db: Db): Promise<number> {
  return forgetFormers(db, new Date(clock.now().getTime() - UNDOABLE_DAYS * DAY_MS), UNDOABLE_IMPORTS);
}
