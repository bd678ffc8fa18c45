import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { EnergyClass } from './contract.ts';
import { type ComparableListing, MOST_SHOWING, type Print, printOf } from './homes/comparison.ts';
import { rankOnListings } from './homes/standing.sql.server.ts';
import { isOnline } from './online.sql.server.ts';

const KEEPERS = 7210;

/** Locks the matching of homes until the end of the transaction: one matcher at a time. */
export async function lockProperties(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(KEEPERS)}, 0)`.execute(tx);
}

/**
 * Dequeues the next work items, and the later ones of the same listings: what is read after this statement is at least
 * as new as any of them. Returns the listings, at most `limit`.
 */
export async function takeWork(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ listingId: number }>`
    with next as (
      select distinct listing_id from (select listing_id from property_work order by id limit ${limit}) first
    ), taken as (
      delete from property_work where listing_id in (select listing_id from next)
    )
    select listing_id from next order by listing_id
  `.execute(tx);
  return rows.map(({ listingId }) => listingId);
}

/** Dequeues the work items of these listings; returns those that had one. */
export async function takeWorkOf(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ listingId: number }>`
    with taken as (delete from property_work where listing_id = any(${ids}::bigint[]) returning listing_id)
    select distinct listing_id from taken order by listing_id
  `.execute(tx);
  return rows.map(({ listingId }) => listingId);
}

/** Notes listings as if they had changed; all that were ever on line when none are named, neighbours together. */
export async function insertWork(db: Queryable, ids: readonly number[] | null): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into property_work (listing_id)
    select id from listing
    where ${ids === null ? sql`published_at is not null` : sql`id = any(${ids}::bigint[])`}
    order by place_code, transaction, property_type, surface, id
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A picture, a certificate or its values, by its hash in decimal, and a listing that shows it. */
export interface MarkRow {
  readonly mark: string;
  readonly listingId: number;
}

/** What these listings were last known to show. */
export async function selectMarks(tx: Tx, ids: readonly number[]): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select mark::text as mark, listing_id
    from property_listing, unnest(prints || signs) as mark
    where listing_id = any(${ids}::bigint[]) and mark is not null
  `.execute(tx);
  return rows;
}

/** Forgets who showed some marks, and notes who shows others. */
export async function replaceMarks(
  tx: Tx,
  gone: readonly MarkRow[],
  come: readonly MarkRow[],
): Promise<void> {
  const pairs = (rows: readonly MarkRow[]) =>
    sql`unnest(${rows.map(({ mark }) => mark)}::bigint[], ${rows.map(({ listingId }) => listingId)}::bigint[])
      as pair(mark, listing_id)`;
  if (gone.length > 0)
    await sql`
      delete from property_mark using ${pairs(gone)}
      where property_mark.mark = pair.mark and property_mark.listing_id = pair.listing_id
    `.execute(tx);
  if (come.length > 0)
    await sql`
      insert into property_mark (mark, listing_id) select * from ${pairs(come)} on conflict do nothing
    `.execute(tx);
}

// As `marketOf` says it in memory.
const market = sql`listing.transaction || ' ' || case listing.property_type
    when 'loft' then 'apartment' when 'mansion' then 'house' when 'castle' then 'house' else listing.property_type end
  || case when listing.life_annuity then ' annuity' else '' end`;

/**
 * Brings what is kept of these listings to what they say now; a new one gets a property of its own. Those that are no
 * more, or were never on line, are left out.
 */
