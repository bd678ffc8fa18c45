import { randomBytes } from 'node:crypto';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { lockAgency } from './identity.sql.server.ts';
import {
  claimLogo,
  deleteLogos,
  insertLogo,
  isShown,
  releaseLogo,
  selectOrphanedLogos,
} from './logo.sql.server.ts';
import { type AgencyLogo, logoStorageKey, readLogoFile } from './logo.ts';

type Kept = Pick<Services, 'db' | 'storage'>;

/** A logo unreferenced for an hour is orphaned (no upload request lasts that long): delete it. */
const ORPHAN_MS = 3_600_000;
const SWEPT_AT_ONCE = 500;

/** Shows this picture (WebP, its sides in pixels) as the logo of the agency, in the place of the one before. */
export async function storeLogo(
  { db, storage }: Kept,
  agencyId: AgencyId,
  { bytes, ...sides }: { bytes: Uint8Array; width: number; height: number },
): Promise<AgencyLogo> {
  const logo = { key: randomBytes(16).toString('hex'), ...sides };
  await insertLogo(db, logo, clock.now());
  await storage.put(logoStorageKey(logo.key), bytes);
  await db.transaction().execute(async (tx) => {
    await lockAgency(tx, agencyId);
    await releaseLogo(tx, agencyId, clock.now());
    await claimLogo(tx, agencyId, logo.key);
  });
  return logo;
}

/** The agency shows none any more. */
export async function dropLogo(db: Db, agencyId: AgencyId): Promise<void> {
  await db.transaction().execute((tx) => releaseLogo(tx, agencyId, clock.now()));
}

/** A file that an agency shows today; null for any other, and for an agency that chose not to be published here. */
export async function shownLogo({ db, storage }: Kept, file: string) {
  const key = readLogoFile(file);
  return key !== null && (await isShown(db, key)) ? storage.get(logoStorageKey(key)) : null;
}

/** Deletes the files that nobody shows any more. Returns how many. */
export async function sweepLogos({ db, storage }: Kept): Promise<number> {
  const before = new Date(clock.now().getTime() - ORPHAN_MS);
  let removed = 0;
  for (;;) {
    const keys = await selectOrphanedLogos(db, before, SWEPT_AT_ONCE);
    if (keys.length === 0) return removed;
    for (const key of keys) await storage.delete(logoStorageKey(key));
    await deleteLogos(db, keys);
    removed += keys.length;
  }
}
