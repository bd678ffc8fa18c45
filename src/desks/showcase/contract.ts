// Showcase: the page of one listing, put together from what other rooms know of it.
// Owns nothing: it stands above listings, leads, favorites and prices (docs/decisions/0013).
import { paths } from '#contract/paths.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { factsText, type ListingView } from '#rooms/listings/reading.ts';
import { atPlace, districtSegment } from '#rooms/places/contract.ts';

/** How a listing left, before the day it did. */
export function departureOf(status: string): string {
  return { sold: 'Vendue', rented: 'Louée' }[status] ?? 'Retirée';
}

/** An address that may be opened: https, and nothing that runs; null for any other. */
export function safeAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : null;
}

/** The way to a listing: its city or its district, bought, rented or new. */
export function crumbsOf(listing: ListingView): { label: string; href?: string }[] {
  const { place, transaction, isNew } = listing;
  const crumbs: ReturnType<typeof crumbsOf> = [{ label: 'Accueil', href: paths.home() }];
  if (place?.citySlug) {
    const market = transaction === RENTAL ? 'rent' : isNew ? 'new' : 'buy';
    const verb = { rent: 'Louer', new: 'Neuf', buy: 'Acheter' }[market];
    const { citySlug, rank } = place;
    const href =
      rank === null
        ? paths[`${market}City`]({ citySlug })
        : paths[`${market}CityRefined`]({ citySlug, refinement: districtSegment(rank) });
    crumbs.push({ label: `${verb} ${atPlace(place)}`, href });
  }
  return [...crumbs, { label: factsText(listing) }];
}
