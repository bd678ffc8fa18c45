import type { Queryable } from '#platform/db.server.ts';
import { type SharedPhoto, selectSharedPhotos } from './likeness.sql.server.ts';

/**
 * Bits of 64 by which two fingerprints of one picture may differ. Measured (fingerprint.server.test.ts): encoding again, another
 * size, a crop of 1 % a side, a watermark stay within; more would begin to take different pictures for the same.
 */
export const SAME_WITHIN = 7;
/** A picture that more listings than this share (a logo, « photo à venir ») tells nothing of any of them. */
const MOST_OTHERS = 50;

/**
 * The pictures of these listings that other listings show too, whatever their agency and their status: cropped a
 * little, marked, made smaller or not. The nearest first, at most 50 for each picture. One statement, by index.
 */
export function samePhotos(db: Queryable, listingIds: readonly number[]): Promise<SharedPhoto[]> {
  return selectSharedPhotos(db, { listingIds, within: SAME_WITHIN, limit: MOST_OTHERS });
}
