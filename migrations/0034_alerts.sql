-- alerts: which homes each mail told and which finds were set aside, and what alerts asked and listings said at the
-- instant they were matched.

-- One row per mail, never one per find. What was told is kept for as long as the home may come back: it is never told
-- twice, whoever publishes it again.
create table alert_told (
  alert_id bigint not null references alert on delete cascade,
  -- What the mail was of: a run, or `day:2027-02-01`.
  occasion text not null,
  at       timestamptz not null,
  -- One listing of each home, and the price it was told at, in cents.
  listings bigint[] not null,
  prices   bigint[] not null,
  -- Found and not told, and why (rooms/alerts/ledger); forgotten after 90 days.
  aside    bigint[] not null default '{}',
  reasons  text[] not null default '{}',
  primary key (alert_id, occasion),
  check (cardinality(listings) = cardinality(prices) and cardinality(aside) = cardinality(reasons))
);
create index alert_told_at on alert_told (at);

-- What was told before, as far as it is remembered.
insert into alert_told (alert_id, occasion, at, listings, prices)
select alert_id, run, at, array_agg(listing_id), array_agg(price)
from (
  select h.alert_id, h.run, max(h.told_at) as at, c.ref as listing_id,
    coalesce(min((c.payload ->> 'price')::bigint), 0) as price
  from alert_hit h
  join alert a on a.id = h.alert_id
  join change c on c.seq = any(h.sure || h.unsure)
  where h.told > 0 and h.told_at is not null
  group by h.alert_id, h.run, c.ref) told
group by alert_id, run, at
on conflict do nothing;

-- What an alert asked, from when on. Kept 90 days, and the last one.
create table alert_version (
  id       bigint generated always as identity primary key,
  alert_id bigint not null references alert on delete cascade,
  at       timestamptz not null,
  criteria jsonb not null,
  -- It saw the facts after this transaction; null: it was not watching.
  since    xid8
);
create index alert_version_of on alert_version (alert_id, id);
create index alert_version_at on alert_version (at);

insert into alert_version (alert_id, at, criteria, since)
select id, now(), criteria, case when status = 'active' then since end from alert;

-- What a listing said when a fact of it was read. Kept 90 days.
create table alert_fact (
  seq        bigint primary key,
  listing_id bigint not null,
  xid        xid8 not null,
  read_at    timestamptz not null,
  -- What the predicate reads; null when it was not on line any more.
  facts      jsonb
);
create index alert_fact_of on alert_fact (listing_id, seq);
create index alert_fact_read_at on alert_fact (read_at);
