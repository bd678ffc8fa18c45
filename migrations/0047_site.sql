-- site: agencies write to us too.

alter table contact_message
  add column company   text,
  -- E.164.
  add column phone     text,
  -- Written from its space: the agency finds it again there.
  add column agency_id bigint references agency on delete set null;
create index contact_message_agency on contact_message (agency_id, created_at) where agency_id is not null;
