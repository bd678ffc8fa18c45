import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

/** Who said it, as separations keep it: a number, which says nothing once the account is gone. */
export const signatureOf = (accountId: number) => `account:${accountId}`;

/** Listings that this account took apart from this one, and nobody put back since. */
export async function separatedBy(
  db: Queryable,
  accountId: number,
  listingId: number,
): Promise<{ listingId: number; agency: string }[]> {
  const { rows } = await sql<{ listingId: number; agency: string }>`
    select last.other as listing_id, agency.name as agency
    from (
      select distinct on (low, high) case when low = ${listingId} then high else low end as other, separated, by_whom
      from property_separation where low = ${listingId} or high = ${listingId}
      order by low, high, id desc
    ) last
    join listing on listing.id = last.other
    join agency on agency.id = listing.agency_id
    where last.separated and last.by_whom = ${signatureOf(accountId)}
    order by last.other
  `.execute(db);
  return rows;
}

/** When this account last separated listings since then, the oldest first. */
export async function separationsSince(db: Queryable, accountId: number, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from property_separation
    where by_whom = ${signatureOf(accountId)} and separated and at > ${since} order by at
  `.execute(db);
  return rows.map(({ at }) => at);
}
