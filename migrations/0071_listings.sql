-- listings: prolongations of laws that end (interface.md, `listings law`; docs/decisions/0054). Rows are never changed: of
-- each law the last word counts.
create table law_prolongation (
  id      bigint generated always as identity primary key,
  -- A name of rooms/listings/legal/tables/laws.
  law     text not null check (length(law) between 1 and 60),
  -- The last day of the law, that day included; null: the prolongations before are taken back.
  until   date,
  -- What prolongs it, as the operator read it, or why that was wrong.
  text    text check (length(text) between 10 and 500),
  by_whom text not null check (length(by_whom) between 1 and 120),
  at      timestamptz not null,
  check (until is null or text is not null)
);
create index law_prolongation_of on law_prolongation (law, id desc);
