import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/db.server.ts';
import { PRICE_DROP_SHOWN_MS } from '../listings/contract.ts';
import type { Place } from '../places/contract.ts';
import { insideArea, type Within } from './area/sql.server.ts';
import type { PlaceCount, Sort, UnknownWord } from './contract.ts';
import type { Criteria, TransactionWord } from './criteria/contract.ts';
import { searchWhere, unknownWords } from './criteria/sql.server.ts';

interface Order {
  readonly direction: 'asc' | 'desc';
  /** What is sorted, never null: the id breaks ties in the same direction. */
  readonly key: RawBuilder<unknown>;
  /** The key as the text of a position, and that text as a key again; exact both ways. */
  readonly write: RawBuilder<string>;
  readonly read: (text: string) => RawBuilder<unknown>;
  readonly shape: RegExp;
}

const whole = /^-?\d{1,18}$/;
const decimal = /^-?\d{1,12}(\.\d{1,20})?$/;
const asBigint = (text: string) => sql`${text}::bigint`;
const asNumeric = (text: string) => sql`${text}::numeric`;

/** Unknown surfaces come last, whichever way the list runs. */
const smallest = sql`coalesce(listing.surface, 1e9)`;
const largest = sql`coalesce(listing.surface, -1)`;
const perM2 = sql`coalesce(listing.price_per_m2, 1000000000000)`;
const published = sql`listing.published_at`;

/** Share of the price that a recent drop took off, in millionths. */
function drop(now: Date): RawBuilder<unknown> {
  const since = new Date(now.getTime() - PRICE_DROP_SHOWN_MS);
  return sql`case when listing.previous_price > listing.price and listing.price_changed_at > ${since}
    then (listing.previous_price - listing.price) * 1000000 / listing.previous_price else 0 end`;
}

function orderOf(sort: Sort, now: Date): Order {
  switch (sort) {
    case 'prix':
      return byColumn(sql`listing.price`, 'asc', whole, asBigint);
    case '-prix':
      return byColumn(sql`listing.price`, 'desc', whole, asBigint);
    case 'surface':
      return byColumn(smallest, 'asc', decimal, asNumeric);
    case '-surface':
      return byColumn(largest, 'desc', decimal, asNumeric);
    case 'prixM2':
      return byColumn(perM2, 'asc', whole, asBigint);
    case 'baisse':
      return byColumn(drop(now), 'desc', whole, asBigint);
    case 'date':
      return {
        direction: 'desc',
        key: published,
        // In microseconds, which a double holds exactly, so that no two moments share a position.
        write: sql`(extract(epoch from ${published}) * 1000000)::bigint::text`,
        read: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
        shape: whole,
      };
  }
}

function byColumn(
  key: RawBuilder<unknown>,
  direction: Order['direction'],
  shape: RegExp,
  read: Order['read'],
): Order {
  return { key, direction, shape, read, write: sql`(${key})::text` };
}

/** Where a listing stands in an order. */
export interface Position {
  readonly key: string;
  readonly id: number;
}

/** Whether a position belongs to this order: one written for another order is ignored. */
export function fits(sort: Sort, position: Position): boolean {
  return orderOf(sort, new Date(0)).shape.test(position.key);
}

export interface PageRow {
  readonly id: number;
  readonly key: string;
  readonly unknown: UnknownWord[];
}

/** What is looked for, and where beside the limits of its places: an area takes their place. */
export type Sought = Criteria & { readonly within?: Within | undefined };

/** Whether a listing without a public point may be in the area: it is of a place asked. */
export function mayMissPoint({ within, places }: Sought): boolean {
  return Boolean(within && (within.box || within.zones.length > 0) && places.length > 0);
}

