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
  type Judgement,
  judge,
  type KeyColumn,
  type KeyValues,
  keyColumns,
  keyColumnsOf,
  type ListingFacts,
  transactionsOf,
  type Verdict,
  zoneKeysOf,
  zonesOf,
} from './verdict/contract.ts';
