-- alerts: told when a home that they told leaves, for those that ask.

alter table alert
  drop constraint alert_events_check,
  add constraint alert_events_check
    check (events <@ '{appeared,priceFell,returned,gone}' and cardinality(events) > 0);

-- Listings told to alerts that ask to know when they leave, until they do: one row each, for these alerts only.
create table alert_follow (
  listing_id bigint not null references listing on delete cascade,
  alert_id   bigint not null references alert on delete cascade,
  primary key (listing_id, alert_id)
);
create index alert_follow_alert on alert_follow (alert_id);
