/**
 * The predicate as other rooms borrow it: in SQL, on `listing` (`searchWhere`) and on alert keys (`notNo`, `isYes`).
 *
 * Five evaluators say the same of a listing and of what is looked for. `searchWhere` is the oracle; tests hold to it `judge`
 * (verdict.ts), the matcher of alerts in SQL (alerts/matching/matcher.sql.server.ts), its columns in memory
 * (alerts/matching/columns) and the search in memory (search/memory).
 */
export { factSql, factsSelect, judgedColumns } from './facts.sql.server.ts';
export {
  isYes,
  listingTransactions,
  listingZones,
  notNo,
  type Placeholders,
  searchWhere,
  unknownWords,
} from './predicate.sql.server.ts';
