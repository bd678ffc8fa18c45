-- leads: what tells an agency's own software of them (docs/decisions/0039).

create table lead_webhook (
  agency_id  bigint primary key references agency on delete cascade,
  url        text not null,
  -- Its secret is made of this and of the secret of the site: shown once, and not here.
  salt       bytea not null,
  changed_at timestamptz not null
);

create table lead_delivery (
  id         bigint generated always as identity primary key,
  agency_id  bigint not null references lead_webhook on delete cascade,
  lead_id    bigint not null references lead on delete cascade,
  event      text not null check (event in ('lead.created', 'lead.updated')),
  -- The same each time it is tried: whoever has it already knows it by that.
  message_id text not null unique,
  status     text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts   smallint not null default 0,
  next_at    timestamptz not null,
  -- What is sent, as it was at the first attempt; gone once it has arrived.
  payload    text,
  -- Why the last attempt did not arrive.
  reason     text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index lead_delivery_waiting on lead_delivery (next_at, id) where status = 'pending';
-- Changes before the first attempt are told as one.
create unique index lead_delivery_fresh on lead_delivery (lead_id) where status = 'pending' and attempts = 0;
create index lead_delivery_lead on lead_delivery (lead_id, id);
create index lead_delivery_agency on lead_delivery (agency_id, status);
