-- agencies: what an agency says of itself, and when it last changed what the law asks of it.

alter table agency
  add column opening_hours text check (length(opening_hours) <= 500),
  add column presentation  text check (length(presentation) <= 1500),
  -- Its listings are to be judged again; null once they have been.
  add column judge_asked_at timestamptz;
create index agency_to_judge on agency (judge_asked_at) where judge_asked_at is not null;
