-- feeds: the account that an agency's files came from before an import brought another one, so that undoing the import
-- gives it back (docs/decisions/0037).

create table feed_former_sender (
  import_id bigint not null references feed_import on delete cascade,
  agency_id bigint not null references agency,
  format    text not null check (format in ('poliris', 'ubiflow', 'apimo', 'kyero')),
  sender    text,                                 -- null: none was known
  primary key (agency_id, format, import_id)
);

-- What an agency types of a listing where its feed says nothing: added to each file, until the feed says it itself
-- (docs/decisions/0043).
create table feed_completion (
  agency_id    bigint not null references agency,
  technical_id text not null,
  facts        jsonb not null,                    -- by name of fact, as a listing says them; none is null
  changed_at   timestamptz not null,
  primary key (agency_id, technical_id)
);
