-- favorites: the listings that people keep, with their notes; those they no longer want to see; those they looked at.

create table favorite (
  account_id bigint not null references account on delete cascade,
  listing_id bigint not null references listing on delete cascade,
  note       text not null default '',
  -- What was asked when it was kept, in cents.
  price      bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- No longer kept, and swept soon: « Annuler » finds the note and the price again.
  removed_at timestamptz,
  primary key (account_id, listing_id)
);
create index favorite_listing on favorite (listing_id);
create index favorite_removed on favorite (removed_at) where removed_at is not null;

create table hidden_listing (
  account_id bigint not null references account on delete cascade,
  listing_id bigint not null references listing on delete cascade,
  reason     text check (reason in ('price', 'place', 'size', 'state', 'seen', 'other')),
  at         timestamptz not null,
  primary key (account_id, listing_id)
);
create index hidden_listing_listing on hidden_listing (listing_id);

create table viewed_listing (
  account_id bigint not null references account on delete cascade,
  listing_id bigint not null references listing on delete cascade,
  at         timestamptz not null,
  primary key (account_id, listing_id)
);
create index viewed_listing_listing on viewed_listing (listing_id);
create index viewed_listing_at on viewed_listing (at);
