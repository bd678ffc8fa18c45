-- listings: one property, one card (domain.md F3, F4; docs/decisions/0017).

-- A home on the market, whoever publishes it and under however many identifiers.
create table property (
  id            bigint generated always as identity primary key,
  -- First day on line of its first listing: publishing it again does not reset it.
  first_seen_at timestamptz not null
);

-- Which property each listing that was ever on line is of, beside what candidates are found by: narrow, so that
-- finding them reads no wide row.
create table property_listing (
  listing_id    bigint primary key references listing on delete cascade,
  property_id   bigint not null references property,
  -- Which of the property's listings stands for all, 1 first (the most complete, then the cheapest); null when alone.
  rank          smallint,
  -- Only listings of the same one are compared: transaction, kind of building, life annuity or not.
  market        text collate "C" not null,
  place_code    text collate "C" not null,
  -- Square metres: of the land where only land is for sale; null when not known.
  size          numeric(12, 2),
  -- Cents.
  price         bigint not null,
  rooms         smallint,
  floor         smallint,
  -- Fingerprints of its pictures.
  prints        bigint[] not null default '{}',
  -- What else is compared for being shared: the number of the certificate, then its two values in their place, hashed.
  signs         bigint[] not null default '{}'
);
-- Candidates: the same place and market, a size within a few percent; the rest is told from the index too.
create index property_listing_candidates on property_listing (place_code, market, size)
  include (listing_id, price, rooms, floor) where size is not null;
create index property_listing_of on property_listing (property_id, rank) include (listing_id);
-- One card per property: the listings that another one may stand for, from the index alone.
create index property_listing_shared on property_listing (listing_id) include (property_id, rank) where rank is not null;

-- Who shows the very same picture, certificate or values: `prints` and `signs` again, a row each.
create table property_mark (
  mark       bigint not null,
  listing_id bigint not null,
  primary key (mark, listing_id)
);

-- Pairs of listings whose facts say that they are one home. Which of them are glued is decided among all those that
-- touch each other (rooms/listings/properties/clustering).
create table property_link (
  low     bigint not null references listing on delete cascade,
  high    bigint not null references listing on delete cascade,
  score   smallint not null,
  -- The same energy certificate and the same surface.
  certain boolean not null,
  primary key (low, high),
  check (low < high)
);
create index property_link_high on property_link (high, low);

-- « Ce n’est pas le même bien », said by a person. Rows are never changed: of each pair the last word counts.
create table property_separation (
  id        bigint generated always as identity primary key,
  low       bigint not null references listing on delete cascade,
  high      bigint not null references listing on delete cascade,
  separated boolean not null,                     -- false: taken back
  reason    text not null check (length(reason) between 3 and 500),
  by_whom   text not null check (length(by_whom) between 1 and 120),
  at        timestamptz not null,
  check (low < high)
);
create index property_separation_pair on property_separation (low, high, id desc);
create index property_separation_high on property_separation (high);

-- Listings whose facts changed since they were last compared, noted by the transaction that changed them. Only ever
-- appended to by writers: a row that a reader takes away never hides a change that it has not seen.
create table property_work (
  id         bigint generated always as identity primary key,
  listing_id bigint not null
);
create index property_work_of on property_work (listing_id);

create function note_new_listings() returns trigger language plpgsql as $$
begin
  insert into property_work (listing_id) select id from added where published_at is not null order by id;
  return null;
end $$;
create trigger listing_added after insert on listing
  referencing new table as added for each statement execute function note_new_listings();

create function note_listing() returns trigger language plpgsql as $$
begin
  insert into property_work (listing_id) values (new.id);
  return null;
end $$;
-- What homes are told apart by; a new title or a new description changes nothing here.
create trigger listing_changed after update on listing for each row
  when (new.published_at is not null and (
    old.published_at, old.withdrawn_at, old.status in ('online', 'under_offer'), old.reference, old.transaction,
    old.property_type, old.life_annuity, old.is_new, old.place_code, old.price, old.price_without_fees, old.surface,
    old.land_surface, old.rooms, old.bedrooms, old.floor, old.floors, old.built_year, old.furnished, old.flat_share,
    old.energy_number, old.energy_version, old.energy_date, old.energy_class, old.energy_value, old.climate_class,
    old.climate_value, old.lat, old.lng, old.point_radius, old.photo_count, length(old.description)
  ) is distinct from (
    new.published_at, new.withdrawn_at, new.status in ('online', 'under_offer'), new.reference, new.transaction,
    new.property_type, new.life_annuity, new.is_new, new.place_code, new.price, new.price_without_fees, new.surface,
    new.land_surface, new.rooms, new.bedrooms, new.floor, new.floors, new.built_year, new.furnished, new.flat_share,
    new.energy_number, new.energy_version, new.energy_date, new.energy_class, new.energy_value, new.climate_class,
    new.climate_value, new.lat, new.lng, new.point_radius, new.photo_count, length(new.description)
  )) execute function note_listing();

-- A listing that goes leaves those it held together.
create function note_gone_listing() returns trigger language plpgsql as $$
begin
  delete from property_mark using property_listing kept
  where kept.listing_id = old.id and property_mark.listing_id = old.id
    and property_mark.mark = any(kept.prints || kept.signs);
  insert into property_work (listing_id)
  select case when low = old.id then high else low end from property_link where old.id in (low, high);
  return old;
end $$;
create trigger listing_gone before delete on listing for each row execute function note_gone_listing();

create function note_new_photos() returns trigger language plpgsql as $$
begin
  insert into property_work (listing_id)
  select distinct listing_id from added where perceptual_hash is not null or kind = 'drawn';
  return null;
end $$;
create trigger listing_photo_added after insert on listing_photo
  referencing new table as added for each statement execute function note_new_photos();

create function note_gone_photos() returns trigger language plpgsql as $$
begin
  insert into property_work (listing_id)
  select distinct listing_id from removed where perceptual_hash is not null or kind = 'drawn';
  return null;
end $$;
create trigger listing_photo_removed after delete on listing_photo
  referencing old table as removed for each statement execute function note_gone_photos();

create function note_photo() returns trigger language plpgsql as $$
begin
  insert into property_work (listing_id) values (new.listing_id);
  return null;
end $$;
create trigger listing_photo_known after update of perceptual_hash on listing_photo for each row
  when (old.perceptual_hash is distinct from new.perceptual_hash) execute function note_photo();

-- Everything that was on line before this migration waits to be compared, neighbours together.
insert into property_work (listing_id)
select id from listing where published_at is not null order by place_code, transaction, property_type, surface, id;
