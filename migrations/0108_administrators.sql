-- administrators: the rooms that they close for a while, and what visitors read meanwhile (docs/decisions/0077).

-- A room without a row is open. Read by its key before each act that it stops.
create table service_switch (
  -- Key of `switchedRooms` (rooms/administrators/switches.ts).
  room    text primary key check (room in ('imports', 'leads', 'boosts')),
  closed  boolean not null,
  -- What visitors read while it is closed; null: it is open.
  words   text check (length(words) between 1 and 300),
  -- When it was last closed or opened: other words change nothing of it.
  since   timestamptz not null,
  by_whom text not null,
  -- For the other administrators: visitors never read it.
  reason  text not null,
  check (closed = (words is not null))
);
