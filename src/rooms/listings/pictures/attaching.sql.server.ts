import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

/** All that is known of a picture of a listing. */
export interface PhotoRow {
  readonly listingId: number;
  readonly position: number;
  readonly source: string;
  readonly kind: 'url' | 'file' | 'drawn';
  readonly caption: string | null;
  readonly status: 'pending' | 'ready' | 'failed';
  readonly storageKey: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: string | null;
  readonly attempts: number;
  readonly error: string | null;
  /** In decimal: JavaScript's numbers cannot hold 64 bits. */
  readonly perceptualHash: string | null;
  readonly avif: 'none' | 'pending' | 'ready' | 'failed';
  readonly avifAttempts: number;
}

/** Takes the photo rows of the listings away and returns them. */
export async function takePhotos(tx: Tx, listingIds: readonly number[]): Promise<PhotoRow[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<PhotoRow>`
    delete from listing_photo where listing_id = any(${listingIds}::bigint[])
    returning listing_id, position, source, kind, caption, status, storage_key, width, height, placeholder, attempts,
      error, perceptual_hash::text as perceptual_hash, avif, avif_attempts
  `.execute(tx);
  return rows;
}

export async function insertPhotos(tx: Tx, photos: readonly PhotoRow[], now: Date): Promise<void> {
  if (photos.length === 0) return;
  const column = <Value>(pick: (photo: PhotoRow) => Value) => photos.map(pick);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, caption, status, storage_key, width, height,
                               placeholder, attempts, error, perceptual_hash, avif, avif_attempts, next_at, avif_next_at)
    select *, ${now}::timestamptz, case when avif = 'pending' then ${now}::timestamptz end
    from unnest(
      ${column((photo) => photo.listingId)}::bigint[], ${column((photo) => photo.position)}::smallint[],
      ${column((photo) => photo.source)}::text[], ${column((photo) => photo.kind)}::text[],
      ${column((photo) => photo.caption)}::text[], ${column((photo) => photo.status)}::text[],
      ${column((photo) => photo.storageKey)}::text[], ${column((photo) => photo.width)}::integer[],
      ${column((photo) => photo.height)}::integer[], ${column((photo) => photo.placeholder)}::text[],
      ${column((photo) => photo.attempts)}::smallint[], ${column((photo) => photo.error)}::text[],
      ${column((photo) => photo.perceptualHash)}::bigint[], ${column((photo) => photo.avif)}::text[],
      ${column((photo) => photo.avifAttempts)}::smallint[]
    ) as photo(listing_id, position, source, kind, caption, status, storage_key, width, height, placeholder, attempts,
               error, perceptual_hash, avif, avif_attempts)
  `.execute(tx);
}

/** Stored pictures to remove later: mails already sent still show them. */
export async function insertDroppedPhotos(
  db: Queryable,
  storageKeys: readonly string[],
  now: Date,
): Promise<void> {
  if (storageKeys.length === 0) return;
  await sql`
    insert into listing_photo_dropped (storage_key, at)
    select distinct key, ${now}::timestamptz from unnest(${storageKeys}::text[]) as key
    on conflict (storage_key) do update set at = excluded.at
  `.execute(db);
}
