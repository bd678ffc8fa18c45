// Verdict: whether a listing is what one looks for, and how criteria are kept as keys of alerts.
import { eurosToCents } from '#contract/money.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { cutCities } from '#rooms/places/contract.ts';
import { type AreaAround, wordsAgainst } from './area-around.ts';
import type { AreaWord } from './area-words.ts';
import type { Criteria, TransactionWord } from './contract.ts';
import { type CriterionWord, criteriaTable, type Row } from './criteria-table.ts';
import { type Fact, factOf, type ListingFacts } from './facts.ts';
import type { Criterion } from './kinds.ts';
import { termsWithin, tsqueryOf } from './terms.ts';

// Widened: the rows keep their exact types for `KeyValues` below.
const table: readonly Criterion[] = criteriaTable;

export type Verdict = 'yes' | 'maybe' | 'no';
export interface Judgement {
  readonly verdict: Verdict;
  /** Words that the listing does not meet. */
  readonly failed: readonly (CriterionWord | AreaWord | 'transaction' | 'places')[];
  /** Words that the listing says nothing about. */
  readonly unknown: readonly (CriterionWord | AreaWord)[];
}

/**
 * Whether a listing is what one looks for (interface.md, fine points 19): no when a known value fails, maybe when
 * only unknown ones stand in the way. An area (`within`) takes the place of the places. The statements of predicate.sql.server.ts say the same of whole tables.
 *
 * Some words depend on the time (`now`). For an alert: `depuis=7` tells what happens to a listing (it appears, its
 * price falls, it comes back) while its first day on line is at most 7 days old; `baisse=oui` tells it while its last
 * change of price is a fall of the last 30 days, so the fall itself and what follows it; `disponibleAvant` names a day
 * that stays the same as time goes by; `budgetMax` counts with the assumptions of the day (../cost). Each is judged
 * when the fact is read, and again when the mail is written or an explanation is asked for.
 */
export function judge(criteria: Wanted, facts: Judged, now: Date): Judgement {
  return judgeOf(criteria)(facts, now);
}

type Wanted = Criteria & { readonly within?: AreaAround | undefined };
type Judged = ListingFacts & { readonly lat?: number | null; readonly lng?: number | null };

/** The same for many listings: the criteria are read once. */
export function judgeOf({ within, ...criteria }: Wanted): (facts: Judged, now: Date) => Judgement {
  const { transaction, places } = criteria;
  const asked: { criterion: Criterion; value: RequestedValue }[] = [];
  for (const criterion of table) {
    if (!(criterion.word in criteria)) continue;
    const value = requestedValueOf(criteria, criterion);
    if (value !== null) asked.push({ criterion, value });
  }
  return (facts, now) => {
    const failed: Judgement['failed'][number][] = [];
    const unknown: Judgement['unknown'][number][] = [];
    if (!transactionsOf(facts).includes(transaction)) failed.push('transaction');
    const inPlace =
      places.includes(facts.placeCode) ||
      places.includes(facts.cityCode) ||
      places.includes(`D${facts.departmentCode}`);
    if (within) {
      const { lat = null, lng = null } = facts;
      const against = wordsAgainst(within, { lat, lng, inPlace });
      failed.push(...against.failed);
      unknown.push(...against.unknown);
    } else if (places.length > 0 && !inPlace) failed.push('places');
    for (const { criterion, value } of asked) {
      const answer = meets(criterion, value, facts, now);
      if (answer === false) failed.push(criterion.word as CriterionWord);
      if (answer === null) unknown.push(criterion.word as CriterionWord);
    }
    return { verdict: failed.length > 0 ? 'no' : unknown.length > 0 ? 'maybe' : 'yes', failed, unknown };
  };
}

/** The transactions under which a listing is looked for. */
function transactionsOf(facts: Pick<ListingFacts, 'transaction' | 'isNew'>): TransactionWord[] {
  if (facts.transaction === RENTAL) return rentals;
  return facts.isNew ? newHomes : sales;
}

