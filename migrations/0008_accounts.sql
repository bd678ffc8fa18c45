-- accounts: individuals and their sessions.

create table account (
  id                bigint generated always as identity primary key,
  email             text not null unique check (email = lower(email)),
  first_name        text not null,
  last_name         text not null,
  phone             text,
  civility          text check (civility in ('M.', 'Mme')),
  password_hash     text,
  email_verified_at timestamptz,
  demo              boolean not null default false,
  created_at        timestamptz not null default now()
);

create table account_session (
  -- SHA-256 of the cookie: a stolen table opens nothing.
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  remembered boolean not null default false,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at    timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_session_account on account_session (account_id);
create index account_session_expiry on account_session (expires_at);
