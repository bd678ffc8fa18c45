-- notifications: what agencies are told, by which way, and when (docs/decisions/0038).

create table agency_notification_setting (
  agency_id   bigint primary key references agency on delete cascade,
  -- By event: immediate, digest or none. An event that is not there has its usual channel.
  channels    jsonb not null,
  -- Which of its own addresses: nobody else's is ever written to.
  recipients  text[] not null check (recipients <@ array['contact', 'login'] and cardinality(recipients) > 0),
  -- Hours in Paris, both or none: nothing leaves from the first until the second.
  quiet_from  smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  -- 1 is Monday.
  days        smallint[] not null,
  updated_at  timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until or quiet_from is null)
);

create table agency_notification (
  id        bigint generated always as identity primary key,
  agency_id bigint not null references agency on delete cascade,
  event     text not null,
  -- What it tells, once: `late:12`.
  key       text not null,
  -- No name of a person: it outlives what it is about.
  title     text not null,
  path      text not null,
  at        timestamptz not null,
  read_at   timestamptz,
  -- due: a mail is to be written; digest: waits for that of the day; told: it is in a mail; silent: it is only here.
  mail      text not null check (mail in ('due', 'digest', 'told', 'silent')),
  unique (agency_id, key)
);
create index agency_notification_history on agency_notification (agency_id, id desc);
create index agency_notification_unread on agency_notification (agency_id) where read_at is null;
create index agency_notification_waiting on agency_notification (mail, agency_id) where mail in ('due', 'digest');
create index agency_notification_old on agency_notification (at);

-- The digest of a day in Paris, once.
create table agency_digest (
  agency_id bigint not null references agency on delete cascade,
  day       date not null,
  primary key (agency_id, day)
);
create index agency_digest_old on agency_digest (day);
