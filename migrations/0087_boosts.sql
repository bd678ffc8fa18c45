-- boosts: paid campaigns that show listings on social networks (docs/decisions/0075). Amounts are cents without VAT.

-- Formulas, caps and default texts, one row per version: the one whose date has come last is in force. Never updated.
create table boost_configuration (
  id bigint generated always as identity primary key,
  effective_at timestamptz not null,
  settings jsonb not null,
  author text not null,
  note text,
  created_at timestamptz not null
);
create index boost_configuration_effective on boost_configuration (effective_at desc, id desc);

create table boost (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^BST-[0-9A-Z]{8}$'),
  agency_id bigint not null references agency (id),
  status text not null check (status in ('pending', 'new', 'syncing', 'synced', 'active', 'paused', 'completed',
    'inactive', 'sync_error')),
  -- What was bought, as it was that day.
  formula text not null,
  formula_name text not null,
  networks text[] not null check (cardinality(networks) between 1 and 2),
  objective text not null check (objective in ('views', 'leads')),
  days integer not null check (days between 1 and 90),
  free_days integer not null default 0 check (free_days between 0 and 90),
  media_budget integer not null check (media_budget >= 0),
  fee integer not null check (fee >= 0),
  place_code text collate "C" not null references place (code),
  place_name text not null,
  radius_km integer not null check (radius_km between 1 and 100),
  title text not null,
  text text not null,
  call_to_action text not null,
  start_on date,
  -- How it is published, and what the network calls it.
  publisher text not null check (publisher in ('meta', 'manual')),
  external_id text,
  external_url text,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  started_at timestamptz,
  ends_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('unpaid', 'cancelled', 'stopped', 'sold', 'withdrawn', 'unlawful', 'refused', 'over')),
  -- Once the network's last figures are in, or waited for long enough: what was not spent can be credited.
  settled_at timestamptz,
  demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index boost_of_agency on boost (agency_id, created_at desc);
create index boost_at_work on boost (next_attempt_at) where status in ('new', 'syncing', 'synced', 'active', 'paused', 'sync_error');
create index boost_unsettled on boost (ended_at) where ended_at is not null and settled_at is null;

create table boost_listing (
  boost_id bigint not null references boost (id) on delete cascade,
  position integer not null,
  listing_id bigint not null references listing (id),
  primary key (boost_id, position),
  unique (boost_id, listing_id)
);
create index boost_of_listing on boost_listing (listing_id);

-- Append-only: each change of status, who asked for it and why.
create table boost_event (
  id bigint generated always as identity primary key,
  boost_id bigint not null references boost (id) on delete cascade,
  from_status text,
  to_status text not null,
  author text not null,
  reason text,
  at timestamptz not null
);
create index boost_event_of_boost on boost_event (boost_id, id);

-- Daily ledger, as the network or the person who publishes by hand reports it: totals of the day.
create table boost_day (
  boost_id bigint not null references boost (id) on delete cascade,
  day date not null,
  impressions integer not null check (impressions >= 0),
  reach integer not null check (reach >= 0),
  clicks integer not null check (clicks >= 0),
  spend integer not null check (spend >= 0),
  updated_at timestamptz not null,
  primary key (boost_id, day)
);
