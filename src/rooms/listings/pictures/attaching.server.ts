import type { Tx } from '#platform/db.server.ts';
import type { PhotoDraft } from '../contract.ts';
import { drawnPhoto } from '../drawn-photos.server.ts';
import * as statements from './attaching.sql.server.ts';

/** A picture given twice is shown once. */
export function distinctPhotos(photos: readonly PhotoDraft[]): PhotoDraft[] {
  const seen = new Set<string>();
  return photos.filter(({ source }) => !seen.has(source) && seen.add(source));
}

interface ListingPictures {
  readonly listingId: number;
  /** In the order they are shown. */
  readonly photos: readonly PhotoDraft[];
}

/**
 * Gives the listings these pictures and no others, in the caller's transaction. A picture whose source did not change
 * keeps what was made of it; a new one waits for its work, but a drawn one, which is ready at once. What no listing
 * of them shows any more is noted for the sweep.
 */
export async function replacePhotos(tx: Tx, listings: readonly ListingPictures[], now: Date): Promise<void> {
  const former = await statements.takePhotos(
    tx,
    listings.map(({ listingId }) => listingId),
  );
  const known = new Map(former.map((photo) => [placeOf(photo), photo]));
  const next = listings.flatMap(({ listingId, photos }) =>
    distinctPhotos(photos).map((photo, position): statements.PhotoRow => {
      const { source, kind, caption } = photo;
      const made = known.get(placeOf({ ...photo, listingId })) ?? newPhoto(photo);
      return { ...made, listingId, position, source, kind, caption };
    }),
  );
  await statements.insertPhotos(tx, next, now);
  const shown = new Set(next.map(({ storageKey }) => storageKey));
  await statements.insertDroppedPhotos(
    tx,
    former.flatMap(({ storageKey }) => (storageKey && !shown.has(storageKey) ? [storageKey] : [])),
    now,
  );
}

/**
 * Gives the listings these very pictures, as they were kept. One that is shown now under the same source keeps what was
 * made of it since; one that was dropped is shown again.
 */
export async function restorePhotos(
  tx: Tx,
  listingIds: readonly number[],
  photos: readonly statements.PhotoRow[],
  now: Date,
): Promise<void> {
  const present = await statements.takePhotos(tx, listingIds);
  const made = new Map(
    present.flatMap((photo) => (photo.status === 'ready' ? [[placeOf(photo), photo] as const] : [])),
  );
  const next = photos.map((photo) => ({
    ...(made.get(placeOf(photo)) ?? photo),
    position: photo.position,
    caption: photo.caption,
  }));
  await statements.insertPhotos(tx, next, now);
  const shown = new Set(next.map(({ storageKey }) => storageKey));
  await statements.insertDroppedPhotos(
    tx,
    present.flatMap(({ storageKey }) => (storageKey && !shown.has(storageKey) ? [storageKey] : [])),
    now,
  );
}

function placeOf({
  listingId,
  kind,
  source,
}: Pick<statements.PhotoRow, 'listingId' | 'kind' | 'source'>): string {
  return `${listingId} ${kind} ${source}`;
}

type Made = Omit<statements.PhotoRow, 'listingId' | 'position' | 'source' | 'kind' | 'caption'>;

const waiting: Made = {
  status: 'pending',
  storageKey: null,
  width: null,
  height: null,
  placeholder: null,
  attempts: 0,
  error: null,
  perceptualHash: null,
  avif: 'none',
  avifAttempts: 0,
};

function newPhoto({ kind, source }: PhotoDraft): Made {
  if (kind !== 'drawn') return waiting;
  const drawn = drawnPhoto(source);
  if (!drawn) return { ...waiting, status: 'failed', error: 'dessin inconnu' };
  const { key, width, height, placeholder } = drawn;
  return { ...waiting, status: 'ready', storageKey: key, width, height, placeholder };
}
