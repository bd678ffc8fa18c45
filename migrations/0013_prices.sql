-- prices: what homes were sold for, as aggregates; rents per commune; rent-control orders. Sales themselves never leave
-- the room (LPF R*112 A-3): nothing outside `compute` reads price_sale.

-- A department-year of geo-dvf as it was last imported.
create table price_import (
  department_code text collate "C" not null,
  year            smallint not null,
  release         text check (release ~ '^\d{4}-(0[1-9]|1[0-2])$'),   -- as the operator said it; null: told from the dates
  first_on        date not null,
  last_on         date not null,
  row_count       integer not null,
  sale_count      integer not null,
  imported_at     timestamptz not null,
  primary key (department_code, year)
);

-- The sales kept by method R (formats/prices.md 2.2). No deed number, parcel, address nor point: nothing names a home.
create table price_sale (
  department_code text collate "C" not null,
  year            smallint not null,
  sold_on         date not null,
  place_code      text collate "C" not null,      -- commune or municipal arrondissement of today
  kind            text not null check (kind in ('apartment', 'house')),
  rooms           smallint,
  surface         real not null check (surface >= 9),
  price_per_m2    double precision not null check (price_per_m2 > 0),   -- euros
  foreign key (department_code, year) references price_import on delete cascade
);
create index price_sale_import on price_sale (department_code, year);

-- What the figures of a department are made from: an import, or the aggregates shipped with the code.
create table price_source (
  department_code text collate "C" primary key,
  origin          text not null check (origin in ('import', 'embedded')),
  release         text not null check (release ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  first_on        date not null,
  last_on         date not null,
  sale_count      integer not null,
  computed_at     timestamptz not null
);

-- Which intercommunality (EPCI) a commune belongs to; a district counts as its commune.
create table price_epci (
  commune_code text collate "C" primary key,
  epci_code    text collate "C" not null,         -- SIREN, 9 digits
  epci_name    text not null
);
create index price_epci_code on price_epci (epci_code);

-- One figure: an area, a kind of home, a slice of it, over the shortest window that holds enough sales. Cents per m²,
-- to the euro.
create table price_figure (
  area_code       text collate "C" not null,      -- place.code, or the SIREN of an EPCI
  department_code text collate "C",               -- null for an EPCI
  kind            text not null check (kind in ('apartment', 'house', 'all')),
  slice           text not null check (slice ~ '^(all|rooms-[1-5]|surface-[1-5])$'),
  months          smallint not null check (months in (12, 24, 60)),
  first_on        date not null,
  last_on         date not null,
  n               integer not null check (n >= 11),   -- fewer is never a figure (formats/prices.md 2.2, 9)
  median          bigint not null,
  q1              bigint not null,
  q3              bigint not null,
  mean            bigint not null,
  -- The same without the extremes (R_iqr), whole slices only.
  trimmed         jsonb,
  -- Counts between round prices, none under 5.
  bins            jsonb,
  primary key (area_code, kind, slice)
);
create index price_figure_department on price_figure (department_code);

-- Rolling twelve months, a quarter apart.
create table price_point (
  area_code text collate "C" not null,
  kind      text not null check (kind in ('apartment', 'house')),
  last_on   date not null,
  n         integer not null check (n >= 11),
  median    bigint not null,
  q1        bigint not null,
  q3        bigint not null,
  primary key (area_code, kind, last_on)
);

-- Median asked for the homes now on sale here; never mixed with the sales.
create table price_asking (
  area_code text collate "C" not null,
  kind      text not null check (kind in ('apartment', 'house')),
  n         integer not null check (n >= 11),
  median    bigint not null,
  q1        bigint not null,
  q3        bigint not null,
  at        timestamptz not null,
  primary key (area_code, kind)
);

-- « Carte des loyers » (DHUP, ANIL): a model, whose years are not comparable. Cents per m² and month, charges included.
create table price_rent (
  place_code   text collate "C" not null,
  kind         text not null check (kind in ('apartment', 'apartment-small', 'apartment-large', 'house')),
  year         smallint not null,
  rent         integer not null check (rent > 0),
  low          integer,                           -- 95 % interval
  high         integer,
  basis        text check (basis in ('commune', 'group')),
  observations integer,
  r2           real,
  origin       text not null check (origin in ('official', 'derived')),
  primary key (place_code, kind, year)
);

-- Orders of rent control, dated: euros per m² of habitable surface and month, charges excluded.
create table rent_reference (
  territory    text not null,                     -- « paris »
  quarter_code text collate "C" not null,
  zone         text not null,
  rooms        smallint not null check (rooms between 1 and 4),
  epoch        text not null check (epoch in ('before-1946', '1946-1970', '1971-1990', 'after-1990')),
  furnished    boolean not null,
  reference    numeric(6, 2) not null check (reference > 0),
  ceiling      numeric(6, 2) not null,            -- « loyer de référence majoré »
  floor        numeric(6, 2) not null,
  valid_from   date not null,
  valid_to     date,                              -- the day of the next order; null while none is known
  primary key (territory, quarter_code, rooms, epoch, furnished, valid_from),
  check (floor <= reference and reference <= ceiling)
);

create table rent_quarter (
  territory  text not null,
  code       text collate "C" not null,
  name       text not null,
  place_code text collate "C",                    -- the district it lies in
  rings      jsonb,                               -- [[[lng, lat], …], …], outline first; null when no contour is known
  primary key (territory, code)
);

-- Which shipped data is in the tables above.
create table price_edition (
  name      text primary key,
  version   text not null,
  loaded_at timestamptz not null
);
