import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { TIME_ZONE } from '#contract/constants.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { prepare, prepareEach } from '#platform/prepared.server.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { searchWhere } from '#rooms/criteria/predicate.server.ts';
import { homesAmong } from '#rooms/listings/properties.server.ts';
import { talliesOf } from '#rooms/listings/tally.server.ts';
import type { PlaceCount } from './contract.ts';
import {
  isUsual,
  notHidden,
  type PlainSearch,
  type Reader,
  type ShapeValues,
  type Sought,
  searchConditions,
  shapeOf,
  shapeValuesOf,
  withPlaceholders,
} from './found.sql.server.ts';

// All counts are of homes: several listings of one property are one.

export interface Counted {
  /** By property type, whatever types are asked: those that surely match; none of a type whose listings are all in doubt. */
  readonly types: readonly { readonly propertyType: string; readonly found: number }[];
  readonly yes: number;
  readonly maybe: number;
  /** On the market since those days. */
  readonly fresh: number;
  readonly recent: number;
  readonly cheapest: number | null;
  readonly dearest: number | null;
}

/** Days in Paris. */
export interface Since {
  readonly fresh: string;
  readonly recent: string;
}

const since = sql`coalesce(listing.market_since, listing.published_at)`;
type Day = string | RawBuilder<string>;
const isSince = (day: Day) =>
  sql<SqlBool>`${since} >= (select (${day}::date)::timestamp at time zone ${sql.lit(TIME_ZONE)})`;

interface Group {
  /** Null for all the types that are asked. */
  readonly propertyType: string | null;
  readonly asked: boolean;
  readonly yes: number;
  /** Null where nothing is in doubt: as many as `yes`. */
  readonly found?: number;
  readonly fresh: number;
  readonly recent: number;
  readonly cheapest: number | null;
  readonly dearest: number | null;
}

interface Live {
  readonly criteria: Sought;
  /** Whether types are asked. */
  readonly typed: boolean;
}

const usualCounts = prepareEach<
  Live,
  [fresh: string, recent: string, types: readonly string[] | null, ...ShapeValues],
  Group
>(
  ({ criteria, typed }) => `${shapeOf(criteria)} ${typed}`,
  ({ criteria, typed }) =>
    (fresh, recent, types, ...given) =>
      liveCounts(withPlaceholders(criteria, given), typed ? types : null, { fresh, recent }, null),
);

/** Counts of a search; `criteria` is said without `type`, `types` are those that are asked, in the column; null: all. */
export async function countLive(
  db: Queryable,
  criteria: Sought,
  types: readonly string[] | null,
  days: Since,
  reader: Reader,
): Promise<Counted> {
  const rows =
    reader === null && isUsual(criteria)
      ? await usualCounts({ criteria, typed: types !== null })(
          db,
          days.fresh,
          days.recent,
          types,
          ...shapeValuesOf(criteria),
        )
      : (await liveCounts(criteria, types, days, reader).execute(db)).rows;
  const all = rows.find(({ propertyType, asked: own }) => propertyType === null && own);
  return {
    types: rows.flatMap(({ propertyType, yes }) =>
      propertyType === null ? [] : [{ propertyType, found: yes }],
    ),
    yes: all?.yes ?? 0,
    maybe: (all?.found ?? all?.yes ?? 0) - (all?.yes ?? 0),
    fresh: all?.fresh ?? 0,
    recent: all?.recent ?? 0,
    cheapest: all?.cheapest ?? null,
    dearest: all?.dearest ?? null,
  };
}

