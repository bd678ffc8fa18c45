import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Lead } from './contract.ts';
import { queueDelivery } from './webhook.sql.server.ts';

export interface LeadDeparture {
  readonly listingId: number;
  readonly email: string;
}

/**
 * People not notified yet who asked about a listing that has left for good: one row for each person and listing. Sold
 * or let is known at once; withdrawn and expired wait, since a feed may bring them back.
 */
export async function selectDepartures(
  db: Queryable,
  given: { askedSince: Date; soldBefore: Date; withdrawnBefore: Date; limit: number },
): Promise<LeadDeparture[]> {
  const { rows } = await sql<LeadDeparture>`
    select lead.listing_id, lead.email
    from lead join listing on listing.id = lead.listing_id
    where lead.status in ('new', 'contacted', 'unreachable') and lead.told_gone_at is null
      and lead.erased_at is null and lead.created_at > ${given.askedSince}
      and ((listing.status in ('sold', 'rented') and listing.updated_at <= ${given.soldBefore})
        or (listing.status in ('withdrawn', 'expired') and listing.updated_at <= ${given.withdrawnBefore}))
    group by lead.listing_id, lead.email
    order by min(lead.id) limit ${given.limit}
  `.execute(db);
  return rows;
}

/** Locks their open leads about it until the transaction ends; none once it is back or they were notified. */
export async function lockDepartureLeads(tx: Tx, { listingId, email }: LeadDeparture): Promise<Lead[]> {
  const { rows } = await sql<Lead>`
    select lead.*, agency.owner_reference as agency
    from lead join agency on agency.id = lead.agency_id join listing on listing.id = lead.listing_id
    where lead.listing_id = ${listingId} and lead.email = ${email} and lead.told_gone_at is null
      and lead.erased_at is null and lead.status in ('new', 'contacted', 'unreachable')
      and listing.status in ('sold', 'rented', 'withdrawn', 'expired')
    order by lead.id
    for no key update of lead
  `.execute(tx);
  return rows;
}

export async function closeDepartureLeads(tx: Tx, leadIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update lead set status = 'disqualified', disqualified_because = 'unavailable', closed_at = ${at},
      told_gone_at = ${at}, version = version + 1
    where id = any(${leadIds}::bigint[])
  `.execute(tx);
  await queueDelivery(tx, leadIds, 'lead.updated');
}
