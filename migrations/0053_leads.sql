-- leads: a conversation by mail, each side through an address of ours (docs/decisions/0039).

-- What follows the + of an address that answers a mail of a lead: whoever writes there is that side. Whoever knows it has had
-- the mail, and nobody else; it goes with the lead, or with the person.
create table lead_address (
  token   text primary key check (token ~ '^[a-z2-7]{26}$'),
  lead_id bigint not null references lead on delete cascade,
  side    text not null check (side in ('agency', 'person')),
  unique (lead_id, side)
);

alter table lead_event drop constraint lead_event_kind_check;
alter table lead_event
  -- automatic: what a machine of either side answered; it goes no further.
  add constraint lead_event_kind_check
    check (kind in ('status', 'note', 'assignment', 'reminder', 'answer', 'reply', 'gone', 'automatic'));

-- What only a mail that came has: its event says what was new in it.
create table lead_letter (
  event_id   bigint primary key references lead_event on delete cascade,
  -- As its sender named it; null when it had no name.
  message_id text,
  -- The address it says it comes from, when it is not the one that this side is known by.
  elsewhere  text,
  -- All that was written, when that is more than what was new.
  original   text,
  -- Names of the files that came with it: none is kept.
  files      text[] not null default '{}'
);
