import { sql } from 'kysely';
import type { Tx } from '#platform/db.server.ts';
import type { PhotoRow } from './pictures/attaching.sql.server.ts';
import type { FormerListing } from './restoring.ts';

/** Rewrites the given columns of listings, found by the `id` of their rows; what a row does not say stays as it is. */
export async function rewindListings(
  tx: Tx,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update listing set ${sql.raw(columns.map((column) => `${column} = next.${column}`).join(', '))}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as former(said)
    join listing as present on present.id = (former.said->>'id')::bigint
    cross join lateral jsonb_populate_record(present, former.said) as next
    where listing.id = present.id
  `.execute(tx);
}

export async function rewindVerdicts(
  tx: Tx,
  rows: readonly { id: number; verdict: FormerListing['verdict'] }[],
): Promise<void> {
  await sql`
    delete from listing_verdict where listing_id = any(${rows.filter(({ verdict }) => !verdict).map(({ id }) => id)}::bigint[])
  `.execute(tx);
  await sql`
    insert into listing_verdict (listing_id, hold, score, findings, wanted, checked_at)
    select listing_id, hold, score, findings, wanted, checked_at
    from jsonb_populate_recordset(null::listing_verdict, ${JSON.stringify(rows.flatMap(({ verdict }) => verdict ?? []))}::jsonb)
    order by listing_id
    on conflict (listing_id) do update set
      hold = excluded.hold, score = excluded.score, findings = excluded.findings, wanted = excluded.wanted,
      checked_at = excluded.checked_at
  `.execute(tx);
}

export async function rewindPrices(
  tx: Tx,
  rows: readonly { id: number; prices: FormerListing['prices'] }[],
): Promise<void> {
  await sql`delete from listing_price where listing_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  const all = rows.flatMap(({ id, prices }) => prices.map((price) => ({ ...price, listing_id: id })));
  await sql`
    insert into listing_price (listing_id, at, price)
    select listing_id, at, price from jsonb_populate_recordset(null::listing_price, ${JSON.stringify(all)}::jsonb)
  `.execute(tx);
}

export async function rewindAvailability(
  tx: Tx,
  rows: readonly { id: number; availability: FormerListing['availability'] }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await sql`delete from listing_availability where listing_id = any(${ids}::bigint[])`.execute(tx);
  const all = rows.flatMap(({ id, availability }) =>
    availability.map((each) => ({ ...each, listing_id: id })),
  );
  await sql`
    insert into listing_availability (listing_id, at, status)
    select listing_id, at, status
    from jsonb_populate_recordset(null::listing_availability, ${JSON.stringify(all)}::jsonb)
  `.execute(tx);
}

export async function rewindConfirmations(tx: Tx, rows: readonly { id: number; at: Date }[]): Promise<void> {
  await sql`
    insert into listing_confirmation (listing_id, at)
    select id, at from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ at }) => at)}::timestamptz[]) as row(id, at)
    order by id
    on conflict (listing_id) do update set at = excluded.at
  `.execute(tx);
}

/** Photo rows as they were kept, in the shape in which they are written. */
export async function readPhotos(
  tx: Tx,
  rows: readonly { id: number; photos: FormerListing['photos'] }[],
): Promise<PhotoRow[]> {
  const all = rows.flatMap(({ photos }) => photos);
  if (all.length === 0) return [];
  const { rows: photos } = await sql<PhotoRow>`
    select listing_id, position, source, kind, caption, status, storage_key, width, height, placeholder, attempts, error,
      perceptual_hash::text as perceptual_hash, avif, avif_attempts
    from jsonb_populate_recordset(null::listing_photo, ${JSON.stringify(all)}::jsonb)
    order by listing_id, position
  `.execute(tx);
  return photos;
}
