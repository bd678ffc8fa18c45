/** What other rooms ask of listings most; the rules of feeds are in intake/, where they are decided. */
export { applyListings } from './intake/rules.server.ts';
export { expireListings, withdrawListings } from './intake/standing/rules.server.ts';
export { listingsByIds, publicListing } from './reading/rules.server.ts';
