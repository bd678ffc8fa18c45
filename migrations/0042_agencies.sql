-- agencies: who signs in for an agency, and what it took to be let in.

-- One space for each agency; its address is proven, or there is none.
create table agency_account (
  id              bigint generated always as identity primary key,
  agency_id       bigint not null unique references agency on delete cascade,
  email           text not null unique check (email = lower(email)),
  phone           text,
  -- None until one is chosen: it is optional when an agency registers.
  password_hash   text,
  terms_agreed_at timestamptz,
  demo            boolean not null default false,
  created_at      timestamptz not null
);

create table agency_session (
  -- SHA-256 of the cookie: a stolen table opens nothing.
  token_hash bytea primary key,
  account_id bigint not null references agency_account on delete cascade,
  remembered boolean not null default false,
  user_agent text not null default '',
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null
);
create index agency_session_account on agency_session (account_id);
create index agency_session_expiry on agency_session (expires_at);

-- What was asked on the registration pages. It opens a space once its address has answered and, for an agency that was
-- known before, once that agency or an administrator has agreed.
create table agency_registration (
  id              bigint generated always as identity primary key,
  email           text not null check (email = lower(email)),
  name            text not null,
  phone           text,
  software        text,
  siren           text check (siren ~ '^\d{9}$'),
  password_hash   text,
  terms_agreed_at timestamptz,
  -- The agency that it claims; none: it makes one.
  agency_id       bigint references agency on delete cascade,
  created_at      timestamptz not null,
  proven_at       timestamptz,
  settled_at      timestamptz,
  outcome         text check (outcome in ('opened', 'refused')),
  check ((outcome is null) = (settled_at is null))
);
create index agency_registration_email on agency_registration (email, created_at);
create index agency_registration_agency on agency_registration (agency_id);

create table agency_link (
  token_hash      bytea primary key,
  purpose         text not null check (purpose in ('confirm', 'approve', 'reset')),
  registration_id bigint references agency_registration on delete cascade,
  account_id      bigint references agency_account on delete cascade,
  -- Where it was sent: a link proves that address.
  email           text not null check (email = lower(email)),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  check ((purpose = 'reset') = (account_id is not null) and (purpose = 'reset') = (registration_id is null))
);
create index agency_link_email on agency_link (email, purpose, created_at);
create index agency_link_registration on agency_link (registration_id);
create index agency_link_account on agency_link (account_id);
create index agency_link_expiry on agency_link (expires_at);

-- Mails that somebody asked for, for known and unknown addresses alike: whoever asks waits for neither.
create table agency_asked (
  id              bigint generated always as identity primary key,
  kind            text not null check (kind in ('registration', 'confirmation', 'reset')),
  email           text not null check (email = lower(email)),
  registration_id bigint references agency_registration on delete cascade,
  at              timestamptz not null
);
create index agency_asked_registration on agency_asked (registration_id);
