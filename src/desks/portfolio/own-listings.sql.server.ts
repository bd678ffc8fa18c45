import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { ListingDraft, ListingSource, ListingStatus, PhotoDraft } from '#rooms/listings/contract.ts';
import { factColumns } from '#rooms/listings/intake.ts';
import { suspensionOf } from '#rooms/listings/moderation.server.ts';
import type { Suspension } from '#rooms/listings/moderation.ts';
import type { Photo } from '#rooms/listings/photos.ts';
import type { Legal } from './contract.ts';

type Picture = PhotoDraft & {
  readonly state: 'pending' | 'ready' | 'failed';
  readonly error: string | null;
  readonly photo: Photo | null;
};

/** A listing of the agency, whole: what it says, how it stands, what the law said last. */
export interface OwnRow {
  readonly id: number;
  readonly source: ListingSource;
  readonly status: ListingStatus;
  /** What its agency asked for, when the law keeps it off line. */
  readonly wanted: ListingStatus | null;
  /** By Vigie; null: it does not suspend it. */
  readonly suspension: Suspension | null;
  /** Vigie suspends what its agency had paused. */
  readonly paused: boolean;
  readonly contentHash: string;
  readonly photosHash: string;
  readonly publishedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly updatedAt: Date;
  readonly legal: Legal | null;
  readonly pictures: readonly Picture[];
  readonly draft: ListingDraft;
}

/** Null when the agency has no such listing: a draft that was removed is none. */
export async function selectOwn(db: Queryable, agencyId: number, id: number): Promise<OwnRow | null> {
  return (await selectOwns(db, agencyId, [id]))[0] ?? null;
}

/** Which of these listings are the agency's, by their numbers: a draft that was removed is none. */
export async function selectOwns(db: Queryable, agencyId: number, ids: readonly number[]): Promise<OwnRow[]> {
  const facts = sql.join(factColumns.map(([, column]) => sql.ref(`listing.${column}`)));
  const { rows } = await sql<Omit<OwnRow, 'draft'> & ListingDraft>`
    select listing.id, listing.source, listing.status, verdict.wanted, ${suspensionOf()} as suspension,
      coalesce(suspension.paused, false) as paused,
      encode(listing.content_hash, 'hex') as content_hash, encode(listing.photos_hash, 'hex') as photos_hash,
      listing.published_at, confirmation.at as confirmed_at, listing.updated_at,
      case when verdict.listing_id is not null then json_build_object(
        'score', verdict.score, 'hold', verdict.hold, 'findings', verdict.findings) end as legal,
      coalesce((select json_agg(json_build_object(
          'source', source, 'kind', kind, 'caption', caption, 'state', status, 'error', error,
          'photo', case when status = 'ready' then json_build_object('key', storage_key, 'width', width,
            'height', height, 'placeholder', placeholder, 'caption', caption, 'avif', avif = 'ready') end)
        order by position) from listing_photo where listing_photo.listing_id = listing.id), '[]') as pictures,
      listing.technical_id, listing.reference, ${facts}
    from listing
    left join listing_verdict verdict on verdict.listing_id = listing.id
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    left join listing_suspension suspension on suspension.listing_id = listing.id
    where listing.id = any(${ids}::bigint[]) and listing.agency_id = ${agencyId}
      and (listing.status <> 'withdrawn' or listing.published_at is not null)
    order by listing.id
  `.execute(db);
  return rows.map(ownRow);
}

function ownRow(row: Omit<OwnRow, 'draft'> & ListingDraft): OwnRow {
  const {
    source,
    wanted,
    suspension,
    paused,
    contentHash,
    photosHash,
    publishedAt,
    confirmedAt,
    updatedAt,
    legal,
    pictures,
    id: listingId,
    ...said
  } = row;
  const photos = pictures.map(({ source: from, kind, caption }) => ({ source: from, kind, caption }));
  return {
    id: listingId,
    source,
    status: row.status,
    wanted,
    suspension,
    paused,
    contentHash,
    photosHash,
    publishedAt,
    confirmedAt,
    updatedAt,
    legal,
    pictures,
    draft: { ...said, photos },
  };
}

/** Whether another listing of the agency, not gone, bears the reference. */
export async function isReferenceTaken(
  db: Queryable,
  given: { agencyId: number; reference: string; except: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from listing
    where agency_id = ${given.agencyId} and reference = ${given.reference} and id <> ${given.except}
      and status not in ('withdrawn', 'sold', 'rented')
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** References of the agency that begin so. */
export async function selectReferences(
  db: Queryable,
  agencyId: number,
  beginning: string,
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from listing where agency_id = ${agencyId} and starts_with(reference, ${beginning})
  `.execute(db);
  return rows.map(({ reference }) => reference);
}

export async function selectReference(db: Queryable, agencyId: number, id: number): Promise<string | null> {
  const { rows } = await sql<{ reference: string }>`
    select reference from listing where agency_id = ${agencyId} and id = ${id}
  `.execute(db);
  return rows[0]?.reference ?? null;
}
