import { CompiledQuery, sql } from 'kysely';
import { type Db, plannedOnce, type Queryable, type Tx } from '#platform/db.server.ts';
import { factSql } from '#rooms/criteria/predicate.server.ts';
import { UNITS } from '#rooms/criteria/rings.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { type MemoryFact, memoryFacts, SQUARE, SQUARES_AROUND, TOUCHED_MOST, UNKNOWN } from './memory.ts';

const unsaid = sql`(${sql.lit(UNKNOWN)})::integer`;
const units = (name: 'lat' | 'lng') => sql`round(listing.${sql.ref(name)} * ${sql.lit(UNITS)})`;

function factOf({ column, scale = 1, values, ...fact }: MemoryFact) {
  const said = factSql('listing', column, new Date(0));
  if (fact.wide) return sql`int8send(${said})`;
  const number = values
    ? sql`array_position(array[${sql.join(values.map((value) => sql.lit(value)))}]::text[], ${said}) - 1`
    : sql`${said} * ${sql.lit(scale)}`;
  return sql`int4send(case when ${said} is null then ${unsaid} else (${number})::integer end)`;
}

/** A listing as ../contract says; null, or an error, where it does not fit: nothing is then held at all. */
const record = sql`(int4send(listing.id::integer)
  || int4send(coalesce(${units('lng')}::integer, ${unsaid})) || int4send(coalesce(${units('lat')}::integer, ${unsaid}))
  || int8send((extract(epoch from listing.published_at) * 1000000)::bigint)
  || int4send(floor(extract(epoch from coalesce(listing.market_since, listing.published_at)))::integer)
  || int4send(coalesce(listing.home, 0)::integer) || int4send(coalesce(kept.property_id, 0)::integer)
  || int4send(coalesce(kept.rank, ${unsaid})) || int4send(listing.transaction + case when listing.is_new then 4 else 0 end)
  || convert_to(rpad(listing.place_code, 6) || rpad(listing.city_code, 6) || rpad(listing.department_code, 4), 'UTF8')
  || ${sql.join(memoryFacts.map(factOf), sql` || `)})`;

const square = sql`floor((${units('lat')} + 9000000) / ${sql.lit(SQUARE)}) * ${sql.lit(SQUARES_AROUND)}
  + floor((${units('lng')} + 18000000) / ${sql.lit(SQUARE)})`;

/** Read position: facts of all earlier transactions are loaded; `server`: the one that numbers these transactions. */
export interface ReadPosition {
  readonly position: string;
  readonly server: string;
}

const standing = sql`pg_snapshot_xmin(pg_current_snapshot())::text as position,
  pg_postmaster_start_time()::text as server`;

export async function hasListings(db: Queryable, many: number): Promise<boolean> {
  const { rows } = await sql`
    select from listing where ${isOnline('listing')} offset ${many - 1} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** In a transaction that sees one moment: how many there are, then all of them, in their order, by `nextRecords`. */
export async function openRecords(tx: Tx): Promise<ReadPosition & { rows: number; placed: number }> {
  const { rows } = await sql<ReadPosition & { rows: number; placed: number }>`
    select ${standing}, count(*)::int as rows, count(lat)::int as placed from listing where ${isOnline('listing')}
  `.execute(tx);
  const { sql: text } = sql`
    declare held_records no scroll cursor for
    select ${record} as record from listing left join property_listing kept on kept.listing_id = listing.id
    where ${isOnline('listing')} order by listing.lat is null, ${square}, listing.id
  `.compile(tx);
  await tx.executeQuery(CompiledQuery.raw(text));
  return rows[0]!;
}

export async function nextRecords(tx: Tx, many: number): Promise<(Buffer | null)[]> {
  const { rows } = await sql<{ record: Buffer | null }>`
    fetch ${sql.lit(many)} from held_records
  `.execute(tx);
  return rows.map((row) => row.record);
}

export interface Touched extends ReadPosition {
  /** Some of what was written since is no longer known, or not read: they are more than TOUCHED_MOST. */
  readonly lost: boolean;
  readonly ids: number[];
  /** Of those that are on line, one after the other. */
  readonly records: Buffer | null;
  readonly live: number;
}

let touchedText: string | null = null;

/** The listings written since `position`, as they are now. */
export async function touchedSince(db: Db, position: string): Promise<Touched> {
  // Asked before each search, and always the same.
  touchedText ??= sql`${plannedOnce}
    with written as materialized (
      select listing_id as id from listing_touch where xid >= $1::xid8
      order by xid desc limit ${sql.lit(TOUCHED_MOST + 1)}
    ), touched as materialized (
      select distinct id from written
    ), live as materialized (
      select record from touched cross join lateral (
        select ${record} as record from listing left join property_listing kept on kept.listing_id = listing.id
        where listing.id = touched.id and ${isOnline('listing')} offset 0
      ) listing
    )
    select ${standing}, (select xid from listing_touch_floor) >= $1::xid8
        or (select count(*) from written) > ${sql.lit(TOUCHED_MOST)} as lost,
      (select coalesce(array_agg(id), '{}') from touched) as ids,
      (select string_agg(record, '') from live) as records, (select count(*)::int from live) as live
  `.compile(db).sql;
  const { rows } = await db.executeQuery<Touched>(CompiledQuery.raw(touchedText, [position]));
  return rows[0]!;
}
