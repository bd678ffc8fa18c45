-- mail: mails that are written when their turn comes (docs/decisions/0035).

-- writer: who writes it; said: what it is to tell, without a word of the mail. Both until it is written.
alter table mail_outbox
  alter column subject drop not null,
  add column writer text,
  add column said jsonb,
  add constraint mail_outbox_written check ((writer is null) = (said is null) and (writer is not null or subject is not null));
drop index mail_outbox_waiting;
create index mail_outbox_waiting on mail_outbox (list, next_at, id) where status = 'pending' and writer is null;
create index mail_outbox_unwritten on mail_outbox (next_at, id) where status = 'pending' and writer is not null;
