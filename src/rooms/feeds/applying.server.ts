import { setTimeout as wait } from 'node:timers/promises';
import { announce } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { confirmListings, withdrawListings } from '#rooms/listings/availability.server.ts';
import type { FeedFormat } from '#rooms/listings/feed-formats.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { storeFormers } from './closing/undoing.server.ts';
import { completionsOf } from './completing.server.ts';
import { completeDraft } from './completing.ts';
import {
  type AgencyStatus,
  type AppliedCounts,
  feedErrors,
  feedEvents,
  type ImportStatus,
  runOf,
} from './contract.ts';
import {
  type AgencyState,
  addCounts,
  countStaged,
  deleteStaged,
  hasNewerImport,
  orderAgain,
  outdateHeld,
  type StagedRow,
  selectAgencyStates,
  selectFormat,
  selectImportStatus,
  selectRunning,
  takeStaged,
  tryLockAgency,
  tryLockImport,
  unlockAll,
  updateAgency,
  updateImport,
} from './importing.sql.server.ts';

/** Listings of one transaction: short, since readers of the change log wait for the oldest writer (speed.md 3.4). */
const CHUNK = 500;
const LOCK_RETRY_MS = 200;

/** Takes the locks of these agencies on this connection, in one order for everybody, waiting for each. */
export async function lockAgencies(connection: Db, agencyIds: readonly number[]): Promise<void> {
  for (const agencyId of agencyIds.toSorted((a, b) => a - b)) {
    while (!(await tryLockAgency(connection, agencyId))) await wait(LOCK_RETRY_MS);
  }
}

/** Gives the locks back; a dead connection has already dropped them. */
export async function unlock(connection: Db): Promise<void> {
  await unlockAll(connection).catch(() => {});
}

/**
 * Applies what was staged and is not applied yet, chunk by chunk, withdrawals last, then tells that the import is over.
 * Needs the locks of the import and of its agencies on `connection`: each chunk runs on it, so that a process that
 * loses its locks can write no more. Safe to run again after a kill at any point.
 */
export async function applyStaged(
  connection: Db,
  importId: number,
  onDone: (done: number, total: number) => void = () => {},
): Promise<void> {
  const agencies = await selectAgencyStates(connection, importId);
  for (const { agencyId, status } of agencies) {
    if (status !== 'applying' || !(await hasNewerImport(connection, importId, agencyId))) continue;
    await connection.transaction().execute(async (tx) => {
      await deleteStaged(tx, importId, agencyId);
      await updateAgency(tx, importId, agencyId, 'outdated');
    });
  }
  const format = await selectFormat(connection, importId);
  const total = await countStaged(connection, importId);
  let done = 0;
  for (const action of ['write', 'confirm', 'withdraw'] as const) {
    for (let taken = CHUNK; taken === CHUNK; ) {
      taken = await connection.transaction().execute((tx) => applyChunk(tx, importId, format, action));
      done += taken;
      onDone(done, total);
    }
  }
  await connection.transaction().execute((tx) => finish(tx, importId));
}

async function applyChunk(
  tx: Tx,
  importId: number,
  format: FeedFormat,
  action: StagedRow['action'],
): Promise<number> {
  const rows = await takeStaged(tx, importId, action, CHUNK);
  const now = clock.now();
  const run = runOf(importId);
  for (const [agencyId, own] of Map.groupBy(rows, (row) => row.agencyId)) {
    const technicalIds = own.map(({ technicalId }) => technicalId);
    if (action !== 'confirm') await storeFormers(tx, { importId, agencyId, technicalIds });
    let counts: Partial<AppliedCounts>;
    if (action === 'write') {
      // Completed and judged again at the moment of writing, and alone at it: a person may have typed or decided something
      // since the file was read.
      const completions = await completionsOf(tx, agencyId, technicalIds);
      const drafts = await judgeDrafts(tx, {
        agencyId,
        source: format,
        drafts: own.flatMap(({ technicalId, draft }) =>
          draft ? completeDraft(draft, completions.get(technicalId)) : [],
        ),
        now,
      });
      const { created, updated, returned, unchanged } = await applyListings(tx, {
        agencyId,
        source: format,
        run,
        now,
        drafts,
      });
      counts = { created, updated, returned, unchanged };
    } else if (action === 'confirm') {
      await confirmListings(
        tx,
        own.flatMap(({ listingId }) => listingId ?? []),
        now,
      );
      counts = { unchanged: own.length };
    } else {
      counts = { withdrawn: (await withdrawListings(tx, { agencyId, technicalIds, run, now })).length };
    }
    await addCounts(tx, importId, agencyId, counts);
  }
  return rows.length;
}

async function finish(tx: Tx, importId: number): Promise<void> {
  const agencies = await selectAgencyStates(tx, importId);
  const applied = agencies.filter(({ status }) => status === 'applying');
  for (const { agencyId } of applied) {
    await updateAgency(tx, importId, agencyId, 'done');
    await outdateHeld(tx, importId, agencyId);
  }
  const statuses = agencies.map(({ status }): AgencyStatus => (status === 'applying' ? 'done' : status));
  await updateImport(tx, importId, { status: overall(statuses), finishedAt: clock.now() });
  const changed = agencies.some(({ counts }) => changes(counts) > 0);
  // Even cut short by a newer file: what it changed waits for the end of its run to be told.
  if (changed) {
    await announce(tx, [
      {
        kind: feedEvents.imported,
        ref: importId,
        run: runOf(importId),
        payload: { agencies: agencies.map(({ agencyId, counts }) => ({ agencyId, ...counts })) },
      },
    ]);
  }
}

function changes({ created = 0, updated = 0, returned = 0, withdrawn = 0 }: AgencyState['counts']): number {
  return created + updated + returned + withdrawn;
}

/** What to say of an import whose agencies ended differently. */
export function overall(statuses: readonly AgencyStatus[]): ImportStatus {
  if (statuses.includes('held')) return 'held';
  if (statuses.includes('done')) return 'done';
  if (statuses.includes('identical')) return 'identical';
  return 'refused';
}

/**
 * Takes over the imports that nobody works on any more: applied ones go on where they stopped; those that were
 * still being read end there, since nothing of them was applied, or are read again where their archive is kept for it. Returns how many were taken over.
 */
export async function resumeImports(db: Db): Promise<number> {
  let resumed = 0;
  for (const importId of await selectRunning(db)) {
    if (await resumeImport(db, importId)) resumed += 1;
  }
  return resumed;
}

async function resumeImport(db: Db, importId: number): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    try {
      if (!(await tryLockImport(connection, importId))) return false;
      const status = await selectImportStatus(connection, importId);
      if (status === 'staging') {
        if (!(await orderAgain(connection, importId)))
          await abandon(connection, importId, feedErrors.FEED_INTERRUPTED.code);
        return true;
      }
      if (status !== 'applying') return false;
      const agencies = await selectAgencyStates(connection, importId);
      for (const { agencyId } of agencies) {
        if (!(await tryLockAgency(connection, agencyId))) return false;
      }
      await applyStaged(connection, importId);
      return true;
    } finally {
      await unlock(connection);
    }
  });
}

/** Ends an import of which nothing was applied. */
export async function abandon(
  connection: Db,
  importId: number,
  reason: string,
  report?: unknown,
): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    await deleteStaged(tx, importId);
    for (const { agencyId } of await selectAgencyStates(tx, importId))
      await updateAgency(tx, importId, agencyId, 'refused');
    await updateImport(tx, importId, {
      status: 'refused',
      reason,
      finishedAt: clock.now(),
      ...(report === undefined ? {} : { report }),
    });
  });
}
