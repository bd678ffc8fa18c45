import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { type ListingStatus, visibleStatuses } from './contract.ts';

const WRITERS = 7204;

/** Locks the listings of one agency until the end of the transaction: its writers go one after the other. */
export async function lockListingsOf(tx: Tx, agencyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(WRITERS)}, ${agencyId})`.execute(tx);
}

/** Ids that are no listing's are left out. */
export async function upsertConfirmations(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into listing_confirmation (listing_id, at)
    select id, ${now} from listing where id = any(${ids}::bigint[]) order by id
    on conflict (listing_id) do update set at = excluded.at
  `.execute(tx);
}

/** Confirms again the listings of the agency that were confirmed since the date. */
export async function reconfirmListings(tx: Tx, agencyId: number, since: Date, now: Date): Promise<void> {
  await sql`
    update listing_confirmation set at = ${now}
    from listing
    where listing.id = listing_id and listing.agency_id = ${agencyId} and at >= ${since}
  `.execute(tx);
}

export async function insertAvailability(
  tx: Tx,
  rows: readonly { listingId: number; status: ListingStatus }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into listing_availability (listing_id, at, status)
    select listing_id, ${now}, status
    from unnest(${rows.map((row) => row.listingId)}::bigint[], ${rows.map((row) => row.status)}::text[])
      as row(listing_id, status)
    on conflict (listing_id, at) do update set status = excluded.status
  `.execute(tx);
}

export interface Departure {
  readonly id: number;
  readonly technicalId: string;
  /** Before. */
  readonly status: ListingStatus;
}

/**
 * Gives `status` to the listings of the agency that have one of the statuses `from`, with `moderated` also to those that Vigie
 * suspends. Returns those changed.
 */
export async function leaveListings(
  tx: Tx,
  given: {
    agencyId: number;
    technicalIds: readonly string[];
    from: readonly ListingStatus[];
    moderated?: boolean;
    status: ListingStatus;
    now: Date;
  },
): Promise<Departure[]> {
  const { rows } = await sql<Departure>`
    update listing set
      status = ${given.status},
      updated_at = ${given.now},
      withdrawn_at = case when listing.status = any(${visibleStatuses}::text[]) then ${given.now}
                     else listing.withdrawn_at end
    from listing as former
    where former.id = listing.id
      and listing.agency_id = ${given.agencyId}
      and listing.technical_id = any(${given.technicalIds}::text[])
      and (listing.status = any(${given.from}::text[])
        or ${given.moderated ?? false} and listing.status = 'suspended'
          and exists (select from listing_suspension where listing_id = listing.id))
    returning listing.id, listing.technical_id, former.status
  `.execute(tx);
  return rows;
}

/** Agencies that have listings on line not confirmed since the date, with those listings' technical ids, at most `limit` each. */
export async function selectUnconfirmed(
  db: Queryable,
  since: Date,
  agencyId: number | null,
): Promise<{ agencyId: number; technicalIds: string[] }[]> {
  const { rows } = await sql<{ agencyId: number; technicalIds: string[] }>`
    select listing.agency_id, array_agg(listing.technical_id order by listing.technical_id) as technical_ids
    from listing_online listing
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where coalesce(confirmation.at, listing.updated_at) < ${since}
      ${agencyId === null ? sql`` : sql`and listing.agency_id = ${agencyId}`}
    group by listing.agency_id
  `.execute(db);
  return rows;
}

/** Gives each listing its status `to`, if it still has `from`. Returns those changed, `published` before now. */
export async function shiftStatuses(
  tx: Tx,
  shifts: readonly { id: number; from: ListingStatus; to: ListingStatus }[],
  now: Date,
): Promise<{ id: number; from: ListingStatus; to: ListingStatus; price: number; published: boolean }[]> {
  if (shifts.length === 0) return [];
  const visible = visibleStatuses;
  const { rows } = await sql<{
    id: number;
    from: ListingStatus;
    to: ListingStatus;
    price: number;
    published: boolean;
  }>`
    update listing set
      status = shift.next,
      updated_at = ${now},
      published_at = case when shift.next = any(${visible}::text[]) then coalesce(listing.published_at, ${now})
                     else listing.published_at end,
      withdrawn_at = case when shift.next = any(${visible}::text[]) then null
                     when listing.status = any(${visible}::text[]) then ${now}
                     else listing.withdrawn_at end
    from unnest(${shifts.map(({ id }) => id)}::bigint[], ${shifts.map(({ from }) => from)}::text[],
                ${shifts.map(({ to }) => to)}::text[]) as shift(id, former, next)
    join listing as before on before.id = shift.id
    where listing.id = shift.id and listing.status = shift.former
    returning listing.id, shift.former as "from", shift.next as "to", listing.price,
              before.published_at is not null as published
  `.execute(tx);
  return rows;
}
