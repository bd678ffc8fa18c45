import { sql } from 'kysely';
import type { Tx } from '#platform/db.server.ts';
import { isOnline } from '../online.sql.server.ts';

/**
 * Writes on each listing of these properties which home it shows with others, where it stands for all (a bit for each scope, see listing_counts of
 * migrations/0029_listings.sql) and since when its home is on the market. Never waits for who is writing a listing: that
 * one is noted, to be compared again.
 */
export async function rankOnListings(tx: Tx, propertyIds: readonly number[]): Promise<void> {
  await sql`
    with member as (
      select kept.property_id, kept.listing_id, kept.rank, listing.place_code, listing.city_code,
        listing.department_code, listing.property_type, listing.is_new,
        ${isOnline('listing')} as visible, listing.leads, listing.market_since, listing.home,
        case when kept.rank is not null then kept.property_id end as shared,
        case when property.first_seen_at < listing.published_at then property.first_seen_at end as since
      from property_listing kept
      join property on property.id = kept.property_id
      join listing on listing.id = kept.listing_id
      where kept.property_id = any(${propertyIds}::bigint[])
    ), pair as (
      select own.listing_id, own.place_code = other.place_code as same_place,
        own.city_code = other.city_code as same_city, own.department_code = other.department_code as same_department,
        -- Behind it among all types, and among its own; the same twice where the other one is new.
        (case when own.property_type = other.property_type then 3 else 2 end)
          * (case when other.is_new then 5 else 1 end) as behind
      from member own
      join member other on other.property_id = own.property_id and other.rank < own.rank and other.visible
      where own.visible
    ), standing as (
      select listing_id, 65535 - bit_or(
        behind << 12 | (case when same_department then behind << 8 else 0 end)
        | (case when same_city then behind << 4 else 0 end) | (case when same_place then behind else 0 end)) as leads
      from pair group by listing_id
    ), wanted as (
      select member.listing_id, coalesce(standing.leads, 65535) as leads, member.since, member.shared
      from member left join standing using (listing_id)
      where (member.leads, member.market_since, member.home)
        is distinct from (coalesce(standing.leads, 65535), member.since, member.shared)
    ), free as (
      select id from listing where id in (select listing_id from wanted) order by id for no key update skip locked
    ), written as (
      update listing set leads = wanted.leads, market_since = wanted.since, home = wanted.shared
      from wanted join free on free.id = wanted.listing_id
      where listing.id = wanted.listing_id
    )
    insert into property_work (listing_id)
    select listing_id from wanted where listing_id not in (select id from free)
  `.execute(tx);
}
