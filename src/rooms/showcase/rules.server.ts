import { parisDay } from '../../contract/day.ts';
import type { Queryable } from '../../platform/db.server.ts';
import { RENTAL } from '../listings/contract.ts';
import type { ListingView } from '../listings/reading/contract.ts';
import { netPricePerM2 } from '../listings/reading/worth/contract.ts';
import type { SoldHere } from '../prices/contract.ts';
import type { RentAnswer } from '../prices/rent-control/contract.ts';
import { rentVerdictOf } from '../prices/rent-control/rules.server.ts';
import { soldHere } from '../prices/rules.server.ts';

export interface Worth {
  /** The signed sales of the place, for a flat or a house offered second-hand. */
  readonly sold: SoldHere | null;
  /** What the rent-control order says of a rental. */
  readonly rent: RentAnswer | null;
}

/** What Vigie knows of a price beside what the agency says of it; nothing where nothing is known. */
export async function worthOf(db: Queryable, listing: ListingView, now: Date): Promise<Worth> {
  const { place, propertyType, transaction } = listing;
  const kind = propertyType === 'apartment' || propertyType === 'house' ? propertyType : null;
  if (!place || !kind) return { sold: null, rent: null };
  if (transaction === RENTAL) {
    const facts = { ...listing, placeCode: place.code };
    return { sold: null, rent: await rentVerdictOf(db, facts, parisDay(now).day) };
  }
  const comparable = !listing.isNew && !listing.lifeAnnuity && netPricePerM2(listing) !== null;
  return { sold: comparable ? await soldHere(db, place.code, kind) : null, rent: null };
}