function liveCounts(
  criteria: Sought,
  types: readonly string[] | RawBuilder<readonly string[] | null> | null,
  days: { readonly fresh: Day; readonly recent: Day },
  reader: Reader,
): RawBuilder<Group> {
  const where = searchConditions(criteria);
  const found = sql`${where.notNo} and ${notHidden(reader)}`;
  const asked = types === null ? sql`true` : sql`property_type = any(${types}::text[])`;
  // Judged once a row: each aggregate would judge it again. Without a doubt, an index alone may answer.
  const listing = sql`(select home, property_type, published_at, market_since, price, ${asked} as asked,
      ${where.sure ? sql`(${where.sure}) is true` : sql`true`} as sure
    from listing where ${found} ${where.sure ? sql`offset 0` : sql``}) listing`;
  const sure = where.sure ? sql<SqlBool>`listing.sure` : sql<SqlBool>`true`;
  const told = {
    yes: sure,
    ...(where.sure ? { found: sql<SqlBool>`true` } : {}),
    fresh: sql<SqlBool>`${sure} and ${isSince(days.fresh)}`,
    recent: sql<SqlBool>`${sure} and ${isSince(days.recent)}`,
  };
  const names = Object.keys(told);
  const each = (say: (name: string, filter: RawBuilder<SqlBool>) => RawBuilder<unknown>) =>
    sql.join(Object.entries(told).map(([name, filter]) => say(name, filter)));
  const [alone, homes] = [
    (name: string) => sql.ref(`${name}_alone`),
    (name: string) => sql.ref(`${name}_homes`),
  ];
  // Listings are added up once, by type; the homes that several show are told apart afterwards, in each type and in all.
  return sql<Group>`
    with part as materialized (
      select property_type, asked,
        ${each(
          (name, filter) => sql`count(*) filter (where home is null and ${filter}) as ${alone(name)},
            array_agg(home) filter (where home is not null and ${filter}) as ${homes(name)}`,
        )},
        min(price) filter (where ${sure}) as cheapest, max(price) filter (where ${sure}) as dearest
      from ${listing} group by property_type, asked
    )
    select property_type, false as asked, cheapest, dearest, ${sql.join(
      names.map(
        (name) => sql`(${alone(name)} +
          (select count(distinct home) from unnest(${homes(name)}) home))::int as ${sql.ref(name)}`,
      ),
    )} from part
    union all
    select null, true, min(cheapest), max(dearest), ${sql.join(
      names.map(
        (name) => sql`(coalesce(sum(${alone(name)}), 0) +
          (select count(distinct home) from part, unnest(${homes(name)}) home where asked))::int`,
      ),
    )} from part where asked`;
}

const zoneColumns = {
  place: 'place_code',
  city: 'city_code',
  department: 'department_code',
} as const;

interface PlainCount {
  readonly propertyType: string;
  readonly homes: number;
  readonly fresh: number;
  readonly recent: number;
  readonly cheapest: number | null;
  readonly dearest: number | null;
}

/** What is said of a market by one statement. */
const plainCounts = prepareEach<
  PlainSearch,
  [zone: string, code: string, type: string | null, fresh: string, recent: string],
  PlainCount
>(
  ({ market, type, scope }) => `${market} ${scope.level} ${type !== null}`,
  ({ market, type, scope }) =>
    (zone, code, one, fresh, recent) => {
      const ends = { market, scope, code, type: type === null ? null : one };
      return sql`
        select property_type,
          coalesce(sum(homes) filter (where day = 'infinity'), 0)::int as homes,
          coalesce(sum(homes) filter (where day >= ${fresh}::date and day < 'infinity'), 0)::int as fresh,
          coalesce(sum(homes) filter (where day >= ${recent}::date and day < 'infinity'), 0)::int as recent,
          ${endOfPrices(ends, 'asc')} as cheapest, ${endOfPrices(ends, 'desc')} as dearest
        from ${talliesOf(zone, market, sql`${recent}::date`)} tally
        group by property_type`;
    },
);

/** Counts of a search that is kept counted: a few rows, however many listings it has. */
export async function countPlain(db: Queryable, plain: PlainSearch, days: Since): Promise<Counted> {
  const { zone, type, scope } = plain;
  const code = scope.level === 'department' ? zone.slice(1) : zone;
  const rows = await plainCounts(plain)(db, zone, code, type, days.fresh, days.recent);
  const asked = rows.filter(({ propertyType }) => !scope.oneType || propertyType === type);
  const sum = (read: (row: (typeof rows)[number]) => number) =>
    asked.reduce((total, row) => total + read(row), 0);
  return {
    // What several types share is taken off the whole, not off a type.
    types: rows.flatMap(({ propertyType, homes }) =>
      propertyType === '' || homes === 0 ? [] : [{ propertyType, found: homes }],
    ),
    yes: sum(({ homes }) => homes),
    maybe: 0,
    fresh: sum(({ fresh }) => fresh),
    recent: sum(({ recent }) => recent),
    cheapest: asked[0]?.cheapest ?? null,
    dearest: asked[0]?.dearest ?? null,
  };
}

/** The lowest or highest price, from the end of an index; null for the whole country, where no page says it. */
function endOfPrices(
  {
    market,
    scope,
    code,
    type,
  }: Pick<PlainSearch, 'market' | 'scope'> & {
    readonly code: RawBuilder<string>;
    readonly type: RawBuilder<string | null> | null;
  },
  end: 'asc' | 'desc',
): RawBuilder<unknown> {
  if (scope.level === 'country') return sql`null::bigint`;
  return sql`(
    select price from listing
    where ${searchWhere({ transaction: market, places: [] }).scope} and ${sql.ref(`listing.${zoneColumns[scope.level]}`)} = ${code}
      ${scope.level === 'place' ? sql`and place_code <> city_code` : sql``}
      ${type === null ? sql`` : sql`and property_type = ${type}`}
    order by price ${end === 'asc' ? sql`asc` : sql`desc`} limit 1)`;
}

