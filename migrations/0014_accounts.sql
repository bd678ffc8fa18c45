-- accounts: links sent by mail, sign-in with Google, and what is tried at the door.

alter table account add column google_sub text unique;

create table account_link (
  -- SHA-256 of the token: a stolen table opens nothing.
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  purpose    text not null check (purpose in ('verify', 'reset')),
  -- Where it was sent: a link proves that address, whatever the account says by then.
  email      text not null check (email = lower(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index account_link_account on account_link (account_id, purpose, created_at);
create index account_link_expiry on account_link (expires_at);

-- Forgotten passwords as they were asked, for known and unknown addresses alike: whoever asks waits for neither.
create table account_reset_request (
  id    bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  at    timestamptz not null
);

-- Failures of the last quarter of an hour, shared by all processes and kept through a restart.
create table account_attempt (
  id      bigint generated always as identity primary key,
  -- An IPv4 address or an IPv6 /64.
  client  text not null,
  -- Keyed hash of the address tried: whoever tries names no one here.
  subject bytea not null,
  outcome text not null default 'pending' check (outcome in ('pending', 'unknown', 'known', 'wrong')),
  at      timestamptz not null
);
create index account_attempt_client on account_attempt (client, at);
create index account_attempt_subject on account_attempt (subject, at);

-- Google's tokens that opened a session: none opens two.
create table account_spent_token (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
