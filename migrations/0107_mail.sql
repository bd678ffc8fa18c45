-- mail: what came back of a mail once it was accepted, and what the lists of administrators read.

-- A server sent it back, or its reader complained (RFC 3464, RFC 5965): with its enhanced status code (RFC 3463) where there is
-- one. Without this, the fate of a mail was known of its address alone.
alter table mail_outbox
  add column returned_at timestamptz,
  add column returned_as text check (returned_as in ('bounce', 'complaint')),
  add column returned_status text,
  add constraint mail_outbox_returned check ((returned_at is null) = (returned_as is null));

-- By what a mail is about, and by each fate but the common one, which is read along the primary key; the newest first.
create index mail_outbox_kind on mail_outbox (split_part(stream, ':', 1), id);
create index mail_outbox_open on mail_outbox (id) where status in ('pending', 'sending');
create index mail_outbox_rejected on mail_outbox (id) include (created_at, status) where status = 'failed' or returned_at is not null;
create index mail_outbox_aside on mail_outbox (id) where status = 'suppressed';
create index mail_outbox_withdrawn on mail_outbox (id) where status = 'withdrawn';

-- Addresses that nothing is sent to, the last one set aside first.
create index mail_address_aside on mail_address (suppressed_at, email) where suppressed_at is not null;
