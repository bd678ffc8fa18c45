-- agencies: the identifier that the feeds of an agency carry, when it is not its reference: lower case, without stray spaces
-- (docs/decisions/0067).
alter table agency add column feed_id text unique check (feed_id = lower(feed_id) and length(feed_id) between 1 and 64);
