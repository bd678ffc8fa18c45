-- feeds: what agencies' software sent, and where each import stands.

create table feed_import (
  id          bigint generated always as identity primary key,   -- order of reception
  format      text not null check (format in ('poliris', 'ubiflow', 'apimo', 'kyero')),
  file_name   text not null,                      -- as received, for display only
  sha256      bytea not null,
  received_at timestamptz not null,
  -- staging: being read, nothing applied; applying: chunk by chunk; the others are final.
  status      text not null check (status in ('staging', 'applying', 'done', 'held', 'identical', 'refused')),
  reason      text,                               -- code of the refusal
  report      jsonb not null default '{}',
  finished_at timestamptz
);
create index feed_import_running on feed_import (id) where status in ('staging', 'applying');
create index feed_import_file on feed_import (file_name, id desc);

-- One agency of an import: a grouped file replaces the portfolio of each agency it holds, and of no other.
create table feed_agency (
  import_id bigint not null references feed_import on delete cascade,
  agency_id bigint not null references agency,
  -- outdated: a newer file of this agency was received meanwhile.
  status    text not null check (status in ('staging', 'applying', 'done', 'held', 'identical', 'outdated', 'refused')),
  counts    jsonb not null default '{}',          -- what was applied so far
  primary key (import_id, agency_id)
);
create index feed_agency_last on feed_agency (agency_id, import_id desc);

-- The difference to apply, one row per listing; a row goes in the transaction that applies it.
create table feed_staged (
  import_id    bigint not null references feed_import on delete cascade,
  number       integer not null,                  -- order in the file
  agency_id    bigint not null references agency,
  action       text not null check (action in ('write', 'confirm', 'withdraw')),
  technical_id text not null,
  listing_id   bigint,                            -- of a listing to confirm
  draft        jsonb,                             -- of a listing to write
  primary key (import_id, number)
);
create index feed_staged_next on feed_staged (import_id, action, number);

-- Pictures sent inside archives: with Mode=DIFF those that did not change are not sent again.
create table feed_photo (
  agency_id   bigint not null references agency,
  name        text not null,                      -- lower case, as rows name it
  mark        text not null,                      -- changes with the content
  storage_key text not null,
  primary key (agency_id, name)
);
