import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { ListingStatus } from '../contract.ts';

/** A picture of one listing that another listing shows too. */
export interface SharedPhoto {
  readonly listingId: number;
  readonly position: number;
  readonly otherListingId: number;
  readonly otherPosition: number;
  readonly otherStatus: ListingStatus;
  /** Reference of its agency. */
  readonly otherAgency: string;
  /** Bits of 64 that differ; 0 for the same drawing. */
  readonly distance: number;
}

interface Search {
  readonly listingIds: readonly number[];
  /** Bits that may differ, at most 7. */
  readonly within: number;
  /** Most answers for one picture. */
  readonly limit: number;
}

/** Pictures of other listings near those of these ones, the nearest first. */
export async function selectSharedPhotos(db: Queryable, search: Search): Promise<SharedPhoto[]> {
  const { rows } = await sharedPhotos(search).execute(db);
  return rows;
}

/** The statement. Parts and probes (migration 0012) find every hash within 7 bits through the index. */
export function sharedPhotos({ listingIds, within, limit }: Search): RawBuilder<SharedPhoto> {
  return sql<SharedPhoto>`
    select own.listing_id, own.position, near.listing_id as other_listing_id, near.position as other_position,
           listing.status as other_status, agency.owner_reference as other_agency, near.distance
    from listing_photo own
    cross join lateral (
      select listing_id, position, distance from (
        select other.listing_id, other.position,
               bit_count((other.perceptual_hash # own.perceptual_hash)::bit(64))::integer as distance
        from listing_photo other
        where photo_parts(other.perceptual_hash) && photo_probes(own.perceptual_hash)
          and other.perceptual_hash is not null and other.listing_id <> own.listing_id
        union all
        select other.listing_id, other.position, 0
        from listing_photo other
        where own.kind = 'drawn' and other.kind = 'drawn' and other.storage_key = own.storage_key
          and other.listing_id <> own.listing_id
      ) candidate
      where distance <= ${within}
      order by distance, listing_id, position
      limit ${limit}
    ) near
    join listing on listing.id = near.listing_id
    join agency on agency.id = listing.agency_id
    where own.listing_id = any(${listingIds}::bigint[]) and own.status = 'ready'
    order by own.listing_id, own.position, near.distance, near.listing_id, near.position
  `;
}
