import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import type { FavoriteSort, Visibility } from './contract.ts';
import { departureOf } from './departures.sql.server.ts';
import type { HideReason } from './marks.ts';

/** Locks the account until the transaction ends, so that its limits are counted one at a time; false when it is gone. */
export async function lockAccount(tx: Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  return rows.length > 0;
}

export async function listingExists(db: Queryable, listingId: number): Promise<boolean> {
  const { rows } =
    await sql`select from listing where id = ${listingId} and published_at is not null`.execute(db);
  return rows.length > 0;
}

/** The standing of a listing that was once on line: `since` is the last moment whose pages are still there. */
function standingAt(since: Date): RawBuilder<Visibility> {
  return sql`case
    when ${isOnline('listing')} then 'online'
    when listing.status in ('withdrawn', 'expired', 'sold', 'rented')
      and coalesce(listing.withdrawn_at, listing.updated_at) >= ${since}
      and not exists (select from listing_verdict where listing_id = listing.id and hold is not null) then 'left'
    else 'gone' end`;
}

/** A listing whose page can be read, with its price in cents; null otherwise. */
export async function selectReadable(
  db: Queryable,
  listingId: number,
  since: Date,
): Promise<{ price: number } | null> {
  const { rows } = await sql<{ price: number }>`
    select price from listing
    where id = ${listingId} and published_at is not null and ${standingAt(since)} <> 'gone'
  `.execute(db);
  return rows[0] ?? null;
}

export function selectFavorite(db: Queryable, accountId: number, listingId: number) {
  return db
    .selectFrom('favorite')
    .select(['note', 'createdAt', 'removedAt'])
    .where('accountId', '=', accountId)
    .where('listingId', '=', listingId)
    .executeTakeFirst();
}

interface FavoriteRow {
  readonly accountId: number;
  readonly listingId: number;
  readonly note: string;
  readonly price: number;
  readonly at: Date;
}

/** The state of a listing when it becomes a favourite is known to its reader: it is never notified. */
const known = sql`(select ${departureOf(sql`listing.status`)} from listing where listing.id = favorite.listing_id)`;

/** Kept from `at` on, whatever there was before. */
export async function writeFavorite(
  tx: Tx,
  { accountId, listingId, note, price, at }: FavoriteRow,
): Promise<void> {
  await sql`
    insert into favorite (account_id, listing_id, note, price, created_at, updated_at, told)
    select ${accountId}, id, ${note}, ${price}, ${at}, ${at}, ${departureOf(sql`status`)} from listing where id = ${listingId}
    on conflict (account_id, listing_id) do update set note = excluded.note, price = excluded.price,
      created_at = excluded.created_at, updated_at = excluded.updated_at, told = excluded.told, removed_at = null
  `.execute(tx);
}

/** Another note, and kept again where it was kept no more. */
export async function reviseFavorite(
  tx: Tx,
  { accountId, listingId, note, at }: Omit<FavoriteRow, 'price'>,
): Promise<void> {
  await sql`
    update favorite set note = ${note}, updated_at = ${at}, removed_at = null,
      told = case when removed_at is null then told else ${known} end
    where account_id = ${accountId} and listing_id = ${listingId}
  `.execute(tx);
}

/** Whether it was kept until now. */
export async function dropFavorite(
  db: Queryable,
  accountId: number,
  listingId: number,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('favorite')
    .set({ removedAt: at })
    .where('accountId', '=', accountId)
    .where('listingId', '=', listingId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Totals {
  readonly favorites: number;
  readonly hidden: number;
  readonly viewed: number;
}

export async function countOwn(db: Queryable, accountId: number): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*)::int from favorite where account_id = ${accountId} and removed_at is null) as favorites,
      (select count(*)::int from hidden_listing where account_id = ${accountId}) as hidden,
      (select count(*)::int from viewed_listing where account_id = ${accountId}) as viewed
  `.execute(db);
  return rows[0]!;
}

export interface FavoritePlace {
  readonly listingId: number;
  readonly standing: Visibility;
  readonly note: string;
  readonly keptAt: Date;
  readonly keptPrice: number;
}

interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** See `standingAt`. */
  readonly since: Date;
}

const orders: Record<FavoriteSort, RawBuilder<unknown>> = {
  date: sql`favorite.created_at desc, favorite.listing_id desc`,
  // What can no longer be had stands last.
  prix: sql`not ${isOnline('listing')}, listing.price, favorite.listing_id`,
  '-prix': sql`not ${isOnline('listing')}, listing.price desc, favorite.listing_id desc`,
};

export async function selectFavorites(
  db: Queryable,
  accountId: number,
  { sort, limit, offset, since }: Slice & { readonly sort: FavoriteSort },
): Promise<FavoritePlace[]> {
  const { rows } = await sql<FavoritePlace>`
    select favorite.listing_id, ${standingAt(since)} as standing, favorite.note,
      favorite.created_at as kept_at, favorite.price as kept_price
    from favorite join listing on listing.id = favorite.listing_id
    where favorite.account_id = ${accountId} and favorite.removed_at is null
    order by ${orders[sort]}
    limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

export async function writeHidden(
  tx: Tx,
  row: {
    readonly accountId: number;
    readonly listingId: number;
    readonly reason: HideReason | null;
    readonly at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('hiddenListing')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'listingId']).doUpdateSet({ reason: row.reason }),
    )
    .execute();
}

