// Showcase: the page of one listing, put together from what other rooms know of it.
// Owns nothing: it stands above listings, leads, favorites and prices (docs/decisions/0013).
// Announces nothing.

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
