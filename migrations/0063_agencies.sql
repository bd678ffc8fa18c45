-- agencies: their logos (docs/decisions/0046), and two lines that they say of themselves.

alter table agency
  add column languages   text check (length(languages) <= 200),
  add column specialties text check (length(specialties) <= 200);

-- Noted before its file is stored and until it is deleted, so that no file is ever forgotten.
create table agency_logo (
  -- Names its file, which never changes.
  key       text primary key check (key ~ '^[0-9a-f]{32}$'),
  -- Whose it is; null before it is shown, once it was replaced, and when its agency is no more: then it is swept.
  agency_id bigint unique references agency on delete set null,
  -- In pixels.
  width     smallint not null check (width > 0),
  height    smallint not null check (height > 0),
  at        timestamptz not null
);
create index agency_logo_left on agency_logo (at) where agency_id is null;
