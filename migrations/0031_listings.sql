-- listings: the home that several listings show, on the listings themselves, and maps answered from an index alone.

-- Its property while another listing shows it too; null when it is alone.
alter table listing add column home bigint;

drop index listing_cell, listing_cell2, listing_city_type;
create index listing_cell on listing (cell, transaction, published_at desc, id desc)
  include (lat, lng, price, property_type, surface, rooms, is_new, home, market_since)
  where status in ('online', 'under_offer');
create index listing_cell2 on listing (cell2, transaction, published_at desc, id desc)
  include (lat, lng, price, property_type, surface, rooms, is_new, home, market_since)
  where status in ('online', 'under_offer');
create index listing_city_type on listing (city_code, transaction, property_type, price)
  include (published_at, market_since, home, surface, rooms, id) where status in ('online', 'under_offer');
-- Counts of one page of the tally without its rows.
alter table listing_tally drop constraint listing_tally_pkey;
alter table listing_tally add primary key (zone, market, day, property_type) include (homes);

insert into property_work (listing_id)
select listing_id from property_listing where rank is not null order by property_id, listing_id;
