-- mail: what is to be carried, once, and the addresses that nothing is carried to any more.

create table mail_outbox (
  id         bigint generated always as identity primary key,
  -- What the mail is, in the words of the room that queues it: the same mail is never queued twice.
  dedupe_key text not null unique,
  -- What withdraws the mails that still wait (`alert:12`).
  stream     text not null,
  recipient  text not null check (recipient = lower(recipient) and recipient !~ '\s'),
  reply_to   text check (reply_to !~ '[\r\n]'),
  subject    text not null check (subject !~ '[\r\n]'),
  -- Emptied some weeks after the mail has left; the row stays, so that the key is remembered.
  html       text,
  text       text,
  headers    jsonb not null default '{}',
  -- Left of the @ of its Message-ID: fixed here, so that a mail carried again is the same mail.
  message_key text not null unique check (message_key ~ '^[0-9a-f]{32}$'),
  status     text not null default 'pending'
               check (status in ('pending', 'sending', 'sent', 'failed', 'suppressed', 'withdrawn')),
  attempts   smallint not null default 0,
  next_at    timestamptz not null default now(),
  -- The session lock of whoever is handing it over, and since when.
  carrier    integer,
  claimed_at timestamptz,
  error      text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
) with (fillfactor = 85);
create index mail_outbox_waiting on mail_outbox (next_at, id) where status = 'pending';
create index mail_outbox_sending on mail_outbox (claimed_at) where status = 'sending';
create index mail_outbox_stream on mail_outbox (stream) where status in ('pending', 'sending');
create index mail_outbox_recipient on mail_outbox (recipient, id);
create index mail_outbox_created on mail_outbox (created_at);

-- What is known of an address: how often it refused, and whether nothing is sent to it any more.
create table mail_address (
  email         text primary key check (email = lower(email)),
  bounces       smallint not null default 0,
  last_bounce_at timestamptz,
  suppressed_at timestamptz,
  reason        text check (reason in ('bounces', 'complaint', 'operator'))
);
