-- payments: an alarm is in the log once, and leaves the list of the operator once a person has looked at it.
alter table payment_order
  add column alarm_logged_at timestamptz,
  add column alarm_seen_at timestamptz;
create index payment_order_alarm on payment_order (id) where alarm is not null;
