-- listings: streets of a city on the map, cells of 0.0025 degree: a drawn zone looks at what it holds, not at what is around.

-- Numbered from the stored point as `cellOf` of rooms/listings/contract.ts does.
alter table listing add column cell3 bigint generated always as (
  floor((round(lat * 10000) + 900000) / 25)::bigint * 144000
  + floor((round(lng * 10000) + 1800000) / 25)::bigint) stored;

-- Prices in order: what is too dear is not even read. Columns of one width and never null first: they are found sooner.
drop index listing_cell2;
create index listing_cell2 on listing (cell2, transaction, price)
  include (published_at, id, is_new, lat, lng, property_type, surface, rooms, home, market_since)
  where status in ('online', 'under_offer');
create index listing_cell3 on listing (cell3, transaction, price)
  include (published_at, id, is_new, lat, lng, property_type, surface, rooms, home, market_since)
  where status in ('online', 'under_offer');
