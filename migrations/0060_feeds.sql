-- feeds: the account that an agency's files came from before an import brought another one, so that undoing the import
-- gives it back (docs/decisions/0037).

create table feed_former_sender (
  import_id bigint not null references feed_import on delete cascade,
  agency_id bigint not null references agency,
  format    text not null check (format in ('poliris', 'ubiflow', 'apimo', 'kyero')),
  sender    text,                                 -- null: none was known
  primary key (agency_id, format, import_id)
);
