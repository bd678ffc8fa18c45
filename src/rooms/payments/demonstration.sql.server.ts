import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { PHOTO_LEAST } from '#rooms/boosts/contract.ts';

export interface BoostableDemo {
  readonly id: number;
  readonly agencyId: number;
  readonly ownerReference: string;
  /** INSEE code of its commune or district. */
  readonly placeCode: string;
}

/** Listings of these agencies of the demonstration that an advertisement can be made of, always in the same order. */
export async function selectBoostableDemo(
  db: Queryable,
  references: readonly string[],
): Promise<BoostableDemo[]> {
  const { rows } = await sql<BoostableDemo>`
    select listing.id, listing.agency_id, agency.owner_reference, listing.place_code
    from listing_online listing join agency on agency.id = listing.agency_id
      left join listing_verdict verdict on verdict.listing_id = listing.id
    where agency.demo and listing.status = 'online' and agency.owner_reference = any(${references}::text[]) and coalesce(verdict.score, 100) = 100
      and listing.property_type in ('apartment', 'house') and listing.title <> ''
      and 5 <= (select count(*) from listing_photo where listing_id = listing.id and status = 'ready'
        and width >= ${PHOTO_LEAST.width} and height >= ${PHOTO_LEAST.height})
    order by agency.owner_reference, listing.technical_id
  `.execute(db);
  return rows;
}

export interface LaidOrder {
  readonly key: string;
  readonly reference: string;
  readonly createdAt: Date;
  readonly sessionId: string | null;
  readonly boostId: number;
  /** Every status that its boost came to, in order. */
  readonly statuses: readonly string[];
  /** What its boost did not spend is given back. */
  readonly settled: boolean;
}

/** The orders that the demonstration laid, the first one first. */
export async function selectLaidOrders(db: Queryable): Promise<LaidOrder[]> {
  const { rows } = await sql<LaidOrder>`
    select o.key, o.reference, o.created_at, o.session_id, line.boost_id, line.settled_at is not null as settled,
      array(select to_status from boost_event where boost_id = line.boost_id order by id) as statuses
    from payment_order o join payment_line line on line.order_id = o.id where o.demo order by o.id
  `.execute(db);
  return rows;
}
