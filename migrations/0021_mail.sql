-- mail: what is left of an address once its person has gone.

-- A mail whose row leaves the database as soon as it is handed over, or given up.
alter table mail_outbox add column forget boolean not null default false;
create index mail_outbox_reply_to on mail_outbox (reply_to) where reply_to is not null;

-- Addresses that refused mail and whose person was erased: a keyed hash refuses as well as the address would.
create table mail_refusal (
  subject bytea primary key,
  reason  text not null check (reason in ('bounces', 'complaint', 'operator')),
  at      timestamptz not null
);
