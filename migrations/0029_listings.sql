-- listings: how many homes are on line in each place, kept by the database itself in the transaction that writes a
-- listing, and which listing stands for its property (docs/decisions/0021).

alter table listing
  -- Where it stands for its property among those on line: a bit for each scope that a page shows (listing_counts below).
  -- All of them for a listing that no other one may stand for.
  add column leads        integer not null default 65535,
  -- First day on line of its property, when that is before its own: publishing a home again does not make it new.
  add column market_since timestamptz;

-- Pages of a place from the index alone, whatever the type; a department and the whole country too.
drop index listing_place, listing_city, listing_city_type, listing_recent;
create index listing_place on listing (place_code, transaction, published_at desc, id desc)
  include (leads, property_type, is_new) where status in ('online', 'under_offer');
create index listing_city on listing (city_code, transaction, published_at desc, id desc)
  include (leads, property_type, is_new) where status in ('online', 'under_offer');
create index listing_department on listing (department_code, transaction, published_at desc, id desc)
  include (leads, property_type, is_new, price) where status in ('online', 'under_offer');
create index listing_recent on listing (published_at desc, id desc)
  include (transaction, leads, property_type, is_new) where status in ('online', 'under_offer');
-- Counts of a city by type and budget.
create index listing_city_type on listing (city_code, transaction, property_type, price)
  include (published_at, market_since, id) where status in ('online', 'under_offer');
-- By price: the country, and the districts (a commune has listing_city_price).
create index listing_price_order on listing (transaction, price, id) include (leads, property_type, is_new)
  where status in ('online', 'under_offer');
create index listing_district_price on listing (place_code, transaction, price, id)
  where status in ('online', 'under_offer') and place_code <> city_code;

-- Homes on line: listings, less those that another one of the same property stands for.
create table listing_tally (
  zone          text collate "C" not null,        -- a commune or district, `D34`, `FR`
  market        text collate "C" not null check (market in ('achat', 'location', 'neuf')),
  -- Of the homes that came on the market that day, in Paris; `infinity`: of all of them.
  day           date not null,
  -- Homes of one type; '': less those counted under several types. All rows together: the homes of all types.
  property_type text collate "C" not null,
  homes         integer not null,
  primary key (zone, market, day, property_type)
);
-- What is to be added: appended to, so that no writer waits for another at the rows of the whole country. Counts are
-- those of listing_tally and of these rows together, at any moment.
create table listing_tally_delta (
  zone          text collate "C" not null,
  market        text collate "C" not null,
  day           date not null,
  property_type text collate "C" not null,
  homes         integer not null
);
create index listing_tally_delta_of on listing_tally_delta (zone, market, day);

-- The rows of listing_tally in which a listing on line counts. Bits of `leads`, four for each level: 1 among its own
-- type, 2 among all types, 4 and 8 the same among new homes.
create function listing_counts(place_code text, city_code text, department_code text, transaction smallint,
    is_new boolean, property_type text, since timestamptz, leads integer)
  returns table (zone text, market text, day date, property_type text, homes integer)
  language sql immutable parallel safe as $$
    select level.zone, word.market, at.day, kind.property_type, kind.homes
    from (values (0, $1), (4, case when $2 <> $1 then $2 end), (8, 'D' || $3), (12, 'FR')) level (bit, zone)
    cross join (values (0, case $4 when 2 then 'location' else 'achat' end),
      (2, case when $5 and $4 = 1 then 'neuf' end)) word (bit, market)
    cross join (values ((($7) at time zone 'Europe/Paris')::date), ('infinity'::date)) at (day)
    cross join lateral (values
      ($6, ($8 >> (level.bit + word.bit)) & 1),
      ('', (($8 >> (level.bit + word.bit + 1)) & 1) - (($8 >> (level.bit + word.bit)) & 1))
    ) kind (property_type, homes)
    where level.zone is not null and word.market is not null and kind.homes <> 0
  $$;

-- The same of the whole table: what the counts must be.
create view listing_tally_live as
  select counted.zone, counted.market, counted.day, counted.property_type, sum(counted.homes)::integer as homes
  from listing, listing_counts(listing.place_code, listing.city_code, listing.department_code, listing.transaction,
    listing.is_new, listing.property_type, coalesce(listing.market_since, listing.published_at), listing.leads) counted
  where listing.status in ('online', 'under_offer')
  group by counted.zone, counted.market, counted.day, counted.property_type
  having sum(counted.homes) <> 0;

