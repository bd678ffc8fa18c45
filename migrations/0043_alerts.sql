-- alerts: two alerts that two people search with together, each with its own criteria. The invited one is theirs once
-- its address says yes (alert.confirmed_at), as any other.

create table alert_pair (
  -- Of who invited.
  alert_id   bigint primary key references alert on delete cascade,
  partner_id bigint not null unique references alert on delete cascade,
  invited_at timestamptz not null,
  check (alert_id <> partner_id)
);
