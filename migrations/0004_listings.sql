-- listings: what is for sale or to let, its pictures and its history. NULL always means unknown, never no.

create table listing (
  id                bigint generated always as identity primary key,
  agency_id         bigint not null references agency,
  source            text not null check (source in ('manual', 'poliris', 'ubiflow', 'apimo', 'kyero')),
  -- Constant for the life of the listing; `reference` is only displayed and may change.
  technical_id      text not null,
  reference         text not null,
  status            text not null check (status in ('draft', 'pending', 'online', 'suspended', 'under_offer',
                      'sold', 'rented', 'expired', 'refused', 'withdrawn')),
  transaction       smallint not null check (transaction in (1, 2)),   -- 1 purchase, 2 rental (specification 3)
  is_new            boolean not null default false,
  life_annuity      boolean not null default false,
  property_type     text not null,
  sub_type          text,
  title             text not null,
  description       text not null,

  -- Place. The exact point and the address never enter a predicate or an answer.
  -- Sorted by bytes like those of places: a join with them uses the indexes below.
  place_code        text collate "C" not null,    -- commune or municipal arrondissement (INSEE)
  city_code         text collate "C" not null,    -- the commune, 75056 for a district of Paris
  department_code   text collate "C" not null,
  postal_code       text not null,
  quarter           text,
  address           text,
  exact_lat         double precision,
  exact_lng         double precision,
  lat               double precision,             -- public point, blurred, rounded to 0.0001 degree
  lng               double precision,
  point_radius      integer,                      -- metres: the exact point is no farther from the public one
  -- Grid cells of 0.05 and 0.4 degree, numbered from the stored point as `cellOf` of rooms/listings/contract.ts does.
  cell              integer generated always as (
                      floor((round(lat * 10000) + 900000) / 500)::integer * 7200
                      + floor((round(lng * 10000) + 1800000) / 500)::integer) stored,
  cell2             integer generated always as (
                      floor((round(lat * 10000) + 900000) / 4000)::integer * 900
                      + floor((round(lng * 10000) + 1800000) / 4000)::integer) stored,

  -- Money, in cents.
  price             bigint not null check (price > 0),   -- buyer's fees included; rent charges included
  -- Rounded to the euro, as it is shown (interface.md, fine points 16).
  price_per_m2      bigint generated always as (
                      case when surface > 0 then (round(price / surface / 100) * 100)::bigint end) stored,
  price_without_fees bigint,
  fees_payer        smallint check (fees_payer in (1, 2, 3)),   -- 1 buyer, 2 seller, 3 both
  fees_percent      numeric(6, 3),
  fee_schedule_url  text,
  charges           bigint,
  charges_mode      smallint check (charges_mode in (1, 2, 3)), -- 1 flat, 2 provisions, 3 yearly refund
  rent_supplement   bigint,
  base_rent         bigint,
  reference_rent    bigint,
  rent_controlled   boolean,
  deposit           bigint,
  tenant_fees       bigint,
  inventory_fees    bigint,
  annuity_bouquet   bigint,
  annuity_monthly   bigint,

  -- Size.
  surface           numeric(9, 2),
  land_surface      numeric(12, 2),
  living_room_surface numeric(9, 2),
  terrace_surface   numeric(9, 2),
  balcony_surface   numeric(9, 2),
  rooms             smallint,
  bedrooms          smallint,
  bathrooms         smallint,
  shower_rooms      smallint,
  toilets           smallint,
  floor             smallint,
  floors            smallint,
  built_year        smallint,

  -- Equipment: yes, no or unknown.
  elevator          boolean,
  balcony           boolean,
  terrace           boolean,
  garden            boolean,
  parking           boolean,
  cellar            boolean,
  pool              boolean,
  furnished         boolean,
  caretaker         boolean,
  open_view         boolean,
  overlooked        boolean,
  quiet             boolean,
  accessible        boolean,
  pets_allowed      boolean,
  air_conditioning  boolean,
  fireplace         boolean,
  parquet           boolean,
  intercom          boolean,
  door_code         boolean,
  exclusive         boolean,
  renovated         boolean,
  work_needed       boolean,
  exposures         text[],                       -- N, E, S, O
  heating           text[],
  kitchen           text,

  -- Energy. status: rated, blank (before July 2021), exempt.
  energy_status     text check (energy_status in ('rated', 'blank', 'exempt')),
  energy_class      char(1) check (energy_class between 'A' and 'G'),
  energy_value      integer,
  climate_class     char(1) check (climate_class between 'A' and 'G'),
  climate_value     integer,
  energy_final      integer,
  energy_date       date,
  energy_version    text,
  energy_cost_min   bigint,
  energy_cost_max   bigint,
  energy_cost_year  smallint,                     -- year of the energy prices

  -- Co-ownership.
  co_owned          boolean,
  lots              integer,
  yearly_charges    bigint,
  procedure         boolean,
  procedure_detail  text,

  mandate_number    text,
  available_on      date,
  visit_url         text,
  contact_name      text,
  contact_phone     text,
  contact_email     text,

  -- Same facts, same hash: an identical feed changes nothing. The reference and the pictures are compared apart.
  content_hash      bytea not null,
  photos_hash       bytea not null,
  photo_count       smallint not null default 0,

  -- The price before its last change, in either direction.
  previous_price    bigint,
  price_changed_at  timestamptz,
  first_seen_at     timestamptz not null,
  published_at      timestamptz,                  -- first day on line, kept when the listing comes back
  updated_at        timestamptz not null,
  withdrawn_at      timestamptz,                  -- when it left the pages, whatever the reason

  unique (agency_id, technical_id)
) with (fillfactor = 85);

