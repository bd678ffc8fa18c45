import type { Queryable } from '#platform/db.server.ts';
import { listingsByIds } from './reading.server.ts';
import type { ListingCard } from './reading.ts';
import { selectAlike } from './similar.sql.server.ts';

const SHOWN = 4;
const PRICE_SLACK = 0.25;
const SURFACE_SLACK = 0.3;

/**
 * Up to four homes on line that could be had instead of this listing's, the most alike first: of its commune or the
 * nearest ones, at most a quarter dearer or cheaper, three tenths larger or smaller; never its own home, each home once.
 */
export async function similarListings(db: Queryable, id: number): Promise<ListingCard[]> {
  const ids = await selectAlike(db, {
    id,
    priceSlack: PRICE_SLACK,
    surfaceSlack: SURFACE_SLACK,
    limit: SHOWN,
  });
  return listingsByIds(db, ids);
}

/** More of them, less alike, to compare figures with: at most 40 % dearer or cheaper, half larger or smaller. */
export function comparableIds(db: Queryable, id: number, limit: number): Promise<number[]> {
  return selectAlike(db, { id, priceSlack: 0.4, surfaceSlack: 0.5, limit });
}
