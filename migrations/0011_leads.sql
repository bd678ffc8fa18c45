-- leads: who asked about which listing, and what became of it (domain.md 3.4).

create table lead (
  id              bigint generated always as identity primary key,
  listing_id      bigint references listing on delete set null,
  agency_id       bigint not null references agency,
  -- What the agency calls the property, kept when the listing goes.
  listing_reference text not null,
  source          text not null check (source in ('listing_form', 'call', 'alert', 'boost', 'agency_page')),
  status          text not null check (status in ('new', 'processing', 'error', 'contacted', 'qualified', 'unreachable',
                    'disqualified')),
  request         text not null check (request in ('visit', 'information', 'file', 'estimate', 'call_back')),
  civility        text check (civility in ('M.', 'Mme')),
  first_name      text not null,
  last_name       text not null,
  email           text not null,
  phone           text,                           -- E.164
  message         text not null,
  -- Consents as they were given: the sentence read and when.
  opt_in_alerts   boolean not null default false,
  opt_in_partners boolean not null default false,
  disqualified_because text check (disqualified_because in ('unreachable', 'off_criteria', 'duplicate', 'unavailable', 'spam')),
  assigned_to     text,
  remind_on       date,
  demo            boolean not null default false,
  created_at      timestamptz not null,
  read_at         timestamptz,
  first_answer_at timestamptz,
  closed_at       timestamptz,
  keep_until      date not null                   -- three years after the last contact
);
create index lead_agency on lead (agency_id, created_at desc, id desc);
create index lead_listing on lead (listing_id);
create index lead_keep on lead (keep_until);

create table lead_event (
  id        bigint generated always as identity primary key,
  lead_id   bigint not null references lead on delete cascade,
  at        timestamptz not null,
  -- status: from and to are set; note: text is.
  kind      text not null check (kind in ('status', 'note')),
  from_status text,
  to_status   text,
  by_whom   text not null,
  text      text
);
create index lead_event_of on lead_event (lead_id, id);
