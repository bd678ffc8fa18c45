-- platform: how often each client asked for what may be asked a few times only, counted alike for all processes.

create table request_count (
  -- HMAC of the client and of what it asks: no address is kept in clear.
  key     bytea primary key,
  count   integer not null,
  ends_at timestamptz not null
);
create index request_count_ends_at on request_count (ends_at);
