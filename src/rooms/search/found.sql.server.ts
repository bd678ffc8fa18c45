import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { SqlParameters } from '#platform/prepared.server.ts';
import { insideArea, type Within } from '#rooms/criteria/area.server.ts';
import type { Criteria, TransactionWord } from '#rooms/criteria/contract.ts';
import type { CriterionWord } from '#rooms/criteria/criteria-table.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { type Placeholders, searchWhere, unknownWords } from '#rooms/criteria/predicate.server.ts';
import { cityOf, isDepartment, requestedValueOf } from '#rooms/criteria/verdict.ts';
import { representatives } from '#rooms/listings/properties.server.ts';
import { type Scope, standsIn } from '#rooms/listings/tally.server.ts';
import type { UnknownWord } from './contract.ts';

/**
 * What is looked for, and where beside the limits of its places: an area takes their place. `small`: its one place has few
 * listings, at most some thousands. `stands`: what stands for what it asks, in a statement composed once.
 */
export type Sought = Criteria & {
  readonly within?: Within | undefined;
  readonly small?: boolean | undefined;
  readonly stands?: Placeholders | undefined;
};

/** The numbers that are asked most. */
const usualWords: ReadonlySet<string> = new Set<CriterionWord>([
  'prixMin',
  'prixMax',
  'surfaceMin',
  'surfaceMax',
  'pieces',
  'chambres',
]);
const usualCriteria: readonly Criterion[] = criteriaTable.filter(({ word }) => usualWords.has(word));

/**
 * Whether a search is of those whose statement is planned once: of a small place, where whatever index is taken reads few
 * listings, and by the usual numbers, which make one statement together.
 */
export function isUsual(sought: Sought): boolean {
  const { small, within, stands: _, transaction: _transaction, places, type: _type, ...more } = sought;
  const asked = Object.entries(more).flatMap(([word, value]) => (value === undefined ? [] : [word]));
  return (
    small === true &&
    within === undefined &&
    places.length === 1 &&
    !isDepartment(places[0]!) &&
    asked.length > 0 &&
    asked.every((word) => usualWords.has(word))
  );
}

/**
 * Searches that a statement composed once answers, by the name of its shape: of one place, where it is kept counted, or by
 * the usual words; null for the others.
 */
export function shapeOf(sought: Sought): string | null {
  const [place] = sought.places;
  const usual = isUsual(sought);
  if (place === undefined || !(usual || plainSearch(sought))) return null;
  const level = isDepartment(place) ? 'department' : cityOf(place) === place ? 'city' : 'place';
  return `${sought.transaction} ${level} ${typesOf(sought) ? 'types' : ''} ${usual ? 'numbers' : ''}`;
}

/** What a search of such a shape is given. */
export type ShapeValues = [place: string, types: readonly string[] | null, ...numbers: (number | null)[]];

export function shapeValuesOf(sought: Sought): ShapeValues {
  const place = sought.places[0] ?? '';
  return [
    isDepartment(place) ? place.slice(1) : place,
    typesOf(sought),
    ...usualCriteria.map((criterion) => requestedValueOf(sought, criterion) as number | null),
  ];
}

function typesOf(sought: Sought): readonly string[] | null {
  return requestedValueOf(sought, typeCriterion) as readonly string[] | null;
}

/** The search with the placeholders of its values. */
export function withPlaceholders(
  sought: Sought,
  [place, types, ...numbers]: SqlParameters<ShapeValues>,
): Sought {
  const open = usualCriteria.map(({ word }, nth) => [word, numbers[nth]!] as const);
  return { ...sought, stands: { place, types, open: new Map(isUsual(sought) ? open : []) } };
}

/** Whether a listing without a public point may be in the area: it is of a place asked. */
export function mayMissPoint({ within, places }: Sought): boolean {
  return Boolean(within && (within.box || within.zones.length > 0) && places.length > 0);
}

