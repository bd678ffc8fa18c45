-- push: the devices that people want to be told on, and what waits for each.

create table push_device (
  id         bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- Where its push service takes messages: whoever has it and the keys could write to the device.
  endpoint   text not null unique check (length(endpoint) <= 1000),
  p256dh     text not null,
  auth       text not null,
  name       text not null,
  created_at timestamptz not null,
  sent_at    timestamptz
);
create index push_device_account on push_device (account_id);

create table push_outbox (
  id         bigint generated always as identity primary key,
  device_id  bigint not null references push_device on delete cascade,
  -- What it is (`alert:12:import:7`): a device has it once.
  occasion   text not null,
  -- What withdraws it while it waits (`alert:12`).
  stream     text not null,
  -- Nothing is kept of it once it is settled.
  payload    jsonb,
  status     text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'late', 'withdrawn')),
  attempts   integer not null default 0,
  -- Also how long whoever carries it has it for itself.
  next_at    timestamptz not null,
  -- Later than that nobody wants to be told.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (device_id, occasion)
);
create index push_outbox_due on push_outbox (next_at) where status = 'pending';
create index push_outbox_stream on push_outbox (stream) where status = 'pending';
create index push_outbox_created on push_outbox (created_at);
