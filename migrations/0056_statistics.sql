-- statistics: agencies that no longer want the report of each Monday. No row: they receive it.

create table weekly_report_stop (
  agency_id bigint primary key references agency on delete cascade,
  at        timestamptz not null
);
