import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { clock } from '#platform/clock.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { Criteria, TransactionWord } from './contract.ts';
import { criteriaTable } from './criteria-table.ts';
import { factSql } from './facts.sql.server.ts';
import type { Criterion } from './kinds.ts';
import {
  cityOf,
  isDepartment,
  keyProperty,
  outermost,
  type RequestedValue,
  requestedValueOf,
  storedOf,
} from './verdict.ts';

const table: readonly Criterion[] = criteriaTable;

// Statements. `alias` is the name given to `listing`, `keyAlias` to the table of alert keys.

function ref(alias: string, column: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.${column}`)}`;
}

/** Whether a fact is what is asked; null when it does not say, or when nothing is asked (the null of a key). */
function compare(
  criterion: Criterion,
  read: (fact: string) => RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const fact = read(criterion.column);
  switch (criterion.kind) {
    case 'atMost':
      return criterion.least
        ? sql`(${read(criterion.least)} <= ${asked} and ${fact} <= ${asked})`
        : sql`${fact} <= ${asked}`;
    case 'byDay':
      return sql`${fact} <= ${asked}`;
    case 'atLeast':
      return sql`${fact} >= ${asked}`;
    case 'oneOf':
      return sql`${fact} = any(${asked})`;
    case 'anyOf':
      return sql`case when ${asked} is null then null when ${fact} && ${asked} then true
        when ${read(criterion.unsaid)} && ${asked} then null else false end`;
    case 'allOf':
      return sql`${fact} @@ (${asked})::tsquery`;
    case 'noneOf':
      return sql`not (${fact} @@ (${asked})::tsquery)`;
    default:
      return sql`${fact} = ${asked}`;
  }
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Placeholders of a statement composed once for all searches of one shape. */
export interface Placeholders {
  readonly place: RawBuilder<string>;
  readonly types: RawBuilder<readonly string[] | null>;
  /** By word, numbers written whether they are asked or not: searches that differ by them alone are of one shape. */
  readonly open: ReadonlyMap<string, RawBuilder<number | null>>;
}

/**
 * Conditions on `listing`: `scope` (place, transaction, on line; always known), `yes` and `notNo` (yes or maybe).
 * `yes` and `notNo` include the scope. Of rows that are `notNo`, `sure` tells the yes from the maybe (null is maybe): what
 * is always known is not asked again; null when nothing is in doubt. With `stands`, which stand for the values of
 * `criteria`: one place, types, and no other words than those that are open.
 */
export function searchWhere(
  criteria: Criteria,
  alias = 'listing',
  now = clock.now(),
  stands: Placeholders | null = null,
): {
  scope: RawBuilder<SqlBool>;
  yes: RawBuilder<SqlBool>;
  notNo: RawBuilder<SqlBool>;
  sure: RawBuilder<SqlBool> | null;
} {
  const scope = all([
    isOnline(alias),
    inTransaction(criteria.transaction, alias),
    inPlaces(criteria.places, alias, stands),
  ]);
  const asked = table.flatMap((criterion) => {
    const value = requestedValueOf(criteria, criterion);
    const open = stands?.open.get(criterion.word);
    if (open) return [{ criterion, met: openly(criterion, open, alias, now) }];
    return value === null ? [] : [{ criterion, met: onListing(criterion, value, alias, now, stands?.types) }];
  });
  const doubtful = asked.flatMap(({ criterion, met }) => (criterion.known ? [] : [met]));
  return {
    scope,
    yes: all([scope, ...asked.map(({ met }) => met)]),
    sure: doubtful.length > 0 ? all(doubtful) : null,
    notNo: all([
      scope,
      // A known column is compared plainly: an index can answer it.
      ...asked.map(({ criterion, met }) => (criterion.known ? met : sql<SqlBool>`(${met}) is not false`)),
    ]),
  };
}

function onListing(
  criterion: Criterion,
  value: RequestedValue,
  alias: string,
  now: Date,
  stand?: RawBuilder<readonly string[] | null>,
): RawBuilder<SqlBool> {
  // One look at the agency, then its listings by their index; a listing at a time would ask for its agency each time.
  if (criterion.column === 'ownerReference') {
    return sql`${ref(alias, 'agencyId')} = (select id from agency where owner_reference = ${value})`;
  }
  return compare(
    criterion,
    (fact) => factSql(alias, fact, now),
    stand ? sql`${stand}::text[]` : given(criterion, storedOf(criterion, value)),
  );
}

/** A value that the planner does not look at: what it plans for one holds for all, so it plans once. */
function unweighed(value: RawBuilder<unknown>, type: 'bigint' | 'text'): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

/** A number asked or not. No index is looked into by it, which without knowing the number could be the whole country's. */
function openly(
  criterion: Criterion,
  asked: RawBuilder<number | null>,
  alias: string,
  now: Date,
): RawBuilder<SqlBool> {
  const value = unweighed(asked, 'bigint');
  return sql`(${value} is null or ${compare(criterion, (fact) => factSql(alias, fact, now), value)})`;
}

function given(criterion: Criterion, value: RequestedValue): RawBuilder<unknown> {
  if (Array.isArray(value)) return sql`${sql.val(value)}::text[]`;
  if (criterion.kind === 'byDay') return sql`${sql.val(value)}::date`;
  return sql`${sql.val(value)}`;
}

function inTransaction(word: TransactionWord, alias: string): RawBuilder<SqlBool> {
  if (word === 'location') return sql`${ref(alias, 'transaction')} = 2`;
  const purchase = sql<SqlBool>`${ref(alias, 'transaction')} = 1`;
  return word === 'neuf' ? sql`${purchase} and ${ref(alias, 'isNew')}` : purchase;
}

/** One equality per level of place, so that each is answered by its index. */
function inPlaces(
  places: readonly string[],
  alias: string,
  stands: Placeholders | null,
): RawBuilder<SqlBool> {
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
  const place = stands && (stands.open.size > 0 ? unweighed(stands.place, 'text') : stands.place);
  const conditions = levels.map(({ column, codes }) =>
    codes.length === 1
      ? sql`${ref(alias, column)} = ${place ?? codes[0]}`
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
  factsAlias: string,
  keyAlias: string,
  wrap: (met: RawBuilder<SqlBool>, asked: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return all(
    table.map((criterion) => {
      const asked = ref(keyAlias, keyProperty(criterion));
      const met = compare(criterion, (fact) => ref(factsAlias, fact), asked);
      // Neither side is ever null: compared plainly, so that an index on the key can answer it.
      return 'always' in criterion && criterion.always ? met : wrap(met, asked);
    }),
  );
}

/** Yes or maybe, of a row of facts (`factsSelect`) and an alert key already joined by zone and transaction. */
export function notNo(factsAlias: string, keyAlias: string): RawBuilder<SqlBool> {
  return keyConditions(factsAlias, keyAlias, (met) => sql`(${met}) is not false`);
}

/** Yes, of a row of facts (`factsSelect`) and an alert key already joined by zone and transaction. */
export function isYes(factsAlias: string, keyAlias: string): RawBuilder<SqlBool> {
  return keyConditions(factsAlias, keyAlias, (met, asked) => sql`(${asked} is null or (${met}) is true)`);
}

/** The words of a search that a listing says nothing about, as a text[]. */
export function unknownWords(criteria: Criteria, alias = 'listing', now = clock.now()): RawBuilder<string[]> {
  const silent = table.flatMap((criterion) => {
    const value = criterion.known ? null : requestedValueOf(criteria, criterion);
    return value === null
      ? []
      : [
          sql`case when (${onListing(criterion, value, alias, now)}) is null then ${criterion.word}::text end`,
        ];
  });
  if (silent.length === 0) return sql`'{}'::text[]`;
  return sql`array_remove(array[${sql.join(silent)}], null)`;
}
