import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Criteria, type Criterion, criteriaTable, type TransactionWord } from './contract.ts';
import {
  type Asked,
  askedOf,
  bareTypes,
  bareValues,
  cityOf,
  isDepartment,
  keyProperty,
  outermost,
} from './verdict/contract.ts';

const table: readonly Criterion[] = criteriaTable;

// Statements. `alias` is the name given to `listing`, `keyAlias` to the table of alert keys.

function ref(alias: string, column: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.${column}`)}`;
}

/** The value of a criterion's column: a column of `listing`, or a fact made of several. */
export function columnOf(alias: string, column: Criterion['column']): RawBuilder<unknown> {
  if (column === 'groundFloor') return sql`(${ref(alias, 'floor')} = 0)`;
  if (column === 'topFloor') return sql`(${ref(alias, 'floor')} = ${ref(alias, 'floors')})`;
  const bare = bareValues[column];
  if (bare === undefined) return ref(alias, column);
  return sql`coalesce(${ref(alias, column)}, case when ${ref(alias, 'propertyType')} in (${sql.join(
    bareTypes.map((type) => sql.lit(type)),
  )}) then ${sql.lit(bare)} end)`;
}

function compare(
  criterion: Criterion,
  fact: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (criterion.kind === 'atMost') return sql`${fact} <= ${asked}`;
  if (criterion.kind === 'atLeast') return sql`${fact} >= ${asked}`;
  if (criterion.kind === 'oneOf') return sql`${fact} = any(${asked})`;
  return sql`${fact} = ${asked}`;
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** The listings that pages, searches and alerts show. Written like the condition of the partial indexes. */
export function visible(alias: string): RawBuilder<SqlBool> {
  return sql`${ref(alias, 'status')} in ('online', 'under_offer')`;
}

/**
 * Conditions on `listing`: `scope` (place, transaction, on line; always known), `yes` and `notNo` (yes or maybe).
 * `yes` and `notNo` include the scope.
 */
export function searchWhere(
  criteria: Criteria,
  alias = 'listing',
): { scope: RawBuilder<SqlBool>; yes: RawBuilder<SqlBool>; notNo: RawBuilder<SqlBool> } {
  const scope = all([
    visible(alias),
    inTransaction(criteria.transaction, alias),
    inPlaces(criteria.places, alias),
  ]);
  const asked = table.flatMap((criterion) => {
    const value = askedOf(criteria, criterion);
    return value === null
      ? []
      : [{ criterion, met: compare(criterion, columnOf(alias, criterion.column), given(value)) }];
  });
  return {
    scope,
    yes: all([scope, ...asked.map(({ met }) => met)]),
    notNo: all([
      scope,
      // A known column is compared plainly: an index can answer it.
      ...asked.map(({ criterion, met }) => (criterion.known ? met : sql<SqlBool>`(${met}) is not false`)),
    ]),
  };
}

function given(value: Asked): RawBuilder<unknown> {
  if (Array.isArray(value)) return sql`${sql.val(value)}::text[]`;
  return sql`${sql.val(value)}`;
}

function inTransaction(word: TransactionWord, alias: string): RawBuilder<SqlBool> {
  if (word === 'location') return sql`${ref(alias, 'transaction')} = 2`;
  const purchase = sql<SqlBool>`${ref(alias, 'transaction')} = 1`;
  return word === 'neuf' ? sql`${purchase} and ${ref(alias, 'isNew')}` : purchase;
}

/** One equality per level of place, so that each is answered by its index. */
function inPlaces(places: readonly string[], alias: string): RawBuilder<SqlBool> {
  if (places.length === 0) return sql`true`;
  const kept = outermost(places);
  const departments = kept.filter(isDepartment).map((code) => code.slice(1));
  const districts = kept.filter((code) => cityOf(code) !== code && !isDepartment(code));
  const cities = kept.filter((code) => cityOf(code) === code && !isDepartment(code));
  const levels = [
    { column: 'cityCode', codes: cities },
    { column: 'placeCode', codes: districts },
    { column: 'departmentCode', codes: departments },
  ].filter(({ codes }) => codes.length > 0);
  const conditions = levels.map(({ column, codes }) =>
    codes.length === 1
      ? sql`${ref(alias, column)} = ${codes[0]}`
      : sql`${ref(alias, column)} = any(${codes}::text[])`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** The zones of a listing, as a text[] without repeats: join `zone = any(...)`. */
export function listingZones(alias: string): RawBuilder<string[]> {
  const place = ref(alias, 'placeCode');
  const city = ref(alias, 'cityCode');
  const department = sql`'D' || ${ref(alias, 'departmentCode')}`;
  return sql`case when ${place} = ${city} then array[${place}::text, ${department}]
    else array[${place}::text, ${city}::text, ${department}] end`;
}

/** The transaction words of a listing, as a text[]. */
export function listingTransactions(alias: string): RawBuilder<string[]> {
  return sql`case when ${ref(alias, 'transaction')} = 2 then array['location']
    when ${ref(alias, 'isNew')} then array['achat', 'neuf'] else array['achat'] end`;
}

function keyConditions(
  listingAlias: string,
  keyAlias: string,
  wrap: (met: RawBuilder<SqlBool>, asked: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return all(
    table.map((criterion) => {
      const asked = ref(keyAlias, keyProperty(criterion));
      const met = compare(criterion, columnOf(listingAlias, criterion.column), asked);
      // Neither side is ever null: compared plainly, so that an index on the key can answer it.
      return criterion.known && criterion.kind !== 'oneOf' ? met : wrap(met, asked);
    }),
  );
}

/** Yes or maybe, of a listing and an alert key already joined by zone and transaction. */
export function notNo(listingAlias: string, keyAlias: string): RawBuilder<SqlBool> {
  return keyConditions(listingAlias, keyAlias, (met) => sql`(${met}) is not false`);
}

/** Yes, of a listing and an alert key already joined by zone and transaction. */
export function isYes(listingAlias: string, keyAlias: string): RawBuilder<SqlBool> {
  return keyConditions(listingAlias, keyAlias, (met, asked) => sql`(${asked} is null or (${met}) is true)`);
}

/** The words of a search that a listing says nothing about, as a text[]. */
export function unknownWords(criteria: Criteria, alias = 'listing'): RawBuilder<string[]> {
  const silent = table
    .filter((criterion) => !criterion.known && askedOf(criteria, criterion) !== null)
    .map(({ word, column }) => sql`case when ${columnOf(alias, column)} is null then ${word}::text end`);
  if (silent.length === 0) return sql`'{}'::text[]`;
  return sql`array_remove(array[${sql.join(silent)}], null)`;
}