-- Apart from the wide row: every feed confirms every listing, and a narrow row is cheap to write again in place.
create table listing_confirmation (
  listing_id bigint primary key references listing on delete cascade,
  at         timestamptz not null
) with (fillfactor = 50);

create index listing_place on listing (place_code, transaction, published_at desc, id desc)
  where status in ('online', 'under_offer');
create index listing_city on listing (city_code, transaction, published_at desc, id desc)
  where status in ('online', 'under_offer');
create index listing_city_price on listing (city_code, transaction, price, id)
  where status in ('online', 'under_offer');
-- Counts of a city by type and budget, « new since yesterday » included, from the index alone.
create index listing_city_type on listing (city_code, transaction, property_type, price) include (published_at)
  where status in ('online', 'under_offer');
create index listing_recent on listing (published_at desc, id desc)
  where status in ('online', 'under_offer');

create table listing_photo (
  -- Names the stored files, and tells a row from the one that replaced it at its place; never searched by.
  id          bigint generated always as identity,
  listing_id  bigint not null references listing on delete cascade,
  position    smallint not null,
  -- An untrusted address, or the storage key of a file that came inside the archive.
  source      text not null,
  kind        text not null check (kind in ('url', 'file')),
  caption     text,
  status      text not null default 'pending' check (status in ('pending', 'ready', 'failed')),
  storage_key text,                               -- stem of the stored pictures, one file per width
  width       integer,
  height      integer,
  placeholder text,                               -- thumbhash, base64
  attempts    smallint not null default 0,
  error       text,
  next_at     timestamptz not null default now(), -- also the end of the lease of whoever works on it
  primary key (listing_id, position)
);
create index listing_photo_pending on listing_photo (position, next_at) where status = 'pending';

-- Stored pictures that no listing shows any more: mails already sent still point at them for a while.
create table listing_photo_dropped (
  storage_key text primary key,
  at          timestamptz not null
);

create table listing_price (
  listing_id bigint not null references listing on delete cascade,
  at         timestamptz not null,
  price      bigint not null,
  primary key (listing_id, at)
);

create table listing_availability (
  listing_id bigint not null references listing on delete cascade,
  at         timestamptz not null,
  status     text not null,
  primary key (listing_id, at)
);
