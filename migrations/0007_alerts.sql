-- alerts: who wants to be told what, what was found for them, and what they were told.

create table subscriber (
  id          bigint generated always as identity primary key,
  email       text not null unique check (email = lower(email)),
  -- When somebody who reads this address said so.
  verified_at timestamptz,
  -- The account that proved this address (rooms/accounts).
  account_id  bigint unique,
  -- The last mails sent unasked to prove the address: no more than three a day (security.md D7).
  asked_at    timestamptz[] not null default '{}',
  created_at  timestamptz not null default now()
);

create table alert (
  id            bigint generated always as identity primary key,
  subscriber_id bigint not null references subscriber on delete cascade,
  name          text not null check (length(name) between 1 and 200),
  -- As rooms/search/criteria says it: the words of addresses.
  criteria      jsonb not null,
  frequency     text not null check (frequency in ('immediate', 'daily')),
  hour          smallint not null default 8 check (hour between 0 and 23),   -- Paris, daily alerts
  status        text not null check (status in ('unconfirmed', 'active', 'paused', 'stopped')),
  -- In what it signs for, a token says this number: raising it ends every token given before.
  token_version integer not null default 1,
  -- It sees exactly the facts after this transaction of the change log.
  since         xid8,
  -- Daily alerts: the last day, in Paris, whose mail is settled.
  told_on       date,
  last_sent_at  timestamptz,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  updated_at    timestamptz not null default now()
);
create index alert_subscriber on alert (subscriber_id);
create index alert_daily on alert (hour, told_on) where status = 'active' and frequency = 'daily';
create index alert_unconfirmed on alert (created_at) where status = 'unconfirmed';

create table alert_confirmation (
  token_hash bytea primary key,
  alert_id   bigint not null references alert on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index alert_confirmation_alert on alert_confirmation (alert_id);

-- The matcher's copy of active alerts: one row per zone wanted, zones inside another one left out, so that a
-- listing meets an alert at most once (speed.md 5.1). Made anew from alert.criteria whenever the alert changes.
-- The columns are `keyColumns` of rooms/search/criteria, its yes/no criteria packed into two masks.
create table alert_key (
  alert_id           bigint not null references alert on delete cascade,
  zone               text collate "C" not null,
  transaction        text not null,
  since              xid8 not null,
  in_property_type   text[],
  min_price          bigint not null,
  max_price          bigint not null,
  max_price_per_m2   bigint,
  min_surface        integer,
  max_surface        integer,
  min_land_surface   integer,
  min_rooms          smallint,
  max_rooms          smallint,
  min_bedrooms       smallint,
  min_bathrooms      smallint,
  min_floor          smallint,
  max_floor          smallint,
  min_built_year     smallint,
  min_photo_count    smallint not null,
  in_energy_class    text[],
  in_climate_class   text[],
  flags_on           integer not null,
  flags_off          integer not null,
  primary key (alert_id, zone)
);
-- Covering: a listing is matched from the index alone (speed.md 3.1, layout B).
create index alert_key_match on alert_key (zone, transaction, max_price) include (
  alert_id, since, in_property_type, min_price, max_price_per_m2, min_surface, max_surface, min_land_surface,
  min_rooms, max_rooms, min_bedrooms, min_bathrooms, min_floor, max_floor, min_built_year, min_photo_count,
  in_energy_class, in_climate_class, flags_on, flags_off);

-- Facts told together: an import, or one fact alone. Nothing of a run is told before it is released.
create table alert_run (
  run         text primary key,
  began_at    timestamptz not null,
  released_at timestamptz,
  -- No immediate alert waits for it any more.
  swept_at    timestamptz
);
create index alert_run_open on alert_run (began_at) where released_at is null;
create index alert_run_due on alert_run (released_at) where swept_at is null;

-- What a batch of the change log found for an alert in a run: numbers of facts, never one row per match (speed.md,
-- finding 3), and never written twice: adding to a row costs ten times a new one.
-- No reference to alert: checking it row by row would cost more than finding them.
create table alert_hit (
  alert_id bigint not null,
  run      text not null,
  batch    bigint not null,         -- of the reader of the change log: it commits once
  sure     bigint[] not null,
  unsure   bigint[] not null,       -- the listing says nothing of a criterion
  at       timestamptz not null,
  retry_at timestamptz not null,
  told_at  timestamptz,             -- when it was settled
  told     integer not null default 0,   -- how many listings the mail that settled it told
  primary key (alert_id, run, batch)
);
create index alert_hit_waiting on alert_hit (run, alert_id) where told_at is null;

-- Transaction numbers begin again after a dump and restore: the cluster that `since` speaks of.
create table alert_epoch (
  only_one boolean primary key default true check (only_one),
  epoch    text not null
);
