// Verdict: whether a listing is what one looks for, and how criteria are kept as keys of alerts.
// Owns nothing.
// Announces nothing.
import { eurosToCents } from '../../../../contract/money.ts';
import { RENTAL } from '../../../listings/contract.ts';
import { cutCities } from '../../../places/contract.ts';
import {
  type Criteria,
  type Criterion,
  type CriterionWord,
  criteriaTable,
  type TransactionWord,
} from '../contract.ts';

// Widened: the rows keep their exact types for `KeyValues` below.
const table: readonly Criterion[] = criteriaTable;

/** Columns of `listing` that the predicate reads (camelCase): select these to `judge`. */
export const factColumns = [
  'transaction',
  'isNew',
  'placeCode',
  'cityCode',
  'departmentCode',
  ...new Set(
    criteriaTable
      .map(({ column }) => column)
      .filter((column) => column !== 'groundFloor' && column !== 'topFloor'),
  ),
  'floors',
] as const;

type Fact = number | string | boolean | null;

/** What is known of a listing; null is unknown. Money in cents. */
export type ListingFacts = { readonly [Column in (typeof factColumns)[number]]: Fact } & {
  readonly transaction: number;
  readonly isNew: boolean;
  readonly placeCode: string;
  readonly cityCode: string;
  readonly departmentCode: string;
};

export type Verdict = 'yes' | 'maybe' | 'no';
export interface Judgement {
  readonly verdict: Verdict;
  /** Words that the listing does not meet. */
  readonly failed: readonly (CriterionWord | 'transaction' | 'places')[];
  /** Words that the listing says nothing about. */
  readonly unknown: readonly CriterionWord[];
}

/**
 * Whether a listing is what one looks for (interface.md, fine points 19): no when a known value fails, maybe when
 * only unknown ones stand in the way. The statements below say the same of whole tables.
 */
export function judge(criteria: Criteria, facts: ListingFacts): Judgement {
  const failed: Judgement['failed'][number][] = [];
  const unknown: CriterionWord[] = [];
  if (!transactionsOf(facts).includes(criteria.transaction)) failed.push('transaction');
  if (criteria.places.length > 0 && !zonesOf(facts).some((zone) => criteria.places.includes(zone))) {
    failed.push('places');
  }
  for (const criterion of table) {
    const asked = askedOf(criteria, criterion);
    if (asked === null) continue;
    const answer = meets(criterion.kind, asked, factOf(facts, criterion.column));
    if (answer === false) failed.push(criterion.word as CriterionWord);
    if (answer === null) unknown.push(criterion.word as CriterionWord);
  }
  return { verdict: failed.length > 0 ? 'no' : unknown.length > 0 ? 'maybe' : 'yes', failed, unknown };
}

/** The transactions under which a listing is looked for. */
export function transactionsOf(facts: Pick<ListingFacts, 'transaction' | 'isNew'>): TransactionWord[] {
  if (facts.transaction === RENTAL) return ['location'];
  return facts.isNew ? ['achat', 'neuf'] : ['achat'];
}

/** The places under which a listing is looked for: its commune or district, its city, its department. */
export function zonesOf(facts: Pick<ListingFacts, 'placeCode' | 'cityCode' | 'departmentCode'>): string[] {
  return [...new Set([facts.placeCode, facts.cityCode, `D${facts.departmentCode}`])];
}

/** These have no rooms and no energy class: nothing is unknown there, so the answer is no rather than maybe. */
export const bareTypes = ['land', 'parking'] as const;

/** What a column says of a bare type that leaves it empty. */
export const bareValues: Readonly<Record<string, number | string>> = {
  rooms: 0,
  bedrooms: 0,
  bathrooms: 0,
  energyClass: '-',
  climateClass: '-',
};

function factOf(facts: ListingFacts, column: Criterion['column']): Fact {
  if (column === 'groundFloor') return facts.floor === null ? null : facts.floor === 0;
  if (column === 'topFloor') {
    return facts.floor === null || facts.floors === null ? null : facts.floor === facts.floors;
  }
  const said = (facts as Readonly<Record<string, Fact | undefined>>)[column] ?? null;
  if (said !== null || !bareTypes.some((type) => type === facts.propertyType)) return said;
  return bareValues[column] ?? null;
}

function meets(kind: Criterion['kind'], asked: Asked, fact: Fact): boolean | null {
  if (fact === null) return null;
  if (kind === 'atMost') return (fact as number) <= (asked as number);
  if (kind === 'atLeast') return (fact as number) >= (asked as number);
  if (kind === 'oneOf') return (asked as readonly string[]).includes(fact as string);
  return fact === asked;
}

export type Asked = number | boolean | readonly string[];

/** What is asked, in the unit of the column: cents, column values. Null when nothing is. */
export function askedOf(criteria: Criteria, criterion: Criterion): Asked | null {
  const said = (criteria as unknown as Record<string, unknown>)[criterion.word];
  if (said === undefined) return null;
  if (criterion.kind === 'oneOf') {
    const values = (said as readonly string[]).flatMap((word) => criterion.values[word]?.value ?? []);
    return values.length > 0 ? values : null;
  }
  if (criterion.kind === 'flag') return said as boolean;
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
const prefixes = { atMost: 'max', atLeast: 'min', oneOf: 'in', flag: 'is' } as const;

type Row = (typeof criteriaTable)[number];
type KeyName<R extends Row> = `${(typeof prefixes)[R['kind']]}${Capitalize<R['column']>}`;
type KeyValue<R extends Row> = R extends { kind: 'flag' }
  ? boolean | null
  : R extends { kind: 'oneOf' }
    ? string[] | null
    : R extends { known: true }
      ? number
      : number | null;

/** One row's worth of an alert's criteria, ready for the key table (camelCase). Null is not asked. */
export type KeyValues = { [R in Row as KeyName<R>]: KeyValue<R> };

export interface KeyColumn {
  /** In TypeScript: `maxPrice`. */
  readonly property: keyof KeyValues;
  /** In SQL: `max_price`. */
  readonly name: string;
  /** As written in a migration. */
  readonly type: string;
}

/** The columns that the alert key table holds beside alert, zone and transaction, in order. */
export const keyColumns: readonly KeyColumn[] = table.map((criterion) => {
  const property = keyProperty(criterion);
  return {
    property,
    name: property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: keyType(criterion),
  };
});

/** The key column of a criterion: `maxPrice`. */
export function keyProperty({ kind, column }: Criterion): keyof KeyValues {
  return `${prefixes[kind]}${column.charAt(0).toUpperCase()}${column.slice(1)}` as keyof KeyValues;
}

function keyType(criterion: Criterion): string {
  if (criterion.kind === 'flag') return 'boolean';
  if (criterion.kind === 'oneOf') return 'text[]';
  const type = criterion.unit.startsWith('euros')
    ? 'bigint'
    : criterion.unit === 'm²'
      ? 'integer'
      : 'smallint';
  return criterion.known ? `${type} not null` : type;
}

/** An alert's criteria as values of `keyColumns`. Bounds on a known column are always there, open ones wide. */
export function keyColumnsOf(criteria: Criteria): KeyValues {
  return Object.fromEntries(
    table.map((criterion) => [keyProperty(criterion), askedOf(criteria, criterion) ?? openBound(criterion)]),
  ) as KeyValues;
}

function openBound(criterion: Criterion): number | null {
  if (!criterion.known || criterion.kind === 'oneOf' || criterion.kind === 'flag') return null;
  return criterion.kind === 'atMost' ? NO_CEILING : 0;
}
