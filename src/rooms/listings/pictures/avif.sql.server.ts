import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

export interface AvifTask {
  readonly listingId: number;
  readonly storageKey: string;
  /** Of the original, in pixels. */
  readonly width: number;
  /** This one included. */
  readonly avifAttempts: number;
}

/** Takes one picture that waits for its AVIF files, unless pictures wait to be shown at all. */
export async function claimAvif(
  db: Queryable,
  given: { now: Date; leaseUntil: Date },
): Promise<AvifTask | null> {
  const { rows } = await sql<AvifTask>`
    update listing_photo set avif_attempts = avif_attempts + 1, avif_next_at = ${given.leaseUntil}
    where (listing_id, position) = (
      select listing_id, position from listing_photo
      where avif = 'pending' and avif_next_at <= ${given.now}
        and not exists (select from listing_photo where status = 'pending' and next_at <= ${given.now})
      order by avif_next_at
      limit 1
      for update skip locked
    )
    returning listing_id, storage_key, width, avif_attempts
  `.execute(db);
  return rows[0] ?? null;
}

/** Updates by content, not by row: a listing that changes its pictures writes the rows of those it keeps again. */
export async function finishAvif(
  db: Queryable,
  { listingId, storageKey }: AvifTask,
  status: 'ready' | 'failed',
): Promise<boolean> {
  const { rows } = await sql`
    update listing_photo set avif = ${status}, avif_next_at = null
    where listing_id = ${listingId} and storage_key = ${storageKey} and avif = 'pending'
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Puts the task off; `returned`: what stopped it was not its fault. */
export async function postponeAvif(
  db: Queryable,
  { listingId, storageKey }: AvifTask,
  given: { nextAt: Date; returned: boolean },
): Promise<void> {
  await sql`
    update listing_photo set avif_next_at = ${given.nextAt},
      avif_attempts = case when ${given.returned} then greatest(avif_attempts - 1, 0) else avif_attempts end
    where listing_id = ${listingId} and storage_key = ${storageKey} and avif = 'pending'
  `.execute(db);
}