/**
 * How many homes each of these searches of one place and transaction has; with `among`, of those that surely are what
 * it asks.
 */
export async function countEach(
  db: Queryable,
  searches: readonly Sought[],
  reader: Reader = null,
  among?: Sought,
): Promise<number[]> {
  const [first] = searches;
  if (!first) return [];
  const met = searches.map((criteria) => searchConditions(criteria).met);
  const names = searches.map((_, index) => sql.ref(`n${index}`));
  const named = (expressions: readonly RawBuilder<unknown>[]) =>
    sql.join(expressions.map((expression, index) => sql`${expression} as ${names[index]}`));
  const base = sql`${among ? searchConditions(among).yes : searchConditions(first).scope} and ${notHidden(reader)}`;
  // Homes of one listing are counted as they pass; only those of several are put together.
  const { rows } = await sql<Record<string, number>>`
    select ${named(names.map((name) => sql`sum(${name})::int`))} from (
      select ${named(met.map((one) => sql`count(*) filter (where ${one})`))}
      from listing where ${base} and listing.home is null
      union all
      select ${sql.join(names.map((name) => sql`count(*) filter (where ${name})`))} from (
        select ${named(met.map((one) => sql`bool_or(${one})`))}
        from listing where ${base} and listing.home is not null group by listing.home
      ) home
    ) part
  `.execute(db);
  return searches.map((_, index) => rows[0]?.[`n${index}`] ?? 0);
}

/** Whether something on line is older than so many days: what comes on the market was watched for as long. */
export async function isObservedFor(db: Queryable, days: number): Promise<boolean> {
  const { rows } = await sql<{ first: Date }>`
    select published_at as first from listing_online
    order by published_at limit 1
  `.execute(db);
  return rows[0] !== undefined && rows[0].first.getTime() < clock.now().getTime() - days * 86_400_000;
}

/** The districts of a city, then its nearest communes, each with its homes on line. Empty ones are left out. */
export async function countAround(
  db: Queryable,
  transaction: TransactionWord,
  place: { readonly cityCode: string },
  neighbours: number,
  reader: Reader = null,
): Promise<PlaceCount[]> {
  if (reader === null) return around[transaction](db, place.cityCode, neighbours);
  const { rows } = await aroundOf(transaction, reader, sql.val(place.cityCode), sql.val(neighbours)).execute(
    db,
  );
  return rows;
}

function aroundOf(
  transaction: TransactionWord,
  reader: Reader,
  cityCode: RawBuilder<string>,
  neighbours: RawBuilder<number>,
): RawBuilder<PlaceCount> {
  const codes = sql`any(array(select code from around))`;
  const { scope } = searchWhere({ transaction, places: [] });
  const live = (zone: 'place_code' | 'city_code', only: RawBuilder<unknown>) => sql`
    select ${sql.ref(`listing.${zone}`)} as zone, ${homesAmong()} as homes from listing
    where ${scope} and ${sql.ref(`listing.${zone}`)} = ${codes} and ${only} and ${notHidden(reader)}
    group by ${sql.ref(`listing.${zone}`)}`;
  const counts =
    reader === null
      ? sql`select zone, homes from ${talliesOf(codes, transaction, 'infinity')} tally`
      : sql`${live('city_code', sql`true`)} union all
          ${live('place_code', sql`listing.place_code <> listing.city_code`)}`;
  return sql`
    with around as (
      select code, 0 as distance from place where city_code = ${cityCode} and kind = 'district'
      union all
      select near.code, near.distance
      from place, unnest(place.neighbours) with ordinality as near(code, distance) where place.code = ${cityCode}
    ), counted as (
      select zone as code, sum(homes)::int as count from (${counts}) counts group by zone having sum(homes) > 0
    ), ranked as (
      select *, row_number() over (partition by kind order by distance, rank) as nth
      from around join counted using (code) join place using (code)
    )
    select code, kind, name, liaison, slug, city_slug, city_name, rank, count from ranked
    where kind = 'district' or nth <= ${neighbours}
    order by distance, rank`;
}

const aroundIn = (transaction: TransactionWord) =>
  prepare<[cityCode: string, neighbours: number], PlaceCount>((cityCode, neighbours) =>
    aroundOf(transaction, null, cityCode, neighbours),
  );
const around = { achat: aroundIn('achat'), location: aroundIn('location'), neuf: aroundIn('neuf') };
