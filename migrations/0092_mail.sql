-- mail: a file that goes with a mail, such as an invoice; emptied with its words.
alter table mail_outbox
  add column attachment_name text check (attachment_name !~ '[\r\n"]'),
  add column attachment_type text,
  add column attachment bytea;
