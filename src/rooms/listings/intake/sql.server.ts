import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import { type ListingSource, type ListingStatus, visibleStatuses } from '../contract.ts';

/** What the next version of a listing is compared with. */
export interface ListingState {
  readonly id: number;
  readonly technicalId: string;
  readonly source: ListingSource;
  readonly reference: string;
  readonly status: ListingStatus;
  readonly transaction: number;
  /** Cents. */
  readonly price: number;
  /** Hexadecimal SHA-256. */
  readonly contentHash: string;
  readonly photosHash: string;
  readonly publishedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly previousPrice: number | null;
  readonly priceChangedAt: Date | null;
}

const WRITERS = 7204;

/** Writers of one agency's listings go one after the other, until the end of the transaction. */
export async function lockListingsOf(tx: Tx, agencyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(WRITERS)}, ${agencyId})`.execute(tx);
}

/** Every listing of the agency, or those of the given technical ids. */
export async function selectStates(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<ListingState[]> {
  const { rows } = await sql<ListingState>`
    select id, technical_id, source, reference, status, transaction, price, published_at, withdrawn_at, previous_price,
           price_changed_at, encode(content_hash, 'hex') as content_hash, encode(photos_hash, 'hex') as photos_hash
    from listing
    where agency_id = ${agencyId}
    ${technicalIds === null ? sql`` : sql`and technical_id = any(${technicalIds}::text[])`}
  `.execute(db);
  return rows;
}

/** A row to write, in column names; missing columns are null. */
export type ListingRow = Record<string, unknown>;

// A recordset is expanded by PostgreSQL with the types of the table itself: one parameter, one statement.
function recordset(rows: readonly ListingRow[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::listing, ${JSON.stringify(rows)}::json)`;
}

function list(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.join(', '));
}

/** Inserts rows of the given columns. Returns the new ids by technical id. */
export async function insertListings(
  tx: Tx,
  columns: readonly string[],
  rows: readonly ListingRow[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const inserted = await sql<{ id: number; technicalId: string }>`
    insert into listing (${list(columns)})
    select ${list(columns)} from ${recordset(rows)}
    returning id, technical_id
  `.execute(tx);
  return new Map(inserted.rows.map(({ id, technicalId }) => [technicalId, id]));
}

/** Rewrites the given columns of the rows, found by `id`. */
export async function updateListings(
  tx: Tx,
  columns: readonly string[],
  rows: readonly ListingRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update listing set ${sql.raw(columns.map((column) => `${column} = next.${column}`).join(', '))}
    from ${recordset(rows)} as next
    where listing.id = next.id
  `.execute(tx);
}

/** Ids that are no listing's are left out. */
export async function upsertConfirmations(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into listing_confirmation (listing_id, at)
    select id, ${now} from listing where id = any(${ids}::bigint[]) order by id
    on conflict (listing_id) do update set at = excluded.at
  `.execute(tx);
}

/** Confirms again the listings of the agency that were confirmed since the date. */
export async function reconfirmListings(tx: Tx, agencyId: number, since: Date, now: Date): Promise<void> {
  await sql`
    update listing_confirmation set at = ${now}
    from listing
    where listing.id = listing_id and listing.agency_id = ${agencyId} and at >= ${since}
  `.execute(tx);
}

export async function insertPrices(
  tx: Tx,
  rows: readonly { listingId: number; price: number }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into listing_price (listing_id, at, price)
    select listing_id, ${now}, price
    from unnest(${rows.map((row) => row.listingId)}::bigint[], ${rows.map((row) => row.price)}::bigint[])
      as row(listing_id, price)
    on conflict (listing_id, at) do update set price = excluded.price
  `.execute(tx);
}

export async function insertAvailability(
  tx: Tx,
  rows: readonly { listingId: number; status: ListingStatus }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into listing_availability (listing_id, at, status)
    select listing_id, ${now}, status
    from unnest(${rows.map((row) => row.listingId)}::bigint[], ${rows.map((row) => row.status)}::text[])
      as row(listing_id, status)
    on conflict (listing_id, at) do update set status = excluded.status
  `.execute(tx);
}

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
}

