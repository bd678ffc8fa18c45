-- mail: what is said of mails once they are carried, the pace of each domain, and who has strangers written to.

-- What a provider said, as it names it: said again, it changes nothing.
create table mail_event (
  id text primary key,
  at timestamptz not null
);
create index mail_event_at on mail_event (at);

-- Since when an address is written to again: what happened to it before counts no more.
alter table mail_address add column released_at timestamptz;

-- list: a mail of a list, which may wait for the others; slot_at: when its domain takes it.
alter table mail_outbox
  add column list boolean not null default false,
  add column slot_at timestamptz;
drop index mail_outbox_waiting;
create index mail_outbox_waiting on mail_outbox (list, next_at, id) where status = 'pending';

-- From when on a domain takes one more mail of a list.
create table mail_pace (
  domain  text primary key,
  free_at timestamptz not null
);

-- Mails that a client had sent to addresses it has not proven. Keyed hashes of clients, forgotten after a day.
create table mail_asked (
  subject bytea not null,
  at      timestamptz not null
);
create index mail_asked_subject on mail_asked (subject, at);
create index mail_asked_at on mail_asked (at);
