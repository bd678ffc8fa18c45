-- accounts: what people see and change of their account: devices, address, consents, Google, exports.

-- What a session is called when somebody ends it from another device: its token is nobody's to read.
alter table account_session add column id bigint generated always as identity unique;

alter table account
  add column google_email     text,
  add column google_linked_at timestamptz,
  -- The exports of the last day: a few at most.
  add column exported_at      timestamptz[] not null default '{}';

-- An account keeps its address until the new one has answered. A change that was made stays as long as the account:
-- what is known under the former address is this person's too.
create table account_email_change (
  id           bigint generated always as identity primary key,
  account_id   bigint not null references account on delete cascade,
  old_email    text not null check (old_email = lower(old_email)),
  -- An address that nobody proved is nobody's to take back.
  old_proven   boolean not null,
  new_email    text not null check (new_email = lower(new_email)),
  -- SHA-256 of the token mailed to the new address, and of the one mailed to the old one.
  token_hash   bytea not null unique,
  cancel_hash  bytea not null unique,
  created_at   timestamptz not null,
  sent_at      timestamptz not null,
  expires_at   timestamptz not null,
  confirmed_at timestamptz,
  cancelled_at timestamptz
);
create unique index account_email_change_waiting on account_email_change (account_id)
  where confirmed_at is null and cancelled_at is null;
create index account_email_change_account on account_email_change (account_id, created_at);
create index account_email_change_new on account_email_change (new_email);
create index account_email_change_old on account_email_change (old_email);

-- Mails that asked an address to confirm: so many a day, whoever asks.
create table account_email_asked (
  id         bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Keyed hash of the address.
  subject    bytea not null,
  at         timestamptz not null
);
create index account_email_asked_account on account_email_asked (account_id, at);
create index account_email_asked_subject on account_email_asked (subject, at);

-- Each time a consent was given or withdrawn: what was read, when and where (CPCE L34-5). The last one counts.
create table account_consent (
  id         bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  subject    text not null check (subject in ('vigie_alerts', 'partner_offers')),
  given      boolean not null,
  sentence   text not null,
  source     text not null check (source in ('profile')),
  at         timestamptz not null
);
create index account_consent_account on account_consent (account_id, subject, id);
