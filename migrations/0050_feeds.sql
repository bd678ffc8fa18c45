-- feeds: what agencies send by themselves, compared before it is applied, and every import undone exactly
-- (docs/decisions/0037).

alter table feed_import
  -- Who sent it by itself or asked for it again; null: it came through the operator or a drop folder.
  add column asked_by  bigint references agency,
  -- Of the archive in the storage, shared by imports of the same bytes; null: not kept, or no longer.
  add column archive_key text,
  -- The agency said that a mass removal is meant.
  add column confirmed boolean not null default false,
  -- { phase, done, total } of the work under way; only said, never relied on.
  add column progress  jsonb,
  drop constraint feed_import_status_check,
  -- received: waits to be compared; compared: waits for its agency; ordered: waits to be applied.
  add constraint feed_import_status_check check (status in ('received', 'compared', 'ordered', 'staging', 'applying',
    'done', 'held', 'identical', 'refused'));
create index feed_import_waiting on feed_import (id) where status in ('received', 'ordered');
create index feed_import_archive on feed_import (archive_key) where archive_key is not null;

alter table feed_agency
  -- How its listings stood before is kept: it may be undone.
  add column undoable boolean not null default false,
  drop constraint feed_agency_status_check,
  -- undoing: its agency asked for what was before; undone: that is so.
  add constraint feed_agency_status_check check (status in ('received', 'compared', 'ordered', 'staging', 'applying',
    'done', 'held', 'identical', 'outdated', 'refused', 'undoing', 'undone'));
create index feed_agency_undoing on feed_agency (import_id) where status = 'undoing';

-- What an import does, or did, to each listing of its agency, in the words of a report.
create table feed_line (
  import_id bigint not null references feed_import on delete cascade,
  agency_id bigint not null references agency,
  kind      text not null check (kind in ('created', 'updated', 'returned', 'withdrawn', 'unchanged')),
  number    integer not null,
  line      jsonb not null,                       -- see `FeedLine` of rooms/feeds/doctor/contract.ts
  primary key (import_id, agency_id, kind, number)
);

-- How a listing stood before an import wrote it, written in the transaction that writes it. A row goes in the
-- transaction that gives that state back.
create table feed_former (
  import_id    bigint not null references feed_import on delete cascade,
  agency_id    bigint not null references agency,
  technical_id text not null,
  listing_id   bigint,
  listing      jsonb,                             -- the row; null: there was none
  verdict      jsonb,
  photos       jsonb not null default '[]',
  prices       jsonb not null default '[]',
  availability jsonb not null default '[]',
  confirmed_at timestamptz,
  primary key (agency_id, technical_id, import_id)
);
create index feed_former_of on feed_former (import_id);

-- The same of the pictures known by their names (Mode=DIFF); mark null: it was not known.
create table feed_former_photo (
  import_id   bigint not null references feed_import on delete cascade,
  agency_id   bigint not null references agency,
  name        text not null,
  mark        text,
  storage_key text,
  primary key (agency_id, name, import_id)
);
