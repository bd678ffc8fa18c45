-- alerts: what their owners think of what was found, when they last looked, pauses that end, deletions that can be undone.

alter table alert
  -- The last time its results were looked at, and where the visit under way found them: what is later is new.
  add column visited_at    timestamptz,
  add column seen_until    timestamptz,
  -- Paused: when it watches again by itself.
  add column paused_until  timestamptz,
  -- Stopped: what it was, for whoever undoes it.
  add column status_before text check (status_before in ('unconfirmed', 'active', 'paused')),
  -- Its owner deleted it: it says nothing more, but goes on finding until it is swept, so that it can come back whole.
  add column deleted_at    timestamptz;
create index alert_paused_until on alert (paused_until) where paused_until is not null;
create index alert_deleted on alert (deleted_at) where deleted_at is not null;

-- What the owner of an alert thinks of a listing: a rejected one is not told any more.
create table alert_verdict (
  alert_id   bigint not null references alert on delete cascade,
  listing_id bigint not null references listing on delete cascade,
  verdict    text not null check (verdict in ('keep', 'reject')),
  reason     text check (reason in ('price', 'place', 'size', 'condition', 'known', 'other')),
  at         timestamptz not null,
  primary key (alert_id, listing_id),
  check (reason is null or verdict = 'reject')
);
create index alert_verdict_listing on alert_verdict (listing_id);
