// Showcase: the page of one listing, put together from what other rooms know of it.
// Owns nothing: it stands above listings, leads, favorites and prices (docs/decisions/0013).
// Announces nothing.
import { paths } from '../../contract/paths.ts';
import { propertyTypes, RENTAL } from '../listings/contract.ts';
import type { ListingView } from '../listings/reading/contract.ts';

/** Address of a new alert for what is like this one: same place, market, type and rooms, up to a tenth dearer. */
export function alertLike(listing: ListingView): string {
  const { transaction, isNew, place, propertyType, rooms, price } = listing;
  const step = transaction === RENTAL ? 50 : 10_000;
  const words = new URLSearchParams({
    transaction: transaction === RENTAL ? 'location' : isNew ? 'neuf' : 'achat',
    ...(place ? { lieux: place.slug } : {}),
    type: propertyTypes[propertyType].word,
    prixMax: String(Math.ceil((price * 1.1) / 100 / step) * step),
    ...(rooms ? { pieces: String(rooms) } : {}),
  });
  return `${paths.newAlert()}?${words}`;
}