/** `searchWhere` in an area; `met` is `yes` of a listing already known to be in the scope. */
export function soughtWhere({ within, ...criteria }: Sought): {
  scope: RawBuilder<SqlBool>;
  yes: RawBuilder<SqlBool>;
  notNo: RawBuilder<SqlBool>;
  sure: RawBuilder<SqlBool> | null;
  met: RawBuilder<SqlBool>;
} {
  const plain = searchWhere(criteria);
  if (!within) return { ...plain, met: plain.yes };
  const anywhere = searchWhere({ ...criteria, places: [] });
  const inPlace =
    criteria.places.length === 0
      ? sql<SqlBool>`false`
      : searchWhere({ transaction: criteria.transaction, places: criteria.places }).scope;
  const inside = insideArea(within, inPlace);
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
  const candidate = sql`(${inside} or (listing.lat is null and ${inPlace}))`;
  const placed = sql<SqlBool>`listing.lat is not null`;
  return {
    scope: sql`${anywhere.scope} and ${candidate}`,
    yes,
    notNo: sql`${anywhere.notNo} and ${candidate}`,
    sure: anywhere.sure ? sql`(${anywhere.sure} and ${placed})` : placed,
    met: sql`(${anywhere.yes} and ${placed})`,
  };
}

function silentOn({ within, ...criteria }: Sought): RawBuilder<UnknownWord[]> {
  const words = unknownWords(criteria);
  return mayMissPoint({ ...criteria, within })
    ? sql<UnknownWord[]>`${words} || case when listing.lat is null then array['place'] else '{}'::text[] end`
    : sql<UnknownWord[]>`${words}`;
}

/** The account that asks: what it hid is left out. Null: nobody in particular. */
export type Reader = number | null;

/** What `reader` did not hide. */
export function wanted(reader: Reader): RawBuilder<SqlBool> {
  return reader === null
    ? sql`true`
    : sql`not exists (select from hidden_listing where account_id = ${reader} and listing_id = listing.id)`;
}

interface PageArgs {
  readonly criteria: Sought;
  /** `yes`: what surely matches; `maybe`: what only silence keeps from it. */
  readonly verdict: 'yes' | 'maybe';
  readonly sort: Sort;
  readonly now: Date;
  readonly limit: number;
  readonly offset?: number;
  /** Begins just after this listing; backwards, ends just before it (or at the end of the list). */
  readonly position?: Position | null;
  readonly backwards?: boolean;
  readonly reader?: Reader;
}

/** The listings of one page, in order; after a position when there is one, else from an offset. */
export async function pageOfListings(db: Queryable, args: PageArgs): Promise<PageRow[]> {
  const { criteria, verdict, limit, offset = 0, position = null, backwards = false, reader = null } = args;
  const order = orderOf(args.sort, args.now);
  const descends = (order.direction === 'desc') !== backwards;
  const way = descends ? sql`desc` : sql`asc`;
  const beyond = position
    ? sql<SqlBool>`(${order.key}, listing.id) ${descends ? sql`<` : sql`>`} (${order.read(position.key)}, ${position.id})`
    : sql<SqlBool>`true`;
  const { rows } = await sql<PageRow>`
    select listing.id, ${order.write} as key, ${verdict === 'maybe' ? silentOn(criteria) : sql`'{}'::text[]`} as unknown
    from listing
    where ${matching(criteria, verdict)} and ${wanted(reader)} and ${beyond}
    order by ${order.key} ${way}, listing.id ${way}
    limit ${limit} offset ${offset}
  `.execute(db);
  return backwards ? rows.toReversed() : rows;
}

function matching(criteria: Sought, verdict: 'yes' | 'maybe'): RawBuilder<SqlBool> {
  const { yes, notNo, sure } = soughtWhere(criteria);
  return verdict === 'yes' ? yes : sql`${notNo} and (${sure ?? sql`true`}) is not true`;
}

export interface TypeCount {
  readonly propertyType: string;
  readonly yes: number;
  readonly maybe: number;
  readonly fresh: number;
  /** Published in the last four weeks. */
  readonly recent: number;
  readonly oldest: Date | null;
  readonly cheapest: number | null;
  readonly dearest: number | null;
}

