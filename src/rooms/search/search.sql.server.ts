import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { plannedOnce, type Queryable } from '#platform/db.server.ts';
import { prepareEach } from '#platform/prepared.server.ts';
import { isNarrow } from '#rooms/criteria/area.server.ts';
import { PRICE_DROP_SHOWN_MS } from '#rooms/listings/contract.ts';
import { representatives } from '#rooms/listings/properties.server.ts';
import type { Place } from '#rooms/places/contract.ts';
import type { Sort, UnknownWord } from './contract.ts';
import {
  matching,
  notHidden,
  oneCard,
  plainSearch,
  type Reader,
  type ShapeValues,
  type Sought,
  shapeOf,
  shapeValuesOf,
  unknownWordsOn,
  withPlaceholders,
} from './found.sql.server.ts';

/** A text, or what stands for it. */
type Text = string | RawBuilder<string>;

interface Order {
  readonly direction: 'asc' | 'desc';
  /** What is sorted, never null: the id breaks ties in the same direction. */
  readonly key: RawBuilder<unknown>;
  /** The key as the text of a position, and that text as a key again; exact both ways. */
  readonly write: (key: RawBuilder<unknown>) => RawBuilder<string>;
  readonly read: (text: Text) => RawBuilder<unknown>;
  readonly shape: RegExp;
}

const whole = /^-?\d{1,18}$/;
const decimal = /^-?\d{1,12}(\.\d{1,20})?$/;
const asBigint = (text: Text) => sql`${text}::bigint`;
const asNumeric = (text: Text) => sql`${text}::numeric`;

/** Unknown surfaces come last, whichever way the list runs. */
const smallest = sql`coalesce(listing.surface, 1e9)`;
const largest = sql`coalesce(listing.surface, -1)`;
const perM2 = sql`coalesce(listing.price_per_m2, 1000000000000)`;
const published = sql`listing.published_at`;

/** Share of the price that a recent drop took off, in millionths. */
function drop(since: Date | RawBuilder<Date>): RawBuilder<unknown> {
  return sql`case when listing.previous_price > listing.price and listing.price_changed_at > ${since}
    then (listing.previous_price - listing.price) * 1000000 / listing.previous_price else 0 end`;
}

/** `since`: of when the drops are recent. */
function orderOf(sort: Sort, since: Date | RawBuilder<Date>): Order {
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
      return byColumn(drop(since), 'desc', whole, asBigint);
    case 'date':
      return {
        direction: 'desc',
        key: published,
        // In microseconds, which a double holds exactly, so that no two moments share a position.
        write: (key) => sql`(extract(epoch from ${key}) * 1000000)::bigint::text`,
        read: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
        // Three thousand years each way: further back, PostgreSQL has no such moment.
        shape: /^-?\d{1,17}$/,
      };
  }
}

function byColumn(
  key: RawBuilder<unknown>,
  direction: Order['direction'],
  shape: RegExp,
  read: Order['read'],
): Order {
  return { key, direction, shape, read, write: (own) => sql`(${own})::text` };
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

/** What stands for a position. */
interface Stood {
  readonly key: RawBuilder<string>;
  readonly id: RawBuilder<number>;
}

export interface PageRow {
  readonly id: number;
  readonly key: string;
  readonly unknown: UnknownWord[];
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

/** First pages, which are read most, and those before and after a position. */
const pageOfShape = prepareEach<
  PageArgs,
  [since: Date, limit: number, key: string | null, id: number | null, ...ShapeValues],
  PageRow
>(
  ({ criteria, sort, position, backwards }) =>
    `${shapeOf(criteria)} ${sort} ${position ? 'from' : ''} ${backwards ? 'backwards' : ''}`,
  (args) =>
    (since, limit, key, id, ...given) => {
      const position = args.position ? ({ key, id } as Stood) : null;
      return pageSql({ ...args, criteria: withPlaceholders(args.criteria, given), since, limit, position });
    },
);

/** The listings of one page, one of each property, in order; after a position when there is one, else from an offset. */
export async function pageOfListings(db: Queryable, args: PageArgs): Promise<PageRow[]> {
  const { criteria, verdict, limit, offset = 0, position = null, backwards = false, reader = null } = args;
  const since = new Date(args.now.getTime() - PRICE_DROP_SHOWN_MS);
  const plain = plainSearch(criteria) !== null;
  // Planned once whatever they are given: further in a search of numbers, another index could look better.
  const isOfShape =
    verdict === 'yes' && offset === 0 && reader === null && (plain || (position === null && !backwards));
  const rows =
    isOfShape && shapeOf(criteria)
      ? await pageOfShape(args)(
          db,
          since,
          limit,
          position?.key ?? null,
          position?.id ?? null,
          ...shapeValuesOf(criteria),
        )
      : (await sql<PageRow>`${plain ? plannedOnce : sql``}${pageSql({ ...args, since })}`.execute(db)).rows;
  return backwards ? rows.toReversed() : rows;
}

function pageSql({
  criteria,
  verdict,
  sort,
  since,
  limit,
  offset = 0,
  position = null,
  backwards = false,
  reader = null,
}: Omit<PageArgs, 'limit' | 'position'> & {
  readonly since: Date | RawBuilder<Date>;
  readonly limit: number | RawBuilder<number>;
  readonly position?: Position | Stood | null;
}): RawBuilder<PageRow> {
  const order = orderOf(sort, since);
  const descends = (order.direction === 'desc') !== backwards;
  const way = descends ? sql`desc` : sql`asc`;
  const beyond = (key: RawBuilder<unknown>) =>
    position
      ? sql<SqlBool>`(${key}, listing.id) ${descends ? sql`<` : sql`>`} (${order.read(position.key)}, ${position.id})`
      : sql<SqlBool>`true`;
  const met = matching(criteria, verdict);
  const unknown = verdict === 'maybe' ? unknownWordsOn(criteria) : sql`'{}'::text[]`;
  const narrow = criteria.within !== undefined && isNarrow(criteria.within);
  return narrow
    ? // In a small area they are put in order once found: no index of that order would come upon them in time. Only those
      // shown are asked whether another one that was found shows their home.
      sql<PageRow>`
        with found as materialized (
          select listing.id, listing.home, ${order.key} as sorted, ${unknown} as unknown from listing where ${met}
        )
        select id, ${order.write(sql`sorted`)} as key, unknown from (
          select * from found listing where ${notHidden(reader)} and ${beyond(sql`listing.sorted`)}
          order by sorted ${way}, id ${way} offset 0
        ) listing
        where ${representatives(
          (alias) => sql`${sql.ref(`${alias}.id`)} in (select id from found)`,
          verdict === 'maybe' ? { preferred: (alias) => matching(criteria, 'yes', alias) } : {},
        )}
        order by sorted ${way}, id ${way} limit ${limit} offset ${offset}`
    : sql<PageRow>`
        select listing.id, ${order.write(order.key)} as key, ${unknown} as unknown from listing
        where ${met} and ${oneCard(criteria, verdict)} and ${notHidden(reader)} and ${beyond(order.key)}
        order by ${order.key} ${way}, listing.id ${way} limit ${limit} ${offset > 0 ? sql`offset ${offset}` : sql``}`;
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