create function tally_new_listings() returns trigger language plpgsql as $$
begin
  insert into listing_tally_delta (zone, market, day, property_type, homes)
  select counted.zone, counted.market, counted.day, counted.property_type, sum(counted.homes)
  from added, listing_counts(added.place_code, added.city_code, added.department_code, added.transaction,
    added.is_new, added.property_type, coalesce(added.market_since, added.published_at), added.leads) counted
  where added.status in ('online', 'under_offer')
  group by counted.zone, counted.market, counted.day, counted.property_type;
  return null;
end $$;
create trigger listing_added_counted after insert on listing
  referencing new table as added for each statement execute function tally_new_listings();

create function tally_gone_listings() returns trigger language plpgsql as $$
begin
  insert into listing_tally_delta (zone, market, day, property_type, homes)
  select counted.zone, counted.market, counted.day, counted.property_type, -sum(counted.homes)
  from removed, listing_counts(removed.place_code, removed.city_code, removed.department_code, removed.transaction,
    removed.is_new, removed.property_type, coalesce(removed.market_since, removed.published_at), removed.leads) counted
  where removed.status in ('online', 'under_offer')
  group by counted.zone, counted.market, counted.day, counted.property_type;
  return null;
end $$;
create trigger listing_gone_counted after delete on listing
  referencing old table as removed for each statement execute function tally_gone_listings();

create function tally_listing() returns trigger language plpgsql as $$
begin
  insert into listing_tally_delta (zone, market, day, property_type, homes)
  select counted.zone, counted.market, counted.day, counted.property_type, sum(counted.homes)
  from (
    select counts.zone, counts.market, counts.day, counts.property_type, -counts.homes as homes
    from listing_counts(old.place_code, old.city_code, old.department_code, old.transaction, old.is_new,
      old.property_type, coalesce(old.market_since, old.published_at), old.leads) counts
    where old.status in ('online', 'under_offer')
    union all
    select counts.zone, counts.market, counts.day, counts.property_type, counts.homes
    from listing_counts(new.place_code, new.city_code, new.department_code, new.transaction, new.is_new,
      new.property_type, coalesce(new.market_since, new.published_at), new.leads) counts
    where new.status in ('online', 'under_offer')
  ) counted
  group by counted.zone, counted.market, counted.day, counted.property_type
  having sum(counted.homes) <> 0;
  return null;
end $$;
-- A new price changes no count.
create trigger listing_changed_counted after update on listing for each row
  when ((old.status in ('online', 'under_offer') or new.status in ('online', 'under_offer')) and (
    old.status in ('online', 'under_offer'), old.place_code, old.city_code, old.department_code, old.transaction,
    old.is_new, old.property_type, coalesce(old.market_since, old.published_at), old.leads
  ) is distinct from (
    new.status in ('online', 'under_offer'), new.place_code, new.city_code, new.department_code, new.transaction,
    new.is_new, new.property_type, coalesce(new.market_since, new.published_at), new.leads
  )) execute function tally_listing();

-- Where the listing that stood for its property leaves, the others stand for themselves until they are ranked again, a
-- second later: a home is never missing. Those that somebody else is writing are left to that moment.
create function release_property() returns trigger language plpgsql as $$
begin
  update listing set leads = 65535
  where id in (
    select listing.id
    from property_listing own
    join property_listing other on other.property_id = own.property_id and other.listing_id <> own.listing_id
    join listing on listing.id = other.listing_id
    where own.listing_id = old.id and own.rank is not null and listing.leads <> 65535
      and listing.status in ('online', 'under_offer')
    for no key update of listing skip locked);
  return old;
end $$;
create trigger listing_released after update on listing for each row
  when (old.status in ('online', 'under_offer') and (
    new.status not in ('online', 'under_offer') or (old.place_code, old.transaction, old.is_new, old.property_type)
      is distinct from (new.place_code, new.transaction, new.is_new, new.property_type)
  )) execute function release_property();
create trigger listing_gone_released before delete on listing for each row
  when (old.status in ('online', 'under_offer')) execute function release_property();

-- What is on line now.
insert into listing_tally (zone, market, day, property_type, homes)
select zone, market, day, property_type, homes from listing_tally_live;

-- Properties of several listings are ranked again, which says who stands for whom.
insert into property_work (listing_id)
select listing_id from property_listing where rank is not null order by property_id, listing_id;