const rentals: TransactionWord[] = ['location'];
const sales: TransactionWord[] = ['achat'];
const newHomes: TransactionWord[] = ['achat', 'neuf'];

/** The places under which a listing is looked for: its commune or district, its city, its department. */
export function zonesOf(facts: Pick<ListingFacts, 'placeCode' | 'cityCode' | 'departmentCode'>): string[] {
  return [...new Set([facts.placeCode, facts.cityCode, `D${facts.departmentCode}`])];
}

function meets(criterion: Criterion, asked: RequestedValue, facts: ListingFacts, now: Date): boolean | null {
  const read = (column: string): Fact => factOf(facts, column, now);
  if (criterion.kind === 'allOf' || criterion.kind === 'noneOf') {
    const terms = asked as readonly string[];
    const held = termsWithin(`${facts.title} ${facts.description}`, terms).length;
    return criterion.kind === 'allOf' ? held === terms.length : held === 0;
  }
  const fact = read(criterion.column);
  if (criterion.kind === 'anyOf') {
    const wished = (values: Fact) =>
      ((values ?? []) as readonly string[]).some((one) => (asked as readonly string[]).includes(one));
    return wished(fact) ? true : wished(read(criterion.unsaid)) ? null : false;
  }
  if (fact === null) {
    const least = criterion.kind === 'atMost' && criterion.least ? read(criterion.least) : null;
    return least !== null && least > asked ? false : null;
  }
  switch (criterion.kind) {
    case 'atMost':
    case 'byDay':
      return fact <= asked;
    case 'atLeast':
      return fact >= asked;
    case 'oneOf':
      return (asked as readonly string[]).includes(fact as string);
    default:
      return fact === asked;
  }
}

export type RequestedValue = number | boolean | string | readonly string[];

/** What is asked, in the unit of the column: cents, column values, terms. Null when nothing is. */
export function requestedValueOf(criteria: Criteria, criterion: Criterion): RequestedValue | null {
  const said = (criteria as unknown as Record<string, unknown>)[criterion.word];
  if (said === undefined) return null;
  if (criterion.kind === 'oneOf' || criterion.kind === 'anyOf') {
    const values = (said as readonly string[]).flatMap((word) => criterion.values[word]?.value ?? []);
    return values.length > 0 ? values : null;
  }
  if (criterion.kind !== 'atMost' && criterion.kind !== 'atLeast') return said as RequestedValue;
  return criterion.unit.startsWith('euros') ? eurosToCents(said as number) : (said as number);
}

export const isDepartment = (code: string) => code.startsWith('D');

/** 69123 of 69387; a commune is its own city. */
export function cityOf(code: string): string {
  const rank = (base: number) => Number(code) - base;
  return (
    cutCities.find(
      ({ districtBase, districts }) => rank(districtBase) >= 1 && rank(districtBase) <= districts,
    )?.code ?? code
  );
}

/** `D34` of 34172, `D974` of 97411. */
function departmentOf(code: string): string {
  return `D${code.startsWith('97') || code.startsWith('98') ? code.slice(0, 3) : code.slice(0, 2)}`;
}

/** The places without those inside another one. */
export function outermost(places: readonly string[]): string[] {
  const chosen = new Set(places);
  return [...chosen].filter((code) => {
    if (isDepartment(code)) return true;
    const city = cityOf(code);
    return !chosen.has(departmentOf(code)) && (city === code || !chosen.has(city));
  });
}

/**
 * The zones of an alert's keys: its places without those inside another one, so that a listing meets an alert
 * at most once (speed.md 5.1).
 */
export function zoneKeysOf(criteria: Pick<Criteria, 'places'>): string[] {
  return outermost(criteria.places);
}

