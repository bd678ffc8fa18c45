-- statistics: how often each listing was looked at, by day. Counts only: nothing here, or elsewhere, says by whom.

create table listing_day (
  listing_id bigint not null references listing on delete cascade,
  -- In Paris.
  day        date not null,
  agency_id  bigint not null references agency on delete cascade,
  -- Pages read by people, each reader once a day (docs/decisions/0040).
  views      integer not null default 0 check (views >= 0),
  -- Of these, from a link of a mail of an alert.
  from_mails integer not null default 0 check (from_mails >= 0),
  -- Alerts that told of it that day; counted once the day is over.
  told       integer not null default 0 check (told >= 0),
  primary key (listing_id, day)
) with (fillfactor = 80);
create index listing_day_agency on listing_day (agency_id, day);
create index listing_day_day on listing_day (day);