export async function upsertFacts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with said as (
      select listing.id, listing.published_at, ${market} as market, listing.place_code,
        case when listing.property_type = 'land' then listing.land_surface else listing.surface end as size,
        listing.price, listing.rooms, listing.floor,
        coalesce((
          select array_agg(distinct coalesce(perceptual_hash, hashtextextended(storage_key, 0)))
          from listing_photo where listing_id = listing.id
            and (perceptual_hash is not null or kind = 'drawn' and storage_key is not null)
        ), '{}') as prints,
        array[
          hashtextextended(listing.energy_number, 1),
          hashtextextended(concat_ws(' ', listing.place_code, ${market}, listing.energy_value, listing.climate_value)
            || case when listing.energy_value is null or listing.climate_value is null then null else '' end, 2)
        ] as signs,
        row_number() over (partition by known.listing_id is null order by listing.id) as number,
        known.property_id
      from listing
      left join property_listing known on known.listing_id = listing.id
      where listing.id = any(${ids}::bigint[]) and listing.published_at is not null
    ), made as (
      insert into property (first_seen_at)
      select published_at from said where property_id is null order by number
      returning id
    ), numbered as (
      select id, row_number() over (order by id) as number from made
    )
    insert into property_listing (listing_id, property_id, market, place_code, size, price, rooms, floor, prints, signs)
    select said.id, coalesce(said.property_id, numbered.id), market, place_code, size, price, rooms, floor, prints, signs
    from said left join numbered on said.property_id is null and numbered.number = said.number
    on conflict (listing_id) do update set market = excluded.market, place_code = excluded.place_code,
      size = excluded.size, price = excluded.price, rooms = excluded.rooms, floor = excluded.floor,
      prints = excluded.prints, signs = excluded.signs
    where (property_listing.market, property_listing.place_code, property_listing.size, property_listing.price,
        property_listing.rooms, property_listing.floor, property_listing.prints, property_listing.signs)
      is distinct from (excluded.market, excluded.place_code, excluded.size, excluded.price, excluded.rooms,
        excluded.floor, excluded.prints, excluded.signs)
  `.execute(tx);
}

/** The listings that show each of these marks, at most `limit` of each, `except` left out. */
export async function selectShowing(
  tx: Tx,
  given: { marks: readonly string[]; except: readonly number[]; limit: number },
): Promise<Map<string, number[]>> {
  if (given.marks.length === 0) return new Map();
  const { rows } = await sql<{ mark: string; ids: number[] }>`
    select asked.mark::text as mark, array_agg(showing.listing_id) as ids
    from unnest(${given.marks}::bigint[]) as asked(mark)
    cross join lateral (
      select listing_id from property_mark
      where property_mark.mark = asked.mark and listing_id <> all(${given.except}::bigint[])
      limit ${given.limit}
    ) showing
    group by asked.mark
  `.execute(tx);
  return new Map(rows.map(({ mark, ids }) => [mark, ids]));
}

/** Every listing that links lead to from these, themselves included. */
export async function selectReach(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive reach(id) as (
      select unnest(${ids}::bigint[])
      union
      select next.id from reach cross join lateral (
        select high as id from property_link where low = reach.id
        union all
        select low from property_link where high = reach.id
      ) next
    )
    select id from reach
  `.execute(tx);
  return rows.map(({ id }) => id);
}

export interface LinkRow {
  readonly low: number;
  readonly high: number;
  readonly score: number;
  readonly certain: boolean;
}

export async function deleteLinksOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from property_link where low = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from property_link where high = any(${ids}::bigint[])`.execute(tx);
}

export async function insertLinks(tx: Tx, links: readonly LinkRow[]): Promise<void> {
  if (links.length === 0) return;
  const column = <T>(pick: (link: LinkRow) => T) => links.map(pick);
  await sql`
    insert into property_link (low, high, score, certain)
    select * from unnest(${column(({ low }) => low)}::bigint[], ${column(({ high }) => high)}::bigint[],
      ${column(({ score }) => score)}::smallint[], ${column(({ certain }) => certain)}::boolean[])
  `.execute(tx);
}

/** Links between these listings. */
export async function selectLinks(tx: Tx, ids: readonly number[]): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select low, high, score, certain from property_link where low = any(${ids}::bigint[]) order by low, high
  `.execute(tx);
  return rows;
}

/** Part by which the sizes of two listings of one home may differ, and their prices. */
const SIZE_BAND = 0.95;
const PRICE_BAND = 0.78;

/** The statement that finds who may be the same home as these listings; each pair once. */
export function candidates(ids: readonly number[]): RawBuilder<{ low: number; high: number }> {
  return sql<{ low: number; high: number }>`
    select distinct least(a, b) as low, greatest(a, b) as high from (
      select own.listing_id as a, other.listing_id as b
      from property_listing own
      join property_listing other on other.place_code = own.place_code and other.market = own.market
        and other.size between own.size * ${SIZE_BAND}::numeric and own.size / ${SIZE_BAND}::numeric
        and other.price between own.price * ${PRICE_BAND}::numeric and own.price / ${PRICE_BAND}::numeric
        and (abs(other.rooms - own.rooms) <= 1) is not false
        and (other.floor = own.floor) is not false
        and other.listing_id <> own.listing_id
      where own.listing_id = any(${ids}::bigint[])
      union all
      select own.listing_id, other
      from property_listing own
      cross join lateral (
        select array_agg(listing_id) as ids from (
          select listing_id from property_mark where mark = own.signs[1]
          limit ${MOST_SHOWING + 1}
        ) sharing
      ) showing
      cross join lateral unnest(showing.ids) as other
      join property_listing there on there.listing_id = other
      where own.listing_id = any(${ids}::bigint[]) and own.signs[1] is not null and other <> own.listing_id
        and cardinality(showing.ids) <= ${MOST_SHOWING} and there.market = own.market
    ) pair
  `;
}

export async function selectCandidates(
  tx: Tx,
  ids: readonly number[],
): Promise<{ low: number; high: number }[]> {
  const { rows } = await candidates(ids).execute(tx);
  return rows;
}

/** A listing and what it shows. */
export interface ComparedListing extends ComparableListing {
  readonly prints: readonly Print[];
  /** Of its certificate, and of its certificate's values in their place. */
  readonly numberSign: string | null;
  readonly valuesSign: string | null;
}

interface KeptRow extends Omit<ComparableListing, 'from' | 'until' | 'energyClass'> {
  readonly publishedAt: Date;
  readonly leftAt: Date | null;
  readonly energyClass: EnergyClass | null;
  readonly prints: string[];
  readonly numberSign: string | null;
  readonly valuesSign: string | null;
}

