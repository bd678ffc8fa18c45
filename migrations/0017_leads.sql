-- leads: what people send from the page of a listing, the proof of what they agreed to, and what keeps spam away.

alter table lead
  -- Who was signed in when it was sent.
  add column account_id bigint references account on delete set null,
  -- Key of the mail that tells the agency; null when it has no address, or is not to be told.
  add column mail_key   text,
  -- When its person was erased: the agency keeps the count and its reference.
  add column erased_at  timestamptz,
  alter column message drop not null;
create index lead_account on lead (account_id) where account_id is not null;
create index lead_person on lead (email, listing_id, created_at desc);
create index lead_waiting on lead (id) where status = 'processing';

-- A consent as it was given: the sentence read, where and when (CPCE L34-5). No row: none was given.
create table lead_consent (
  lead_id  bigint not null references lead on delete cascade,
  purpose  text not null check (purpose in ('vigie_alerts', 'partner_offers')),
  sentence text not null,
  source   text not null check (source in ('listing_form')),
  at       timestamptz not null,
  primary key (lead_id, purpose)
);

-- What was sent in the last day, as keyed hashes: it counts, and names no one.
create table lead_attempt (
  id        bigint generated always as identity primary key,
  -- Of the network that asks, of the address typed, of the message.
  client    bytea not null,
  sender    bytea not null,
  words     bytea,
  agency_id bigint not null references agency on delete cascade,
  -- A receipt was mailed.
  receipt   boolean not null default false,
  at        timestamptz not null
);
create index lead_attempt_client on lead_attempt (client, at);
create index lead_attempt_sender on lead_attempt (sender, at);
create index lead_attempt_words on lead_attempt (words, at) where words is not null;
create index lead_attempt_at on lead_attempt (at);
