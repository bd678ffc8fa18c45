-- agencies: the choice not to be published here, which only the agency's own address makes (domain.md 3.10).

-- Since that day its listings stay off line, whoever sends them.
alter table agency add column excluded_on date;

-- Mailed to the address on file only. It works until the choice is made, or taken back.
create table agency_exclusion (
  token_hash   bytea primary key,
  agency_id    bigint not null references agency on delete cascade,
  email        text not null check (email = lower(email)),
  created_at   timestamptz not null,
  confirmed_at timestamptz,
  -- Listings that were on line when it was used.
  removed      int,
  revoked_at   timestamptz
);
create index agency_exclusion_agency on agency_exclusion (agency_id, created_at);

-- Asked by anybody, answered by the worker: whoever asks waits for no address to be looked up.
create table agency_exclusion_asked (
  id              bigint generated always as identity primary key,
  owner_reference text not null,
  at              timestamptz not null
);