/** Takes the photo rows of the listings away and returns them. */
export async function takePhotos(tx: Tx, listingIds: readonly number[]): Promise<PhotoRow[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<PhotoRow>`
    delete from listing_photo where listing_id = any(${listingIds}::bigint[])
    returning listing_id, position, source, kind, caption, status, storage_key, width, height, placeholder, attempts, error
  `.execute(tx);
  return rows;
}

export async function insertPhotos(tx: Tx, photos: readonly PhotoRow[], now: Date): Promise<void> {
  if (photos.length === 0) return;
  const column = <Value>(pick: (photo: PhotoRow) => Value) => photos.map(pick);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, caption, status, storage_key, width, height,
                               placeholder, attempts, error, next_at)
    select *, ${now}::timestamptz from unnest(
      ${column((photo) => photo.listingId)}::bigint[], ${column((photo) => photo.position)}::smallint[],
      ${column((photo) => photo.source)}::text[], ${column((photo) => photo.kind)}::text[],
      ${column((photo) => photo.caption)}::text[], ${column((photo) => photo.status)}::text[],
      ${column((photo) => photo.storageKey)}::text[], ${column((photo) => photo.width)}::integer[],
      ${column((photo) => photo.height)}::integer[], ${column((photo) => photo.placeholder)}::text[],
      ${column((photo) => photo.attempts)}::smallint[], ${column((photo) => photo.error)}::text[])
  `.execute(tx);
}

/** Stored pictures to remove later: mails already sent still show them. */
export async function insertDroppedPhotos(tx: Tx, storageKeys: readonly string[], now: Date): Promise<void> {
  if (storageKeys.length === 0) return;
  await sql`
    insert into listing_photo_dropped (storage_key, at)
    select key, ${now} from unnest(${storageKeys}::text[]) as key
    on conflict (storage_key) do update set at = excluded.at
  `.execute(tx);
}

export interface Departure {
  readonly id: number;
  readonly technicalId: string;
  /** Before. */
  readonly status: ListingStatus;
}

/** Gives `status` to the listings of the agency that have one of the statuses `from`. Returns those changed. */
export async function leaveListings(
  tx: Tx,
  given: {
    agencyId: number;
    technicalIds: readonly string[];
    from: readonly ListingStatus[];
    status: ListingStatus;
    now: Date;
  },
): Promise<Departure[]> {
  const { rows } = await sql<Departure>`
    update listing set
      status = ${given.status},
      updated_at = ${given.now},
      withdrawn_at = case when listing.status = any(${visibleStatuses}::text[]) then ${given.now}
                     else listing.withdrawn_at end
    from listing as former
    where former.id = listing.id
      and listing.agency_id = ${given.agencyId}
      and listing.technical_id = any(${given.technicalIds}::text[])
      and listing.status = any(${given.from}::text[])
    returning listing.id, listing.technical_id, former.status
  `.execute(tx);
  return rows;
}

/** Agencies that have listings on line not confirmed since the date, with those listings' technical ids, at most `limit` each. */
export async function selectUnconfirmed(
  db: Queryable,
  since: Date,
  agencyId: number | null,
): Promise<{ agencyId: number; technicalIds: string[] }[]> {
  const { rows } = await sql<{ agencyId: number; technicalIds: string[] }>`
    select listing.agency_id, array_agg(listing.technical_id order by listing.technical_id) as technical_ids
    from listing
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where listing.status = any(${visibleStatuses}::text[])
      and coalesce(confirmation.at, listing.updated_at) < ${since}
      ${agencyId === null ? sql`` : sql`and listing.agency_id = ${agencyId}`}
    group by listing.agency_id
  `.execute(db);
  return rows;
}
