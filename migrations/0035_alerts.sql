-- alerts: once a week, quiet hours, and what is worth a mail.

alter table alert
  drop constraint alert_frequency_check,
  add constraint alert_frequency_check check (frequency in ('immediate', 'daily', 'weekly')),
  -- Weekly alerts: Monday is 1, as ISO 8601 counts.
  add column weekday    smallint not null default 1 check (weekday between 1 and 7),
  -- Immediate alerts: nothing is written from this hour on, until that one, in Paris.
  add column quiet_from smallint check (quiet_from between 0 and 23),
  add column quiet_to   smallint check (quiet_to between 0 and 23),
  -- What is told; a listing found for something else is set aside.
  add column events     text[] not null default '{appeared,priceFell,returned}'
    check (events <@ '{appeared,priceFell,returned}' and cardinality(events) > 0),
  -- A drop of less than so many percent is not told.
  add column min_drop   smallint not null default 0 check (min_drop between 0 and 50),
  add check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to);
drop index alert_daily;
create index alert_daily on alert (hour, told_on) where status = 'active' and frequency in ('daily', 'weekly');
