import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { photoFile, photoMasterKey, photoSizes, photoStorageKey } from '../photos.ts';
import { inTurn, makeAvif } from '../pixels.server.ts';
import * as statements from './avif.sql.server.ts';

/** Lease of a picture, longer than any work on one: once it is over, the worker is dead. */
const LEASE_MS = 120_000;
/** A picture whose work was cut or failed this often is left in WebP alone. */
const MAX_ATTEMPTS = 5;
const BACKOFF_MS = 600_000;
/** After trouble that is ours: disk, database. */
const PAUSE_MS = 60_000;

type Needs = Pick<Services, 'db' | 'storage' | 'log'>;

/**
 * Makes the AVIF files of one picture, when no picture waits to be shown at all. Safe to run anywhere at once and to
 * kill at any time: the picture is leased, its files are named by its content, and pages hear of them once all are
 * stored. Returns whether there may be more.
 */
export async function workOnAvif({ db, storage, log }: Needs, signal?: AbortSignal): Promise<boolean> {
  const now = clock.now();
  const task = await statements.claimAvif(db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
  if (!task) return false;
  if (task.avifAttempts > MAX_ATTEMPTS) {
    if (await statements.finishAvif(db, task, 'failed'))
      await storage.delete(photoMasterKey(task.storageKey));
    return true;
  }
  const later = (wait: number) => new Date(clock.now().getTime() + wait);
  try {
    const master = await readMaster(storage, task.storageKey);
    if (!master) {
      await statements.finishAvif(db, task, 'failed');
      return true;
    }
    for (const { slot, width } of photoSizes(task.width)) {
      if (signal?.aborted) {
        await statements.postponeAvif(db, task, { nextAt: later(0), returned: true });
        return false;
      }
      const file = await inTurn(() => encode(master, width));
      await storage.put(photoStorageKey(photoFile(task.storageKey, slot, 'avif')), file);
    }
  } catch (error) {
    const theirs = error instanceof EncodingFailed;
    await statements.postponeAvif(db, task, {
      nextAt: later(theirs ? BACKOFF_MS : PAUSE_MS),
      returned: !theirs,
    });
    if (!theirs) throw error;
    log.debug({ key: task.storageKey, reason: error.message }, 'AVIF en échec');
    return true;
  }
  // A listing that dropped the picture meanwhile left it to the sweep, master included.
  if (await statements.finishAvif(db, task, 'ready')) await storage.delete(photoMasterKey(task.storageKey));
  return true;
}

class EncodingFailed extends Error {}

async function encode(master: Uint8Array, width: number): Promise<Uint8Array> {
  try {
    return await makeAvif(master, width);
  } catch (error) {
    throw new EncodingFailed(error instanceof Error ? error.message : String(error));
  }
}

async function readMaster(storage: Needs['storage'], key: string): Promise<Uint8Array | null> {
  const file = await storage.get(photoMasterKey(key));
  return file && Buffer.concat(await file.stream.toArray());
}
