import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { ListingStatus } from '#rooms/listings/contract.ts';
import type { Finding } from '#rooms/listings/legal-engine.ts';

export interface PreflightListing {
  readonly id: number;
  readonly agencyId: number;
  readonly status: ListingStatus;
  readonly reference: string;
  readonly title: string;
  /** What the law says of it; 100 and none when it says nothing. */
  readonly score: number;
  readonly findings: readonly Finding[];
  /** Ready ones, in pixels, the first one first. */
  readonly photos: readonly { readonly width: number; readonly height: number }[];
}

/** In no order; unknown ids are left out. */
export async function selectPreflightListings(
  db: Queryable,
  ids: readonly number[],
): Promise<PreflightListing[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PreflightListing>`
    select listing.id, listing.agency_id, listing.status, listing.reference, listing.title,
      coalesce(verdict.score, 100)::int as score, coalesce(verdict.findings, '[]') as findings,
      (select coalesce(json_agg(json_build_object('width', width, 'height', height) order by position), '[]')
       from listing_photo where listing_id = listing.id and status = 'ready') as photos
    from listing left join listing_verdict verdict on verdict.listing_id = listing.id
    where listing.id = any(${ids}::bigint[])
  `.execute(db);
  return rows;
}
