-- feeds: whether the last line of a file did not end: where that is the habit of a software, it is no sign of a file cut short
-- (docs/decisions/0066).
alter table feed_import add column open_ended boolean not null default false;
