-- listings: which listings were written and when, so that a process that holds listings in memory reads again those, and
-- only those (docs/decisions/0042).

-- Appended to in the transaction that writes; rows go after an hour. Served by its index: what was written since.
create table listing_touch (
  xid        xid8 not null default pg_current_xact_id(),
  listing_id bigint not null,
  at         timestamptz not null default now()
);
create index listing_touch_since on listing_touch (xid);

-- The last transaction whose rows went: who has not read beyond it reads all listings again.
create table listing_touch_floor (
  single boolean primary key default true check (single),
  xid  xid8 not null
);
insert into listing_touch_floor (xid) values (pg_current_xact_id());

create function touch_new_listings() returns trigger language plpgsql as $$
begin
  insert into listing_touch (listing_id) select id from added where status in ('online', 'under_offer');
  return null;
end $$;
create trigger listing_added_touched after insert on listing
  referencing new table as added for each statement execute function touch_new_listings();

create function touch_gone_listings() returns trigger language plpgsql as $$
begin
  insert into listing_touch (listing_id) select id from removed where status in ('online', 'under_offer');
  return null;
end $$;
create trigger listing_gone_touched after delete on listing
  referencing old table as removed for each statement execute function touch_gone_listings();

create function touch_listing() returns trigger language plpgsql as $$
begin
  insert into listing_touch (listing_id) values (new.id);
  return null;
end $$;
-- What search/memory holds of a listing.
create trigger listing_changed_touched after update on listing for each row
  when ((old.status in ('online', 'under_offer') or new.status in ('online', 'under_offer')) and (
    old.status in ('online', 'under_offer'), old.lat, old.lng, old.place_code, old.city_code, old.department_code,
    old.transaction, old.is_new, old.property_type, old.price, old.surface, old.rooms, old.bedrooms, old.energy_class,
    old.published_at, old.market_since, old.home
  ) is distinct from (
    new.status in ('online', 'under_offer'), new.lat, new.lng, new.place_code, new.city_code, new.department_code,
    new.transaction, new.is_new, new.property_type, new.price, new.surface, new.rooms, new.bedrooms, new.energy_class,
    new.published_at, new.market_since, new.home
  )) execute function touch_listing();

-- Its rank in its home decides which listing of the home is shown.
create function touch_ranked_listings() returns trigger language plpgsql as $$
begin
  insert into listing_touch (listing_id) select listing_id from ranked;
  return null;
end $$;
create trigger property_listing_added_touched after insert on property_listing
  referencing new table as ranked for each statement execute function touch_ranked_listings();
create trigger property_listing_gone_touched after delete on property_listing
  referencing old table as ranked for each statement execute function touch_ranked_listings();

create function touch_ranked_listing() returns trigger language plpgsql as $$
begin
  insert into listing_touch (listing_id) values (new.listing_id);
  return null;
end $$;
create trigger property_listing_changed_touched after update on property_listing for each row
  when ((old.property_id, old.rank) is distinct from (new.property_id, new.rank))
  execute function touch_ranked_listing();

-- Nothing says which rows a truncation takes.
create function touch_all_listings() returns trigger language plpgsql as $$
begin
  update listing_touch_floor set xid = pg_current_xact_id();
  return null;
end $$;
create trigger listing_truncated_touched after truncate on listing
  for each statement execute function touch_all_listings();
create trigger property_listing_truncated_touched after truncate on property_listing
  for each statement execute function touch_all_listings();
