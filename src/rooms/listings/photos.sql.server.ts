import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

export interface ClaimedPhoto {
  readonly id: number;
  readonly listingId: number;
  readonly position: number;
  readonly source: string;
  readonly kind: 'url' | 'file';
  /** This one included. */
  readonly attempts: number;
}

/** Takes waiting pictures, first ones of each listing first, for the time of the lease. */
export async function claimPhotos(
  db: Queryable,
  given: { limit: number; now: Date; leaseUntil: Date },
): Promise<ClaimedPhoto[]> {
  const { rows } = await sql<ClaimedPhoto>`
    update listing_photo set attempts = attempts + 1, next_at = ${given.leaseUntil}
    where (listing_id, position) in (
      select listing_id, position from listing_photo
      where status = 'pending' and next_at <= ${given.now}
      order by position, next_at
      limit ${given.limit}
      for update skip locked
    )
    returning id, listing_id, position, source, kind, attempts
  `.execute(db);
  return rows;
}

/** False when the row is no more: its listing changed its pictures meanwhile. */
export async function completePhoto(
  db: Queryable,
  photo: ClaimedPhoto,
  made: {
    key: string;
    width: number;
    height: number;
    placeholder: string;
    fingerprint: bigint | null;
    now: Date;
  },
): Promise<boolean> {
  const { rows } = await sql`
    update listing_photo set status = 'ready', storage_key = ${made.key}, width = ${made.width},
      height = ${made.height}, placeholder = ${made.placeholder}, error = null,
      perceptual_hash = ${made.fingerprint?.toString() ?? null}::bigint,
      -- Whoever was thought dead and does it a second time does not undo what came after the first.
      avif = case when storage_key is not distinct from ${made.key} then avif else 'pending' end,
      avif_next_at = case when storage_key is not distinct from ${made.key} then avif_next_at else ${made.now}::timestamptz end
    where listing_id = ${photo.listingId} and position = ${photo.position} and id = ${photo.id}
    returning id
  `.execute(db);
  return rows.length > 0;
}

export async function failPhoto(
  db: Queryable,
  photo: ClaimedPhoto,
  trouble: { error: string; status: 'pending' | 'failed'; nextAt: Date },
): Promise<void> {
  await sql`
    update listing_photo set status = ${trouble.status}, error = ${trouble.error}, next_at = ${trouble.nextAt}
    where listing_id = ${photo.listingId} and position = ${photo.position} and id = ${photo.id} and status = 'pending'
  `.execute(db);
}

/** Gives the picture back: what stopped the work was not its fault. */
export async function releasePhoto(db: Queryable, photo: ClaimedPhoto, nextAt: Date): Promise<void> {
  await sql`
    update listing_photo set attempts = greatest(attempts - 1, 0), next_at = ${nextAt}
    where listing_id = ${photo.listingId} and position = ${photo.position} and id = ${photo.id} and status = 'pending'
  `.execute(db);
}

/** Files dropped before the date that no listing shows. */
export async function selectDropped(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key from listing_photo_dropped dropped
    where at < ${before}
      and not exists (select from listing_photo where listing_photo.storage_key = dropped.storage_key)
    order by at limit ${limit}
  `.execute(db);
  return rows.map(({ storageKey }) => storageKey);
}

export async function deleteDropped(db: Queryable, storageKeys: readonly string[]): Promise<void> {
  await sql`delete from listing_photo_dropped where storage_key = any(${storageKeys}::text[])`.execute(db);
}

/** A picture as operators see it. */
export interface PhotoRecord {
  /** From 0, in the order they are shown. */
  readonly position: number;
  readonly kind: 'url' | 'file' | 'drawn';
  readonly source: string;
  readonly status: 'pending' | 'ready' | 'failed';
  readonly storageKey: string | null;
  /** Of the original, in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  readonly avif: 'none' | 'pending' | 'ready' | 'failed';
  readonly error: string | null;
}

export async function selectPhotos(db: Queryable, listingId: number): Promise<PhotoRecord[]> {
  const { rows } = await sql<PhotoRecord>`
    select position, kind, source, status, storage_key, width, height, avif, error
    from listing_photo where listing_id = ${listingId} order by position
  `.execute(db);
  return rows;
}
