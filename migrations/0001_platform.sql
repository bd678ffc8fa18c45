-- platform: the change log, the positions of its readers, and text search without accents.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- unaccent() is only STABLE, so an index cannot use it; pinned to its dictionary it is immutable.
create function plain_text(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', value));

-- Facts that must never be lost or doubled, written in the transaction that makes them true.
-- A reader walks (xid, seq) below the snapshot horizon: `seq` alone loses events (docs/decisions/0003).
create table change (
  seq     bigint generated always as identity primary key,
  xid     xid8 not null default pg_current_xact_id(),
  kind    text not null,
  ref     bigint not null,
  -- Facts of one run (a feed import) are told together, once the run is over.
  run     text,
  payload jsonb not null default '{}',
  at      timestamptz not null default now()
);
create index change_order on change (xid, seq);
-- All that happened to one thing.
create index change_ref on change (ref, seq);

create table change_reader (
  name  text primary key,
  -- Transaction numbers start again after a dump and restore: the cluster they belong to is kept beside them.
  epoch text not null,
  xid   xid8 not null default '0',
  seq   bigint not null default 0,
  batch bigint not null default 0,
  at    timestamptz not null default now()
);
