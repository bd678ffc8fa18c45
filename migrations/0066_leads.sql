-- leads: what looks sent by a program reaches its agency all the same, marked (docs/decisions/0049).

-- Its signs, in words for the agency; null: it shows none.
alter table lead add column suspicion text;
update lead set suspicion = first.text
from lead_event first
where lead.disqualified_because = 'spam' and first.lead_id = lead.id and first.from_status is null
  and first.to_status = 'disqualified' and first.text is not null;
-- Put aside, and never opened.
create index lead_aside on lead (agency_id) where disqualified_because = 'spam' and read_at is null;

-- Whether what was sent showed a sign by itself: who sends many of those is held.
alter table lead_attempt add column suspect boolean not null default false;