/** Counts of a search by property type; the caller says the criteria without `type`, and adds up the types it wants. */
export async function countByType(
  db: Queryable,
  criteria: Sought,
  since: { readonly fresh: Date; readonly recent: Date },
  reader: Reader = null,
): Promise<TypeCount[]> {
  const where = soughtWhere(criteria);
  const found = sql`${where.notNo} and ${wanted(reader)}`;
  // Judged once a row: seven aggregates would each judge it again. Without a doubt, an index alone may answer.
  const listing = where.sure
    ? sql`(select property_type, published_at, price, (${where.sure}) is true as sure
        from listing where ${found} offset 0) listing`
    : sql`listing where ${found}`;
  const sure = where.sure ? sql<SqlBool>`listing.sure` : sql<SqlBool>`true`;
  const { rows } = await sql<TypeCount>`
    select listing.property_type,
      count(*) filter (where ${sure})::int as yes,
      count(*) filter (where not ${sure})::int as maybe,
      count(*) filter (where ${sure} and listing.published_at >= ${since.fresh})::int as fresh,
      count(*) filter (where ${sure} and listing.published_at >= ${since.recent})::int as recent,
      min(listing.published_at) filter (where ${sure}) as oldest,
      min(listing.price) filter (where ${sure}) as cheapest,
      max(listing.price) filter (where ${sure}) as dearest
    from ${listing}
    group by listing.property_type
  `.execute(db);
  return rows;
}

/**
 * How many listings each of these searches of one place and transaction has, in one pass; with `among`, of those that
 * surely are what it asks.
 */
export async function countEach(
  db: Queryable,
  searches: readonly Sought[],
  reader: Reader = null,
  among?: Sought,
): Promise<number[]> {
  const [first] = searches;
  if (!first) return [];
  const counts = searches.map(
    (criteria, index) =>
      sql`count(*) filter (where ${soughtWhere(criteria).met})::int as ${sql.ref(`n${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from listing
    where ${among ? soughtWhere(among).yes : soughtWhere(first).scope} and ${wanted(reader)}
  `.execute(db);
  return searches.map((_, index) => rows[0]?.[`n${index}`] ?? 0);
}

/** The districts of a city, then its nearest communes, each with its listings on line. Empty ones are left out. */
export async function countAround(
  db: Queryable,
  transaction: TransactionWord,
  place: { readonly cityCode: string },
  neighbours: number,
  reader: Reader = null,
): Promise<PlaceCount[]> {
  const { scope } = searchWhere({ transaction, places: [] });
  const { rows } = await sql<PlaceCount>`
    with around as (
      select code, 0 as distance from place where city_code = ${place.cityCode} and kind = 'district'
      union all
      select near.code, near.distance
      from place, unnest(place.neighbours) with ordinality as near(code, distance) where place.code = ${place.cityCode}
    ), counted as (
      select place.*, around.distance,
        case when place.kind = 'district'
          then (select count(*)::int from listing
            where ${scope} and listing.place_code = place.code and ${wanted(reader)})
          else (select count(*)::int from listing
            where ${scope} and listing.city_code = place.code and ${wanted(reader)}) end as count
      from around join place using (code)
    ), ranked as (
      select *, row_number() over (partition by kind order by distance, rank) as nth from counted where count > 0
    )
    select code, kind, name, liaison, slug, city_slug, city_name, rank, count from ranked
    where kind = 'district' or nth <= ${neighbours}
    order by distance, rank
  `.execute(db);
  return rows;
}

/** Places by their own slugs. */
export async function selectPlaces(db: Queryable, slugs: readonly string[]): Promise<Place[]> {
  if (slugs.length === 0) return [];
  const { rows } = await sql<Place>`
    select code, kind, name, liaison, slug, department_code, department_name, city_code, city_name, city_slug, rank,
      postal_codes, population, lng, lat, bbox
    from place where slug = any(${slugs}::text[])
  `.execute(db);
  return rows;
}
