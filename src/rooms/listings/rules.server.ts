/** What other rooms may ask of listings; each rule is where its subject is. */
export {
  type Applied,
  applyListings,
  type CurrentListing,
  confirmListings,
  currentHashes,
  type DraftHash,
  expireListings,
  type ListingsToApply,
  listingDraftHash,
  type Outcome,
  reconfirmListings,
  withdrawListings,
} from './intake/rules.server.ts';
export { listingById, listingsByIds, publicListing, similarListings } from './reading/rules.server.ts';
