-- reports: what becomes of a report (DSA, articles 16, 17, 20 and 23): who took it, what was decided and why, what is contested,
-- what was attached; and the wordings that a rule found, which wait in the same queue.

alter table report
  -- rule: found by a rule of rooms/listings (R26), nobody reported it.
  add column kind           text not null default 'person' check (kind in ('person', 'rule')),
  -- What the rule asks a person to read; decided there, it is decided here. Once each.
  add column review_id      bigint unique references listing_review on delete set null,
  -- Names of ADMIN_USERS, or of the operator of a command.
  add column taken_by       text,
  add column taken_at       timestamptz,
  -- The agency knows that its listing is reported: it is then told the outcome, whatever it is.
  add column agency_told_at timestamptz,
  -- What is done to the listing.
  add column measure        text check (measure in ('none', 'correction', 'suspension')),
  -- Key of `suspensionGrounds` (rooms/listings/moderation.ts), of a suspension.
  add column ground         text,
  -- Why, as both sides read it: it never says who reported.
  add column statement      text,
  add column decided_by     text,
  add column decided_at     timestamptz,
  -- An appeal waits for a person.
  add column contested      boolean not null default false,
  -- What is still to do, for the indexes of the queue.
  add column waiting        boolean not null generated always as (status in ('new', 'in_progress') or contested) stored,
  -- A rule says nothing in good faith.
  alter column good_faith drop not null,
  add constraint report_good_faith check (kind = 'rule' or good_faith),
  add constraint report_decided check (
    (status in ('new', 'in_progress')) = (decided_at is null)
    and (decided_at is null) = (decided_by is null)
    and (decided_at is null) = (measure is null)
    and (decided_at is null) = (statement is null)
    and (ground is not null) = coalesce(measure = 'suspension', false)),
  add constraint report_contested check (not contested or decided_at is not null);

-- The queue a page at a time: what waits by priority then age, what is closed by date; and by the filters that few rows answer.
drop index report_queue;
create index report_waiting on report (priority, created_at, id) where waiting;
create index report_waiting_reason on report (reason, priority, created_at, id) where waiting;
create index report_in_progress on report (priority, created_at, id) where status = 'in_progress';
create index report_contested on report (priority, created_at, id) where contested;
create index report_closed on report (decided_at desc, id desc) where not waiting;
create index report_closed_reason on report (reason, decided_at desc, id desc) where not waiting;
create index report_agency on report (agency_id, created_at);
-- The cases of rules that the worker looks after each minute.
create index report_rule_open on report (review_id) where kind = 'rule' and decided_at is null;
-- Repeat abuse (DSA, article 23): how often somebody was wrong, and how often an agency was.
create index report_unfounded on report (email, decided_at) where status = 'unfounded' and email is not null;
create index report_founded on report (agency_id, decided_at) where status = 'founded';

-- What a side says against a decision, once for each side, within six months (DSA, article 20).
create table report_appeal (
  id         bigint generated always as identity primary key,
  report_id  bigint not null references report on delete cascade,
  side       text not null check (side in ('reporter', 'agency')),
  -- Emptied when the reporter is erased.
  body       text not null,
  at         timestamptz not null,
  outcome    text check (outcome in ('kept', 'changed')),
  -- Why, as the side that appealed reads it.
  statement  text,
  decided_by text,
  decided_at timestamptz,
  unique (report_id, side),
  check ((outcome is null) = (statement is null) and (outcome is null) = (decided_by is null)
     and (outcome is null) = (decided_at is null))
);

-- Pictures and PDF sent with a report (domain.md 3.6). Only administrators read them.
create table report_attachment (
  id        bigint generated always as identity primary key,
  -- Null: not attached yet, or nobody's any more. The job that forgets reports then deletes the file.
  report_id bigint references report on delete set null,
  -- Names its file in the storage.
  key       text not null unique,
  kind      text not null check (kind in ('picture', 'pdf')),
  bytes     int not null,
  -- SHA-256 of what was sent: the same file again is one attachment.
  digest    bytea not null,
  at        timestamptz not null,
  unique (report_id, digest)
);
create index report_attachment_orphan on report_attachment (at) where report_id is null;
