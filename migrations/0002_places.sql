-- places: communes, municipal arrondissements (districts) and departments, what people call them, and who is near.

create table place (
  code            text collate "C" primary key,   -- INSEE: 34172, 75111, 2A004; 34, 2A, 974 for a department
  kind            text not null check (kind in ('commune', 'district', 'department')),
  name            text not null,                  -- official, with its article: « Le Havre », « Lyon 7e arrondissement »
  liaison         smallint not null check (liaison between 0 and 8),   -- TNCC of INSEE: which article, which elision
  slug            text not null unique,
  department_code text not null,
  department_name text not null,
  city_code       text collate "C",               -- the commune of a district; itself for a commune
  city_name       text,
  city_slug       text,
  rank            smallint,                       -- districts only: 7 for « 7e arrondissement »
  postal_codes    text[] not null,                -- sorted
  population      integer,
  lng             double precision,
  lat             double precision,
  bbox            double precision[] check (cardinality(bbox) = 4),    -- west, south, east, north
  neighbours      text[] not null default '{}',   -- codes, nearest first
  check ((lng is null) = (lat is null)),
  check ((rank is not null) = (kind = 'district')),
  check ((city_code is null) = (kind = 'department'))
);
create index place_postal_code on place using gin (postal_codes);
create index place_department on place (department_code);
create index place_biggest on place (population desc nulls last) where kind = 'commune';
create index place_districts on place (city_code, rank) where kind = 'district';

-- Codes and names that are no more, or that only live within a commune: merged, delegated, associated, renamed.
create table place_alias (
  code       text collate "C" not null,
  place_code text collate "C" not null references place on delete cascade,
  name       text,                                -- null when only the code is known
  unique nulls not distinct (code, name)
);
create index place_alias_place on place_alias (place_code);

-- Every way to begin typing a place, in search spelling (rooms/places/naming). "C" orders bytes, so that a
-- prefix is a range of the index whatever the locale of the database.
create table place_term (
  term       text collate "C" not null,
  sound      text collate "C",                    -- how it sounds, names only
  spelling   text collate "C",                    -- without « Saint » nor article, names only
  kind       smallint not null,                   -- 1 name, 2 name without article, 3 alias, 4 inner word, 5 number
  place_code text collate "C" not null,
  weight     real not null,                       -- inhabitants, lessened for weaker kinds of term
  alias      text                                 -- what to show beside the place when an alias was typed
);
create index place_term_prefix on place_term (term);
create index place_term_place on place_term (place_code);
create index place_term_sound on place_term (sound) where sound is not null;
-- For misspellings, place_term_spelling: the loader builds it once the table is full, which is 25 times quicker.

-- Which edition of the open data fills the tables above.
create table place_edition (
  only_one  boolean primary key default true check (only_one),
  version   text not null,
  loaded_at timestamptz not null
);
