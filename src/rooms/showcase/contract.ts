// Showcase: the page of one listing, put together from what other rooms know of it.
// Owns nothing: it stands above listings, leads, favorites and prices (docs/decisions/0013).
// Announces nothing.

/** How a listing left, before the day it did. */
export function departureOf(status: string): string {
  return { sold: 'Vendue', rented: 'Louée' }[status] ?? 'Retirée';
}
