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

-- In force until another one is loaded (« boosts configuration --load »). Radius: networks accept no less than 15 miles
-- (25 km) around a place for housing, and no more than 80 km.
insert into boost_configuration (effective_at, settings, author, note, created_at) values (
  '2017-01-01T00:00:00Z',
  '{
    "open": true,
    "formulas": [
      {
        "key": "decouverte", "name": "Découverte", "days": 7, "mediaBudget": 5000, "fee": 1900, "networks": ["facebook"],
        "description": "Une semaine sur Facebook, pour essayer avec une annonce.",
        "active": true, "validFrom": null, "validUntil": null
      },
      {
        "key": "essentiel", "name": "Essentiel", "days": 14, "mediaBudget": 11000, "fee": 3500,
        "networks": ["facebook", "instagram"],
        "description": "Deux semaines sur les deux réseaux, pour une annonce qui vient de paraître.",
        "active": true, "validFrom": null, "validUntil": null
      },
      {
        "key": "visibilite", "name": "Visibilité", "days": 21, "mediaBudget": 21000, "fee": 5900,
        "networks": ["facebook", "instagram"],
        "description": "Trois semaines et un budget par jour plus fort, pour un bien qui cherche plus loin.",
        "active": true, "validFrom": null, "validUntil": null
      },
      {
        "key": "grand-angle", "name": "Grand angle", "days": 30, "mediaBudget": 39000, "fee": 8900,
        "networks": ["facebook", "instagram"],
        "description": "Un mois sur les deux réseaux, pour plusieurs annonces ou un programme neuf.",
        "active": true, "validFrom": null, "validUntil": null
      }
    ],
    "vatRate": 2000,
    "radiusMinKm": 25,
    "radiusMaxKm": 80,
    "runningMax": 20,
    "requiredScore": 80,
    "requiredPhotos": 3,
    "defaults": {
      "title": "À découvrir près de chez vous",
      "text": "Photos, prix complet et diagnostics sont dans l’annonce. L’agence vous répond.",
      "callToAction": "see"
    }
  }',
  'Vigie', 'Première version', '2017-01-01T00:00:00Z'
);

create table boost (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^BST-[0-9A-Z]{8}$'),
  agency_id bigint not null references agency (id) on delete cascade,
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
  publisher text not null default 'manual' check (publisher in ('meta', 'manual')),
  external_id text,
  external_url text,
  -- What the network was last asked for, and said yes to; null: nothing is there.
  network_state text check (network_state in ('running', 'paused', 'stopped')),
  failure text,
  attempts integer not null default 0,
  -- When the network is to be spoken to; null: there is nothing to say to it, or a person says it.
  next_attempt_at timestamptz,
  -- When its figures were last read.
  figures_at timestamptz,
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
create index boost_to_send on boost (next_attempt_at) where next_attempt_at is not null;
create index boost_at_work on boost (agency_id) where status in ('new', 'syncing', 'synced', 'active', 'paused', 'sync_error');
create index boost_unsettled on boost (ended_at) where ended_at is not null and settled_at is null;

create table boost_listing (
  boost_id bigint not null references boost (id) on delete cascade,
  position integer not null,
  listing_id bigint not null references listing (id) on delete cascade,
  -- It can no longer be shown while others of its boost are; then, when the network no longer shows it.
  dropped_at timestamptz,
  dropped_because text check (dropped_because in ('sold', 'withdrawn', 'unlawful')),
  removed_at timestamptz,
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