/** `searchWhere` in an area; `met` is `yes` of a listing already known to be in the scope. */
export function searchConditions(
  sought: Sought,
  alias = 'listing',
): {
  scope: RawBuilder<SqlBool>;
  yes: RawBuilder<SqlBool>;
  notNo: RawBuilder<SqlBool>;
  sure: RawBuilder<SqlBool> | null;
  met: RawBuilder<SqlBool>;
} {
  const { within, small: _, stands, ...criteria } = sought;
  const plain = searchWhere(criteria, alias, clock.now(), stands);
  if (!within) return { ...plain, met: plain.yes };
  const anywhere = searchWhere({ ...criteria, places: [] }, alias);
  const inPlace =
    criteria.places.length === 0
      ? sql<SqlBool>`false`
      : searchWhere({ transaction: criteria.transaction, places: criteria.places }, alias).scope;
  const inside = insideArea(within, inPlace, alias);
  const yes = sql<SqlBool>`${anywhere.yes} and ${inside}`;
  if (!mayMissPoint({ ...criteria, within })) {
    return {
      scope: sql`${anywhere.scope} and ${inside}`,
      yes,
      notNo: sql`${anywhere.notNo} and ${inside}`,
      sure: anywhere.sure,
      met: anywhere.yes,
    };
  }
  const lat = sql.ref(`${alias}.lat`);
  const candidate = sql`(${inside} or (${lat} is null and ${inPlace}))`;
  const placed = sql<SqlBool>`${lat} is not null`;
  return {
    scope: sql`${anywhere.scope} and ${candidate}`,
    yes,
    notNo: sql`${anywhere.notNo} and ${candidate}`,
    sure: anywhere.sure ? sql`(${anywhere.sure} and ${placed})` : placed,
    met: sql`(${anywhere.yes} and ${placed})`,
  };
}

export function unknownWordsOn({ within, ...criteria }: Sought): RawBuilder<UnknownWord[]> {
  const words = unknownWords(criteria);
  return mayMissPoint({ ...criteria, within })
    ? sql<UnknownWord[]>`${words} || case when listing.lat is null then array['place'] else '{}'::text[] end`
    : sql<UnknownWord[]>`${words}`;
}

/** The account that asks: what it hid is left out. Null: nobody in particular, or somebody who hid nothing. */
export type Reader = number | null;

/** What `reader` did not hide: a home hidden once is hidden for every agency that shows it. */
export function notHidden(reader: Reader): RawBuilder<SqlBool> {
  return reader === null
    ? sql`true`
    : sql`listing.id <> all(array(
        select coalesce(twin.listing_id, hidden.listing_id) from hidden_listing hidden
        left join property_listing own on own.listing_id = hidden.listing_id and own.rank is not null
        left join property_listing twin on twin.property_id = own.property_id
        where hidden.account_id = ${reader}))`;
}

/** `reader` if it hid something: who hid nothing is answered like everybody. */
export async function hidingReader(db: Queryable, reader: Reader): Promise<Reader> {
  if (reader === null) return null;
  const { rows } = await sql`select from hidden_listing where account_id = ${reader} limit 1`.execute(db);
  return rows.length > 0 ? reader : null;
}

/** What matches for sure, or may match, in one of the two lists. */
export function matching(sought: Sought, verdict: 'yes' | 'maybe', alias = 'listing'): RawBuilder<SqlBool> {
  const { yes, notNo, sure } = searchConditions(sought, alias);
  return verdict === 'yes' ? yes : sql`${notNo} and (${sure ?? sql`true`}) is not true`;
}

/** A search that a page of a place shows: where, and perhaps one type. */
export interface PlainSearch {
  /** As counts and pages of a place call it: `30189`, `D30`, `FR`. */
  readonly zone: string;
  readonly market: TransactionWord;
  /** In the column; null for all. */
  readonly type: string | null;
  readonly scope: Scope;
}

/**
 * The search as one of those kept counted, and whose cards a column tells; null when it asks for more than one place,
 * one transaction and one type.
 */
export function plainSearch(sought: Sought): PlainSearch | null {
  const { within, small: _, stands: _stands, transaction, places, type: _type, ...more } = sought;
  if (within || places.length > 1 || Object.values(more).some((value) => value !== undefined)) return null;
  const types = typesOf(sought);
  if (types !== null && types.length !== 1) return null;
  const [place] = places;
  const level =
    place === undefined
      ? 'country'
      : isDepartment(place)
        ? 'department'
        : cityOf(place) === place
          ? 'city'
          : 'place';
  return {
    zone: place ?? 'FR',
    market: transaction,
    type: types?.[0] ?? null,
    scope: { level, isNew: transaction === 'neuf', oneType: types !== null },
  };
}

const typeCriterion = criteriaTable[0] satisfies Criterion;

/** One listing for each property among those that match: the best placed. */
export function oneCard(sought: Sought, verdict: 'yes' | 'maybe'): RawBuilder<SqlBool> {
  const plain = plainSearch(sought);
  if (plain) return standsIn(plain.scope);
  const matches = (alias: string) => matching(sought, verdict, alias);
  return verdict === 'yes'
    ? representatives(matches)
    : representatives(matches, { preferred: (alias) => matching(sought, 'yes', alias) });
}

/** One for each property among what matches and what may: of the same as the two lists show. */
export function oneCardOfAll(sought: Sought): RawBuilder<SqlBool> {
  const { sure } = searchConditions(sought);
  if (!sure) return oneCard(sought, 'yes');
  return sql`case when ${sure} then ${oneCard(sought, 'yes')} else ${oneCard(sought, 'maybe')} end`;
}