export async function selectComparedListings(tx: Tx, ids: readonly number[]): Promise<ComparedListing[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<KeptRow>`
    select listing.id, agency.owner_reference || '/' || listing.technical_id as key, listing.agency_id,
      listing.reference, listing.published_at,
      case when ${isOnline('listing')} then null
        else coalesce(listing.withdrawn_at, listing.updated_at) end as left_at,
      kept.market, listing.is_new, kept.size, listing.land_surface as land, listing.price,
      listing.price_without_fees as net, listing.rooms, listing.bedrooms, listing.floor, listing.floors,
      listing.built_year, listing.furnished, listing.flat_share, listing.energy_number, listing.energy_version,
      listing.energy_class, listing.energy_value, listing.climate_value, listing.lat, listing.lng,
      listing.point_radius as radius, kept.prints::text[] as prints,
      kept.signs[1]::text as number_sign, kept.signs[2]::text as values_sign
    from property_listing kept
    join listing on listing.id = kept.listing_id
    join agency on agency.id = listing.agency_id
    where kept.listing_id = any(${ids}::bigint[])
  `.execute(tx);
  return rows.map(({ publishedAt, leftAt, prints, ...row }) => ({
    ...row,
    from: publishedAt.getTime(),
    until: leftAt?.getTime() ?? null,
    prints: prints.map(printOf),
  }));
}

/** Pairs of these listings that a person said are two homes, by their last word. */
export async function selectSeparated(
  tx: Tx,
  ids: readonly number[],
): Promise<{ low: number; high: number }[]> {
  const { rows } = await sql<{ low: number; high: number }>`
    select low, high from (
      select distinct on (low, high) low, high, separated from property_separation
      where low = any(${ids}::bigint[]) order by low, high, id desc) last
    where separated
  `.execute(tx);
  return rows;
}

/**
 * Which of these listings are of which property; `ranked`: it was one of several, or its own row still says so, which somebody
 * was writing when it stopped to be.
 */
export async function selectMembership(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; propertyId: number; ranked: boolean }[]> {
  const { rows } = await sql<{ id: number; propertyId: number; ranked: boolean }>`
    select kept.listing_id as id, kept.property_id, kept.rank is not null or listing.home is not null as ranked
    from property_listing kept join listing on listing.id = kept.listing_id
    where kept.listing_id = any(${ids}::bigint[]) order by kept.listing_id
  `.execute(tx);
  return rows;
}

/** Inserts that many properties; answers their ids. */
export async function insertProperties(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into property (first_seen_at) select 'epoch'::timestamptz from generate_series(1, ${count}) returning id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Gives listings another property. */
export async function moveListings(
  tx: Tx,
  moves: readonly { listingId: number; propertyId: number }[],
): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    update property_listing set property_id = move.property_id
    from unnest(${moves.map(({ listingId }) => listingId)}::bigint[],
      ${moves.map(({ propertyId }) => propertyId)}::bigint[]) as move(listing_id, property_id)
    where property_listing.listing_id = move.listing_id
  `.execute(tx);
}

/** Known facts that make a listing worth reading, 0 to 10. */
const completeness = sql`(
  (listing.photo_count >= 5)::int + (listing.photo_count >= 1)::int + (length(listing.description) >= 300)::int
  + (listing.surface is not null)::int + (listing.rooms is not null)::int + (listing.bedrooms is not null)::int
  + (listing.floor is not null or listing.property_type not in ('apartment', 'loft'))::int
  + (listing.energy_value is not null)::int + (listing.built_year is not null)::int + (listing.lat is not null)::int)`;

/** Recomputes since when these properties are known and the order of their listings; deletes the empty ones. */
export async function refreshProperties(tx: Tx, propertyIds: readonly number[]): Promise<void> {
  await sql`
    update property_listing set rank = standing.rank
    from (
      select kept.listing_id, case when count(*) over one > 1 then row_number() over (one order by ${completeness} desc,
        listing.price, agency.owner_reference, listing.technical_id) end as rank
      from property_listing kept
      join listing on listing.id = kept.listing_id
      join agency on agency.id = listing.agency_id
      where kept.property_id = any(${propertyIds}::bigint[])
      window one as (partition by kept.property_id)
    ) standing
    where property_listing.listing_id = standing.listing_id and property_listing.rank is distinct from standing.rank
  `.execute(tx);
  await sql`
    update property set first_seen_at = known.since
    from (
      select kept.property_id, min(listing.published_at) as since
      from property_listing kept join listing on listing.id = kept.listing_id
      where kept.property_id = any(${propertyIds}::bigint[]) group by kept.property_id
    ) known
    where property.id = known.property_id and property.first_seen_at <> known.since
  `.execute(tx);
  await rankOnListings(tx, propertyIds);
  await sql`
    delete from property where id = any(${propertyIds}::bigint[])
      and not exists (select from property_listing where property_id = property.id)
  `.execute(tx);
}