export async function selectHidden(
  db: Queryable,
  accountId: number,
  listingId: number,
): Promise<{ reason: HideReason | null; at: Date } | undefined> {
  const row = await db
    .selectFrom('hiddenListing')
    .select(['reason', 'at'])
    .where('accountId', '=', accountId)
    .where('listingId', '=', listingId)
    .executeTakeFirst();
  return row && { at: row.at, reason: row.reason as HideReason | null };
}

/** Whether it was hidden until now. */
export async function dropHidden(db: Queryable, accountId: number, listingId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('hiddenListing')
    .where('accountId', '=', accountId)
    .where('listingId', '=', listingId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface HiddenPlace {
  readonly listingId: number;
  readonly standing: Visibility;
  readonly reason: HideReason | null;
  readonly hiddenAt: Date;
}

export async function selectHiddenPage(
  db: Queryable,
  accountId: number,
  { limit, offset, since }: Slice,
): Promise<HiddenPlace[]> {
  const { rows } = await sql<HiddenPlace>`
    select listing_id, ${standingAt(since)} as standing, reason, hidden_listing.at as hidden_at
    from hidden_listing join listing on listing.id = listing_id
    where account_id = ${accountId}
    order by hidden_listing.at desc, listing_id desc
    limit ${limit} offset ${offset}
  `.execute(db);
  return rows;
}

/** Looked at now; the oldest beyond `most` are forgotten. */
export async function writeViewed(
  tx: Tx,
  { accountId, listingId, at, most }: { accountId: number; listingId: number; at: Date; most: number },
): Promise<void> {
  await sql`
    insert into viewed_listing (account_id, listing_id, at) values (${accountId}, ${listingId}, ${at})
    on conflict (account_id, listing_id) do update set at = greatest(viewed_listing.at, excluded.at)
  `.execute(tx);
  await sql`
    delete from viewed_listing
    where account_id = ${accountId} and listing_id in (
      select listing_id from viewed_listing where account_id = ${accountId}
      order by at desc, listing_id desc offset ${most})
  `.execute(tx);
}

export interface ViewedPlace {
  readonly listingId: number;
  readonly standing: Visibility;
  readonly viewedAt: Date;
  readonly kept: boolean;
}

export async function selectViewed(db: Queryable, accountId: number, since: Date): Promise<ViewedPlace[]> {
  const { rows } = await sql<ViewedPlace>`
    select viewed_listing.listing_id, ${standingAt(since)} as standing, viewed_listing.at as viewed_at,
      favorite.account_id is not null as kept
    from viewed_listing join listing on listing.id = viewed_listing.listing_id
    left join favorite on favorite.account_id = viewed_listing.account_id
      and favorite.listing_id = viewed_listing.listing_id and favorite.removed_at is null
    where viewed_listing.account_id = ${accountId}
    order by viewed_listing.at desc, viewed_listing.listing_id desc
  `.execute(db);
  return rows;
}

export async function dropViewed(db: Queryable, accountId: number): Promise<void> {
  await db.deleteFrom('viewedListing').where('accountId', '=', accountId).execute();
}

export async function selectMarks(
  db: Queryable,
  accountId: number,
): Promise<{ kept: number[]; hidden: number[] }> {
  const { rows } = await sql<{ kept: number[]; hidden: number[] }>`
    select
      array(select listing_id from favorite where account_id = ${accountId} and removed_at is null) as kept,
      array(select listing_id from hidden_listing where account_id = ${accountId}) as hidden
  `.execute(db);
  return rows[0]!;
}

/** What nobody can undo any more, and what was looked at long ago. */
export async function sweep(db: Queryable, before: { removed: Date; viewed: Date }): Promise<void> {
  await db.deleteFrom('favorite').where('removedAt', '<', before.removed).execute();
  await db.deleteFrom('viewedListing').where('at', '<', before.viewed).execute();
}

/** Every row of an account. */
export async function dropAll(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('favorite').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('hiddenListing').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('viewedListing').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('favoriteMailStop').where('accountId', '=', accountId).execute();
}

export interface DemoListing {
  readonly id: number;
  readonly price: number;
  /** Another price before, and the day it changed. */
  readonly previousPrice: number | null;
  readonly priceChangedAt: Date | null;
  readonly publishedAt: Date;
  readonly left: boolean;
}

/** Homes of the demonstration in a city: on line, those whose price fell first; then some that left. */
export async function selectDemoHomes(
  db: Queryable,
  cityCode: string,
  limits: { online: number; left: number },
): Promise<DemoListing[]> {
  const homes = sql`
    select listing.id, price, previous_price, price_changed_at, published_at,
      not ${isOnline('listing')} as left
    from listing join agency on agency.id = listing.agency_id
    where agency.demo and published_at is not null and transaction = 1 and property_type in ('apartment', 'house')
      and city_code = ${cityCode}`;
  const { rows } = await sql<DemoListing>`
    (${homes} and ${isOnline('listing')}
      order by (previous_price > price) is true desc, photo_count desc, listing.id limit ${limits.online})
    union all
    (${homes} and listing.status in ('withdrawn', 'sold') order by withdrawn_at desc, listing.id limit ${limits.left})
  `.execute(db);
  return rows;
}

/** Whether an account has any favourite, whatever became of it. */
export async function hasAny(db: Queryable, accountId: number): Promise<boolean> {
  const { rows } = await sql`select from favorite where account_id = ${accountId} limit 1`.execute(db);
  return rows.length > 0;
}
