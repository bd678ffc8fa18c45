-- leads: what the agency does of them in its inbox, and what is written back and forth.

alter table lead
  -- Counts changes, so that two people do not undo each other's.
  add column version       int not null default 1,
  -- When whoever asked was told that the property is gone.
  add column told_gone_at  timestamptz;
create index lead_unread on lead (agency_id) where status = 'new';

alter table lead_event drop constraint lead_event_kind_check;
alter table lead_event
  -- assignment, reminder: the text is whom, or which day, or null for none; answer: what the agency wrote to the person;
  -- reply: what the person wrote back; gone: what they were told when the property left.
  add constraint lead_event_kind_check
    check (kind in ('status', 'note', 'assignment', 'reminder', 'answer', 'reply', 'gone')),
  -- What names a mail: received or sent again, it is one event.
  add column mail_key text;
create unique index lead_event_mail on lead_event (mail_key) where mail_key is not null;
