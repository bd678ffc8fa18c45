-- coupons: codes that lower the price of boosts (docs/decisions/0075). Amounts are cents without VAT.
create table coupon (
  id bigint generated always as identity primary key,
  code text not null unique check (code = upper(code) and code ~ '^[0-9A-Z-]{3,32}$'),
  label text not null,
  kind text not null check (kind in ('percent', 'amount', 'free_boost', 'free_days')),
  -- Hundredths of a percent, cents, boosts, days.
  value integer not null check (value > 0),
  ceiling integer check (ceiling > 0),
  minimum_net integer check (minimum_net > 0),
  -- Keys of formulas; null: all.
  formulas text[],
  first_order boolean not null default false,
  uses_max integer check (uses_max > 0),
  uses_per_agency integer check (uses_per_agency > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  stackable boolean not null default false,
  stopped_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  check (kind <> 'percent' or value <= 10000),
  check (starts_at is null or ends_at is null or starts_at < ends_at)
);

-- Agencies that a coupon is for; none: all.
create table coupon_agency (
  coupon_id bigint not null references coupon (id) on delete cascade,
  agency_id bigint not null references agency (id) on delete cascade,
  primary key (coupon_id, agency_id)
);
create index coupon_agency_of_agency on coupon_agency (agency_id);

-- A use is taken with the order and given back when the order comes to nothing.
create table coupon_use (
  coupon_id bigint not null references coupon (id),
  order_reference text not null,
  agency_id bigint not null references agency (id) on delete cascade,
  discount integer not null check (discount >= 0),
  taken_at timestamptz not null,
  returned_at timestamptz,
  primary key (coupon_id, order_reference)
);
create index coupon_use_of_agency on coupon_use (agency_id);
