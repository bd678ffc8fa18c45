-- agencies: who publishes.

create table agency (
  id               bigint generated always as identity primary key,
  owner_reference  text not null unique check (owner_reference ~ '^[a-z0-9-]{3,32}$'),
  name             text not null check (length(name) between 2 and 120),
  siren            text check (siren ~ '^\d{9}$'),
  rcs_city         text,
  card_number      text,
  email            text,
  phone            text,
  address          text,
  postal_code      text,
  city             text,
  website          text,
  fee_schedule_url text,
  demo             boolean not null default false,
  created_at       timestamptz not null default now()
);
