/**
 * The predicate as other rooms borrow it: on `listing` (`searchWhere`), in memory (`judge`), on alert keys (`notNo`, `isYes`).
 * Five evaluators say the same of a listing and of what is looked for; `searchWhere`, in SQL, is the oracle. Their tests hold
 * `judge` (verdict/contract.ts) to it, and to these two the matcher of alerts in SQL (alerts/matcher/sql.server.ts), its
 * columns in memory (alerts/matcher/columns) and the search in memory (search/memory).
 */
export type { ListingFacts } from './facts/contract.ts';
export { factSql, factsSelect, judgedColumns } from './facts/sql.server.ts';
export {
  isYes,
  listingTransactions,
  listingZones,
  notNo,
  type Stands,
  searchWhere,
  unknownWords,
  visible,
} from './sql.server.ts';
export {
  judge,
  judgeOf,
  keyColumns,
  keyColumnsOf,
  otherKeysOf,
  zoneKeysOf,
  zonesOf,
} from './verdict/contract.ts';
