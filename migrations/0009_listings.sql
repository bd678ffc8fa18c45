-- listings: the whole model of a listing (domain.md 3.1), and what the legal engine says of it.

alter table listing
  add column address_display   text check (address_display in ('exact', 'street', 'quarter', 'commune')),
  add column transport_line    text,
  add column transport_station text,

  add column carrez_surface    numeric(9, 2),
  add column cellar_surface    numeric(9, 2),
  add column top_floor         boolean,
  add column separate_toilets  boolean,
  add column condition         text check (condition in ('new', 'renovated', 'good', 'refresh', 'works')),
  add column parkings          smallint,
  add column boxes             smallint,
  add column balconies         smallint,
  add column terraces          smallint,
  add column alarm             boolean,
  add column fibre             boolean,
  add column cupboards         boolean,

  -- Money, in cents.
  add column property_tax      bigint,
  add column annuity_occupied  boolean,
  add column annuity_ages      smallint[],
  add column rent_supplement_reason text,
  add column median_rent       bigint,            -- « loyer de référence », of which reference_rent is the majored one
  add column lease             text check (lease in ('empty', 'furnished', 'student', 'mobility')),
  add column lease_months      smallint,
  add column flat_share        boolean,
  add column tenant_fee_zone   text check (tenant_fee_zone in ('very_tense', 'tense', 'other')),

  add column energy_number     text,
  add column energy_exemption  text check (energy_exemption in ('no_heating', 'small_building', 'seasonal_use', 'temporary',
                                 'off_plan', 'monument', 'unfinished', 'farm_or_workshop')),
  add column energy_certificate boolean,     -- ADEME's certificate of the electricity factor of 2026
  add column energy_audit_on   date,

  add column risks_concerned   boolean,
  add column risks_report_on   date,
  add column brush_clearing    boolean,

  add column mandate_type      text check (mandate_type in ('simple', 'exclusive', 'semi_exclusive', 'delegated')),
  add column mandate_on        date,
  add column mandate_until     date,
  add column contact_status    text check (contact_status in ('employee', 'commercial_agent')),
  add column contact_rsac      text,
  add column contact_rsac_city text,
  add column contact_sole_trader boolean,

  add column video_url         text,
  add column translations      jsonb,             -- { en: { title, description } }

  add column programme_name    text,
  add column developer         text,
  add column delivery          text check (delivery ~ '^\d{4}-T[1-4]$'),
  add column progress          text check (progress in ('planned', 'started', 'finishing', 'delivered')),
  add column re2020            boolean,
  add column reduced_notary_fees boolean,
  add column zero_rate_loan    boolean,
  add column completion_guarantee text,
  add column units             jsonb,             -- of a programme: see `UnitDraft` of rooms/listings/contract.ts

  drop constraint listing_energy_status_check,
  -- ongoing: the certificate is ordered; such a listing is not published.
  add constraint listing_energy_status_check check (energy_status in ('rated', 'blank', 'exempt', 'ongoing'));

-- What the legal engine said of the listing as it stands: all its failing rules, at once.
create table listing_verdict (
  listing_id bigint primary key references listing on delete cascade,
  -- block: kept off line; review: waits for a person (R26); null: may be on line.
  hold       text check (hold in ('block', 'review')),
  score      smallint not null check (score between 0 and 100),
  findings   jsonb not null default '[]',
  -- The status that its feed or its agency asked for: what it gets once nothing holds it any more.
  wanted     text not null,
  checked_at timestamptz not null
);
create index listing_verdict_held on listing_verdict (listing_id) where hold is not null;

-- A blocking rule set aside for one listing, with its written reason (R17). Rows are never changed: they are the log.
create table listing_exception (
  id         bigint generated always as identity primary key,
  listing_id bigint not null references listing on delete cascade,
  rule       text not null,
  granted    boolean not null,                    -- false: taken back
  reason     text not null check (length(reason) >= 10),
  by_whom    text not null,
  at         timestamptz not null
);
create index listing_exception_of on listing_exception (listing_id, rule, id desc);

-- Wording to be read by a person (R26), once per listing and text.
create table listing_review (
  id         bigint generated always as identity primary key,
  listing_id bigint not null references listing on delete cascade,
  rule       text not null,
  text_hash  bytea not null,                      -- of the title and the description
  excerpts   text[] not null,
  asked_at   timestamptz not null,
  decision   text check (decision in ('cleared', 'refused')),
  reason     text,
  decided_by text,
  decided_at timestamptz,
  unique (listing_id, rule, text_hash)
);
create index listing_review_open on listing_review (asked_at) where decision is null;

-- Pictures: the same one recognised across listings, the lighter format made later.
alter table listing_photo
  add column perceptual_hash bigint,              -- 64 bits; near ones differ by few bits
  add column avif            text not null default 'none' check (avif in ('none', 'pending', 'ready', 'failed')),
  add column avif_next_at    timestamptz,
  drop constraint listing_photo_kind_check,
  -- drawn: a picture of the demonstration, made when it is first asked for.
  add constraint listing_photo_kind_check check (kind in ('url', 'file', 'drawn'));
create index listing_photo_avif on listing_photo (avif_next_at) where avif = 'pending';
create index listing_photo_hash on listing_photo (perceptual_hash) where perceptual_hash is not null;
-- Which picture of the demonstration an address asks for.
create index listing_photo_drawn on listing_photo (storage_key) where kind = 'drawn';
