import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { isUnrecorded } from '#rooms/notifications/notifications.server.ts';

export interface DueListing {
  readonly id: number;
  readonly reference: string;
  readonly title: string;
}

/** Listings on line, or expired since, last confirmed seven days before that day in Paris. */
export async function selectDue(
  db: Queryable,
  { agencyId, day, limit }: { agencyId: number; day: string; limit: number },
): Promise<DueListing[]> {
  const { rows } = await sql<DueListing>`
    select listing.id, listing.reference, listing.title
    from listing join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where listing.agency_id = ${agencyId} and listing.status in ('online', 'under_offer', 'expired')
      and confirmation.at >= (${day}::date - 7)::timestamp at time zone 'Europe/Paris'
      and confirmation.at < (${day}::date - 6)::timestamp at time zone 'Europe/Paris'
    order by listing.reference, listing.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Agencies whose listings on line were last confirmed seven days before that day in Paris, unless `key` is recorded of them. */
export async function selectDueAgencies(
  db: Queryable,
  { day, key }: { day: string; key: string },
): Promise<{ agencyId: number; key: string; listings: number }[]> {
  const { rows } = await sql<{ agencyId: number; key: string; listings: number }>`
    select found.agency_id, found.key, found.listings from (
      select listing.agency_id, ${key}::text as key, count(*)::int as listings
      from listing_online listing join listing_confirmation confirmation on confirmation.listing_id = listing.id
      where confirmation.at >= (${day}::date - 7)::timestamp at time zone 'Europe/Paris'
        and confirmation.at < (${day}::date - 6)::timestamp at time zone 'Europe/Paris'
      group by listing.agency_id
    ) found
    where ${isUnrecorded('found')} order by found.agency_id
  `.execute(db);
  return rows;
}
