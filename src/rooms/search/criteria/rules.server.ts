/** The predicate as other rooms borrow it: in memory (`judge`), on `listing` (`searchWhere`), on alert keys (`notNo`, `isYes`). */
export {
  columnOf,
  isYes,
  listingTransactions,
  listingZones,
  notNo,
  searchWhere,
  visible,
} from './sql.server.ts';
export {
  factColumns,
  judge,
  keyColumns,
  keyColumnsOf,
  type ListingFacts,
  zoneKeysOf,
} from './verdict/contract.ts';
