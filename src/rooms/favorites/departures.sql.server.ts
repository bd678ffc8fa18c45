import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Departure } from './departures.ts';

/** Since when the listings of somebody's favourites must have been what they are. */
export interface DepartureDelays {
  /** Sold, let, under offer. */
  readonly saidBefore: Date;
  /** Withdrawn, expired: a feed may bring them back. */
  readonly withdrawnBefore: Date;
}

/** Departure that a status means for a favourite; null: nothing to notify. */
export const departureOf = (status: RawBuilder<unknown>): RawBuilder<Departure | null> => sql`case
  when ${status} = 'under_offer' then 'under_offer'
  when ${status} in ('sold', 'rented', 'withdrawn', 'expired') then 'left' end`;

const departure = departureOf(sql`listing.status`);

/**
 * Favourites of proven addresses that want these mails, whose listing is under offer or has left, and nobody told it. Who asked about the
 * listing lately is told by the mail that closes the request (leads/departures).
 */
const waiting = ({ saidBefore, withdrawnBefore }: DepartureDelays) => sql`
  favorite
  join listing on listing.id = favorite.listing_id
  join account on account.id = favorite.account_id and account.email_verified_at is not null
  cross join lateral (
    select coalesce(max(at), listing.updated_at) as at from listing_availability where listing_id = listing.id) since
  where favorite.removed_at is null
    and (favorite.told is null or favorite.told = 'under_offer' and listing.status <> 'under_offer')
    and (listing.status in ('sold', 'rented', 'under_offer') and since.at <= ${saidBefore}
      or listing.status in ('withdrawn', 'expired') and since.at <= ${withdrawnBefore})
    and not exists (select from favorite_mail_stop stop where stop.account_id = favorite.account_id)`;

/** Accounts that something waits for, the smallest numbers first. */
export async function selectAccountsToNotify(
  db: Queryable,
  patience: DepartureDelays,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ accountId: number }>`
    select distinct favorite.account_id from ${waiting(patience)} order by favorite.account_id limit ${limit}
  `.execute(db);
  return rows.map(({ accountId }) => accountId);
}

export interface FavoriteDeparture {
  readonly listingId: number;
  readonly departure: Departure;
  /** A mail about a request to its agency tells it. */
  readonly toldElsewhere: boolean;
  /** Its page still answers: the law does not hold it. */
  readonly hasPage: boolean;
  /** A listing of the same home that is on line; null: none. */
  readonly elsewhere: number | null;
}

/** Claims the departures to notify an account of: they are recorded in the transaction, so sent once. */
export async function claimDepartures(
  tx: Tx,
  accountId: number,
  patience: DepartureDelays,
  askedSince: Date,
): Promise<FavoriteDeparture[]> {
  const { rows } = await sql<FavoriteDeparture>`
    with due as (
      select favorite.listing_id, ${departure} as departure, since.at,
        listing.status <> 'under_offer' and exists (
          select from lead where lead.listing_id = listing.id and lead.erased_at is null
            and (lead.email = account.email or lead.account_id = account.id)
            and (lead.told_gone_at is not null
              or lead.status in ('new', 'contacted', 'unreachable') and lead.created_at > ${askedSince})) as told_elsewhere,
        not exists (select from listing_verdict where listing_id = listing.id and hold is not null) as has_page,
        (select other.id from property_listing own
          join property_listing beside on beside.property_id = own.property_id and beside.listing_id <> own.listing_id
          join listing_online other on other.id = beside.listing_id
          where own.listing_id = listing.id order by other.status, other.price, other.id limit 1) as elsewhere
      from ${waiting(patience)} and favorite.account_id = ${accountId}),
    noted as (
      update favorite set told = due.departure from due
      where favorite.account_id = ${accountId} and favorite.listing_id = due.listing_id)
    select listing_id, departure, told_elsewhere, has_page, elsewhere from due order by at desc, listing_id
  `.execute(tx);
  return rows;
}

/** Forgets departures of listings that are back, so that they are notified again if they leave once more. */
export async function forgetReturned(db: Queryable): Promise<void> {
  await sql`
    update favorite set told = case listing.status when 'under_offer' then 'under_offer' end
    from listing
    where listing.id = favorite.listing_id
      and (favorite.told is not null and listing.status = 'online'
        or favorite.told = 'left' and listing.status = 'under_offer')
  `.execute(db);
}

/** The address of an account; null when it is gone. */
export async function addressOf(db: Queryable, accountId: number): Promise<string | null> {
  const row = await db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst();
  return row?.email ?? null;
}

export async function isStopped(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('favoriteMailStop')
    .select('at')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Does nothing for an account that is gone. */
export async function stopMails(db: Queryable, accountId: number, at: Date): Promise<void> {
  await sql`
    insert into favorite_mail_stop (account_id, at) select id, ${at} from account where id = ${accountId}
    on conflict do nothing
  `.execute(db);
}

/** From now on only: what happened meanwhile is no news. */
export async function resumeMails(tx: Tx, accountId: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('favoriteMailStop')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await sql`
    update favorite set told = ${departure} from listing
    where listing.id = favorite.listing_id and favorite.account_id = ${accountId}
  `.execute(tx);
}