const NO_CEILING = Number.MAX_SAFE_INTEGER;
const prefixes = {
  atMost: 'max',
  atLeast: 'min',
  oneOf: 'in',
  anyOf: 'any',
  flag: 'is',
  allOf: 'all',
  noneOf: 'no',
  named: 'same',
  byDay: 'until',
} as const;

type KeyName<R extends Row> = `${(typeof prefixes)[R['kind']]}${Capitalize<R['column']>}`;
type KeyValue<R extends Row> = R extends { kind: 'flag' }
  ? boolean | null
  : R extends { kind: 'oneOf' | 'anyOf' }
    ? string[] | null
    : R extends { kind: 'allOf' | 'noneOf' | 'named' | 'byDay' }
      ? string | null
      : R extends { always: true }
        ? number
        : number | null;

/** One row's worth of an alert's criteria, ready for the key table (camelCase). Null is not asked. */
type KeyValues = { [R in Row as KeyName<R>]: KeyValue<R> };

interface KeyColumn {
  /** In TypeScript: `maxPrice`. */
  readonly property: keyof KeyValues;
  /** In SQL: `max_price`. */
  readonly name: string;
  /** As written in a migration. */
  readonly type: string;
  /** Not a column of its own: a value of `others`, by its name in SQL. */
  readonly other: boolean;
}

/** The columns that the alert key table holds beside alert, zone and transaction, in order. */
export const keyColumns: readonly KeyColumn[] = table.map((criterion) => {
  const property = keyProperty(criterion);
  return {
    property,
    name: property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: keyType(criterion),
    other: criterion.other === true,
  };
});

/** The key column of a criterion: `maxPrice`. */
export function keyProperty({ kind, column }: Criterion): keyof KeyValues {
  return `${prefixes[kind]}${column.charAt(0).toUpperCase()}${column.slice(1)}` as keyof KeyValues;
}

function keyType(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'flag':
      return 'boolean';
    case 'oneOf':
    case 'anyOf':
      return 'text[]';
    // A question to the index of words, as text: shorter than a tsquery.
    case 'allOf':
    case 'noneOf':
    case 'named':
      return 'text';
    case 'byDay':
      return 'date';
    default: {
      const { unit } = criterion;
      const type = unit.startsWith('euros') ? 'bigint' : unit === 'm²' ? 'integer' : 'smallint';
      return criterion.always ? `${type} not null` : type;
    }
  }
}

/** What is asked as statements and alert keys hold it: terms are a question to the index of words. */
export function storedOf(criterion: Criterion, asked: RequestedValue): RequestedValue {
  if (criterion.kind === 'allOf') return tsqueryOf(asked as readonly string[], 'all');
  if (criterion.kind === 'noneOf') return tsqueryOf(asked as readonly string[], 'any');
  return asked;
}

/** An alert's criteria as values of `keyColumns`. Bounds that are always kept are there, open ones wide. */
export function keyColumnsOf(criteria: Criteria): KeyValues {
  return Object.fromEntries(
    table.map((criterion) => {
      const asked = requestedValueOf(criteria, criterion);
      return [keyProperty(criterion), asked === null ? openBound(criterion) : storedOf(criterion, asked)];
    }),
  ) as KeyValues;
}

/**
 * The values of `others` of an alert key, by their names in SQL; null when it asks for none. Lists are written as
 * PostgreSQL reads them: `{gas,wood}`.
 */
export function otherKeysOf(values: KeyValues): Record<string, string | number> | null {
  const asked = keyColumns.flatMap(({ property, name, other }) => {
    const value = values[property];
    if (!other || value === null || typeof value === 'boolean') return [];
    return [[name, Array.isArray(value) ? `{${value.join(',')}}` : value] as const];
  });
  return asked.length > 0 ? Object.fromEntries(asked) : null;
}

function openBound(criterion: Criterion): number | null {
  if (!('always' in criterion) || !criterion.always) return null;
  return criterion.kind === 'atMost' ? NO_CEILING : 0;
}
