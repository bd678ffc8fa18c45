-- site: what people write to us.

create table contact_message (
  id         bigint generated always as identity primary key,
  -- What the person is told and quotes: « VIG-7K3M-Q9TX ».
  reference  text not null unique,
  -- Made by the form: sent again after a silence of the network, it is the same message.
  submission text unique,
  account_id bigint references account on delete set null,
  name       text not null,
  email      text not null check (email = lower(email)),
  subject    text not null,
  message    text not null,
  -- An IPv4 address or an IPv6 /64, forgotten after a day.
  client     text,
  -- The address was mailed a receipt.
  receipt    boolean not null,
  created_at timestamptz not null
);
create index contact_message_email on contact_message (email, created_at);
create index contact_message_client on contact_message (client, created_at) where client is not null;
create index contact_message_account on contact_message (account_id) where account_id is not null;
create index contact_message_age on contact_message (created_at);
