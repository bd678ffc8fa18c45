-- mail: what became of the mails of each day, from the index alone: administrators read it over millions of them (desks/admin).
-- Carrying costs no more: a change of status writes every index anew already, since it is in the predicates of others.
drop index mail_outbox_created;
create index mail_outbox_created on mail_outbox (created_at) include (status);
