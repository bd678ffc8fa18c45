-- feeds: the account of an agency at its software, for formats that name it by a number of their own (Apimo). A file of
-- another account is another agency's.

create table feed_sender (
  agency_id bigint not null references agency,
  format    text not null check (format in ('poliris', 'ubiflow', 'apimo', 'kyero')),
  sender    text not null,                        -- as the last applied file told it
  primary key (agency_id, format)
);
