-- reports: what people say is wrong with a listing (DSA, article 16), and what the listing said then.

create table report (
  id                bigint generated always as identity primary key,
  -- What the person is told and quotes: « SIG-7K3M-Q9TX ».
  reference         text not null unique,
  -- Made by the form: sent again after a silence of the network, it is the same report.
  submission        text unique,
  listing_id        bigint references listing on delete set null,
  agency_id         bigint not null references agency on delete cascade,
  -- The exact address of what is reported.
  url               text not null,
  -- The listing as it was read: it may change before anybody looks at the report. No name is in it.
  listing_reference text not null,
  listing_updated_at timestamptz not null,
  listing_hash      bytea not null,
  listing_shown     jsonb not null,
  reason            text not null check (reason in ('scam', 'unavailable', 'price', 'mentions', 'energy', 'photos',
                      'duplicate', 'discrimination', 'contact', 'illegal', 'child_abuse', 'other')),
  explanation       text not null,
  -- Both null where the law lets one stay unknown, and once the person is erased.
  name              text,
  email             text check (email = lower(email)),
  account_id        bigint references account on delete set null,
  good_faith        boolean not null check (good_faith),
  status            text not null default 'new' check (status in ('new', 'in_progress', 'founded', 'unfounded', 'duplicate')),
  -- 1 is looked at first.
  priority          smallint not null check (priority between 1 and 3),
  -- An IPv4 address or an IPv6 /64, forgotten after a day.
  client            text,
  -- The address was mailed a receipt.
  receipt           boolean not null,
  created_at        timestamptz not null,
  erased_at         timestamptz
);
create index report_queue on report (priority, created_at) where status in ('new', 'in_progress');
create index report_listing on report (listing_id, created_at);
create index report_email on report (email, created_at) where email is not null;
create index report_client on report (client, created_at) where client is not null;
create index report_account on report (account_id) where account_id is not null;
create index report_age on report (created_at);
