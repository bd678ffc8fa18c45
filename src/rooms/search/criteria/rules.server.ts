/** The predicate as other rooms borrow it: in memory (`judge`), on `listing` (`searchWhere`), on alert keys (`notNo`, `isYes`). */
export type { ListingFacts } from './facts/contract.ts';
export { factSql, factsSelect, judgedColumns } from './facts/sql.server.ts';
export { isYes, listingTransactions, listingZones, notNo, searchWhere, visible } from './sql.server.ts';
export {
  judge,
  judgeOf,
  keyColumns,
  keyColumnsOf,
  otherKeysOf,
  zoneKeysOf,
  zonesOf,
} from './verdict/contract.ts';
