-- listings: values outside what is plausible, which wait until the agency confirms them (interface.md, fine points 28). A
-- confirmation holds for that very value; rows are never changed: they are the log.
create table listing_confirmed_value (
  id         bigint generated always as identity primary key,
  listing_id bigint not null references listing on delete cascade,
  value_key  text not null check (length(value_key) between 1 and 200),
  confirmed  boolean not null,                    -- false: taken back
  reason     text,                                -- null: a gesture of the agency in its own space
  by_whom    text not null,
  at         timestamptz not null
);
create index listing_confirmed_value_of on listing_confirmed_value (listing_id, value_key, id desc);
