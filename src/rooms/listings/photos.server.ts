import { createHash } from 'node:crypto';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { DownloadRefused, downloadSafely } from '#platform/safe-download.server.ts';
import { GONE_AFTER_DAYS } from './contract.ts';
import * as statements from './photos.sql.server.ts';
import { photoFile, photoFormats, photoMasterKey, photoSlots, photoStorageKey } from './photos.ts';
import { insertDroppedPhotos } from './pictures/attaching.sql.server.ts';
import { inTurn, type MadePicture, makePicture, UnusablePicture } from './pixels.server.ts';

const BATCH = 4;
/** Lease of a picture, longer than any work on one: once it is over, the worker is dead. */
const LEASE_MS = 120_000;
const MAX_ATTEMPTS = 5;
/** A picture whose work was cut this often kills its worker: it is skipped. */
const MAX_CLAIMS = 10;
const BACKOFF_MS = [60_000, 300_000, 1_800_000, 7_200_000];
/** After trouble that is ours: disk, database. */
const PAUSE_MS = 60_000;

const URL_LIMITS = { maxBytes: 15_000_000, timeoutMs: 10_000, maxRedirects: 3 };
/** Files that came inside an archive (formats/poliris.md 4). */
const FILE_MAX_BYTES = 40_000_000;

type Needs = Pick<Services, 'db' | 'storage' | 'env' | 'log'>;

/**
 * Works on a few waiting pictures. Safe to run anywhere at once and to kill at any time: a picture is
 * leased, not locked, and doing it twice gives the same files. Returns whether there may be more.
 */
export async function workOnPhotos(services: Needs, signal?: AbortSignal): Promise<boolean> {
  const now = clock.now();
  const claimed = await statements.claimPhotos(services.db, {
    limit: BATCH,
    now,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
  });
  const results = await Promise.allSettled(claimed.map((photo) => workOn(photo, services, signal)));
  const broken = results.find((result) => result.status === 'rejected');
  if (broken) throw broken.reason;
  return claimed.length === BATCH;
}

async function workOn(photo: statements.ClaimedPhoto, services: Needs, signal?: AbortSignal): Promise<void> {
  const { db, storage } = services;
  if (photo.attempts > MAX_CLAIMS) {
    await statements.failPhoto(db, photo, {
      status: 'failed',
      error: 'interrompue trop souvent',
      nextAt: clock.now(),
    });
    return;
  }
  let bytes: Uint8Array;
  let made: MadePicture;
  try {
    bytes = await readSource(photo, services, signal);
    made = await inTurn(() => makePicture(bytes));
  } catch (error) {
    await recordTrouble(photo, error, services, signal);
    return;
  }
  // Named by its content: work cut short and done again writes the same files.
  const key = `${photo.id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
  try {
    await storage.put(photoMasterKey(key), made.master);
    for (const [slot, file] of made.files) await storage.put(photoStorageKey(photoFile(key, slot)), file);
  } catch (error) {
    await statements.releasePhoto(db, photo, new Date(clock.now().getTime() + PAUSE_MS));
    throw error;
  }
  const now = clock.now();
  if (await statements.completePhoto(db, photo, { key, ...made, now })) return;
  await insertDroppedPhotos(db, [key], now);
}

async function readSource(
  photo: statements.ClaimedPhoto,
  services: Needs,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (photo.kind === 'url') {
    return downloadSafely(photo.source, {
      ...URL_LIMITS,
      allowedHosts: services.env.photoHosts,
      ...(signal ? { signal } : {}),
    });
  }
  const file = await services.storage.get(photo.source).catch((error: unknown) => {
    throw error instanceof RangeError ? new UnusablePicture('fichier inconnu') : error;
  });
  if (!file) throw new DownloadRefused('fichier absent', false);
  if (file.size > FILE_MAX_BYTES) {
    file.stream.destroy();
    throw new UnusablePicture(`plus de ${FILE_MAX_BYTES} octets`);
  }
  return Buffer.concat(await file.stream.toArray());
}

async function recordTrouble(
  photo: statements.ClaimedPhoto,
  error: unknown,
  { db, log }: Needs,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  if (signal?.aborted) {
    await statements.releasePhoto(db, photo, now);
    return;
  }
  const known = error instanceof DownloadRefused || error instanceof UnusablePicture;
  if (!known) {
    await statements.releasePhoto(db, photo, new Date(now.getTime() + PAUSE_MS));
    throw error;
  }
  const last = photo.attempts >= MAX_ATTEMPTS || error instanceof UnusablePicture || error.permanent;
  const backoff = BACKOFF_MS[Math.min(photo.attempts, BACKOFF_MS.length) - 1] ?? PAUSE_MS;
  log.debug({ listing: photo.listingId, position: photo.position, reason: error.message }, 'photo en échec');
  await statements.failPhoto(db, photo, {
    status: last ? 'failed' : 'pending',
    error: error.message.slice(0, 200),
    nextAt: new Date(now.getTime() + backoff),
  });
}

/** Removes the files that no listing has shown for as long as a page of a gone listing lives. Returns how many pictures. */
export async function sweepPhotos({ db, storage }: Pick<Needs, 'db' | 'storage'>): Promise<number> {
  const before = new Date(clock.now().getTime() - GONE_AFTER_DAYS * 86_400_000);
  let removed = 0;
  for (;;) {
    const keys = await statements.selectDropped(db, before, 500);
    if (keys.length === 0) return removed;
    for (const key of keys) {
      // Some formats may not exist; deleting a missing key is a no-op.
      await storage.delete(photoMasterKey(key));
      for (const format of photoFormats) {
        for (const slot of photoSlots) await storage.delete(photoStorageKey(photoFile(key, slot, format)));
      }
    }
    await statements.deleteDropped(db, keys);
    removed += keys.length;
  }
}
