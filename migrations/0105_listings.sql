-- listings: what the scam shield found in a listing (domain.md F13, docs/decisions/0078). A listing without signals has no row.
create table listing_scam (
  listing_id bigint primary key references listing on delete cascade,
  -- Cursor of the queue, in the order in which listings were first suspected; a listing judged again keeps its place.
  place      bigint generated always as identity unique,
  score      smallint not null check (score between 0 and 100),
  -- [{code, weight, excerpt, explanation}], strongest first: what the moderator and the reader are told.
  signals    jsonb not null check (jsonb_typeof(signals) = 'array'),
  -- The score reached the threshold of that version: a person reads it before it is on line.
  waits      boolean not null,
  -- Of the detector: another one judges everything again.
  version    smallint not null,
  -- What was judged. A decision stands while the words are the same and the price is near: see `isSameText` of scam.server.ts.
  text_hash  bytea not null,
  price      bigint not null,
  found_at   timestamptz not null,
  -- A person's word outranks the detector until what was judged changes; the audit of administrators keeps every one.
  decided    text check (decided in ('clear', 'scam')),
  decided_by text,
  decided_at timestamptz,
  reason     text,
  check ((decided is null) = (decided_by is null) and (decided is null) = (decided_at is null)
     and (decided is null) = (reason is null))
);
-- The three views of the queue, each read by the cursor.
create index listing_scam_waiting on listing_scam (place) where waits and decided is null;
create index listing_scam_doubtful on listing_scam (place) where not waits and decided is null;
create index listing_scam_decided on listing_scam (place) where decided is not null;
