-- listings: what Vigie suspends (DSA, article 17), and the listings of one agency as administrators go through them.

-- A listing that an administrator keeps off line whatever its feed, its agency or the law says, for as long as the row is here.
-- Its status is then 'suspended' wherever it would be on line or wait to be (`statusUnder` of rooms/listings/intake.ts), so that
-- listing_online and the partial indexes need not know of it. What was suspended once stays in admin_audit.
create table listing_suspension (
  listing_id bigint primary key references listing on delete cascade,
  -- Names the decision to the agency, which quotes it: « SUS-7K3M-Q9TX ».
  reference  text not null unique,
  -- Keys of `suspensionGrounds` and `suspensionSources` (rooms/listings/moderation.ts), which hold their words.
  ground     text not null,
  source     text not null,
  -- The facts, as the agency reads them.
  reason     text not null check (length(reason) >= 10),
  by_whom    text not null,
  since      timestamptz not null,
  -- The agency had paused it itself: given back, it stays paused.
  paused     boolean not null
);

-- All listings of an agency, the newest first, a page at a time.
create index listing_agency on listing (agency_id, id desc);
