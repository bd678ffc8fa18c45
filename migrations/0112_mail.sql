-- mail: what became of the mails of each day, from the index alone: administrators read it over millions of them (desks/admin).
drop index mail_outbox_created;
create index mail_outbox_created on mail_outbox (created_at) include (status);
