-- payments: orders, what providers say of them, invoices and credit notes (docs/decisions/0075). Amounts are cents.
create table payment_order (
  id bigint generated always as identity primary key,
  reference text not null unique check (reference ~ '^CMD-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  agency_id bigint references agency (id) on delete set null,
  status text not null check (status in ('pending', 'paid', 'failed', 'cancelled', 'refunded')),
  provider text not null check (provider in ('stripe', 'embedded', 'none')),
  -- One per press of « Payer »: the same again is the same order.
  key text not null,
  net integer not null check (net >= 0),
  discount integer not null check (discount >= 0 and discount <= net),
  -- Hundredths of a percent.
  vat_rate integer not null check (vat_rate between 0 and 10000),
  vat integer not null check (vat >= 0),
  gross integer not null,
  terms_version text not null,
  -- Who buys, as the invoice will say it.
  buyer jsonb not null,
  session_id text unique,
  payment_id text unique,
  checkout_url text,
  demo boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  -- When the provider was last asked what became of it.
  checked_at timestamptz,
  -- Paid twice, or another amount than asked: a person looks at it.
  alarm text,
  unique (agency_id, key),
  check (gross = net - discount + vat)
);
create index payment_order_pending on payment_order (created_at) where status = 'pending';
create index payment_order_of_agency on payment_order (agency_id, created_at desc);

create table payment_line (
  order_id bigint not null references payment_order (id) on delete cascade,
  position integer not null,
  -- Gone with its agency: the invoice holds the lines as they were.
  boost_id bigint not null references boost (id) on delete cascade,
  label text not null,
  net integer not null check (net >= 0),
  discount integer not null check (discount >= 0 and discount <= net),
  -- Once what its boost did not spend is credited, be it nothing.
  settled_at timestamptz,
  primary key (order_id, position),
  unique (boost_id)
);
create index payment_line_unsettled on payment_line (boost_id) where settled_at is null;

-- Events of providers, each taken into account once.
create table payment_event (
  id text primary key,
  provider text not null,
  type text not null,
  received_at timestamptz not null,
  outcome text not null
);

-- Money to give back: asked of the provider under `key` until it says yes.
create table payment_refund (
  id bigint generated always as identity primary key,
  order_id bigint not null references payment_order (id),
  -- Null: of a payment that came twice.
  boost_id bigint references boost (id) on delete set null,
  payment_id text not null,
  amount integer not null check (amount > 0),
  reason text not null,
  key text not null unique,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  external_id text,
  failure text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  done_at timestamptz
);
create index payment_refund_pending on payment_refund (next_attempt_at) where status = 'pending';

-- Last number given, per year and series, and its date; incremented in the transaction that writes the invoice, so without a
-- gap: numbers and dates follow one another.
create table invoice_counter (
  series text not null check (series in ('F', 'A')),
  year integer not null,
  last integer not null,
  issued_on date not null,
  primary key (series, year)
);

-- Invoices (F) and credit notes (A). Never updated but for the file, made once from `document`, and once mailed.
create table invoice (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^[FA]-[0-9]{4}-[0-9]{6}$'),
  series text not null check (series in ('F', 'A')),
  year integer not null,
  sequence integer not null,
  order_id bigint not null references payment_order (id),
  boost_id bigint references boost (id) on delete set null,
  agency_id bigint references agency (id) on delete set null,
  issued_on date not null,
  document jsonb not null,
  net integer not null,
  vat integer not null,
  gross integer not null,
  file bytea,
  mailed_at timestamptz,
  demo boolean not null default false,
  created_at timestamptz not null,
  unique (series, year, sequence),
  check (gross = net + vat)
);
create index invoice_of_agency on invoice (agency_id, id desc);
create index invoice_of_order on invoice (order_id);
create unique index invoice_once on invoice (order_id) where series = 'F';
create index invoice_to_mail on invoice (id) where mailed_at is null;

-- The embedded payment of demonstrations: what a hosted page of a provider would hold. Unused in production.
create table embedded_session (
  id text primary key,
  order_reference text not null unique,
  amount integer not null,
  status text not null check (status in ('open', 'paid', 'expired')),
  payment_id text unique,
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
