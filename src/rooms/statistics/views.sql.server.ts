import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { ViewCount } from './views.ts';

/** Adds to the counts, always in the same order: two processes never wait for each other in a circle. */
export async function addViews(db: Queryable, counts: readonly ViewCount[]): Promise<void> {
  await sql`
    insert into listing_day (listing_id, day, agency_id, views, from_mails)
    select listing.id, counted.day, listing.agency_id, counted.views, counted.from_mails
    from unnest(${counts.map(({ listingId }) => listingId)}::bigint[], ${counts.map(({ day }) => day)}::date[],
      ${counts.map(({ views }) => views)}::int[], ${counts.map(({ fromMails }) => fromMails)}::int[])
      as counted(listing_id, day, views, from_mails)
    join listing on listing.id = counted.listing_id
    order by listing.id, counted.day
    on conflict (listing_id, day) do update set views = listing_day.views + excluded.views,
      from_mails = listing_day.from_mails + excluded.from_mails
  `.execute(db);
}
