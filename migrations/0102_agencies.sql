-- agencies: what administrators verify and decide of an agency, and what they note of it (domain.md 4, security.md L10).

alter table agency
  -- Since that day an administrator keeps its listings off line, whoever sends them; null: nobody does.
  add column suspended_on date,
  -- Why, as the agency reads it.
  add column suspension_reason text;

-- What a person looked up of the identity of an agency, and found: the last decision of each kind, admin_audit has the others.
create table agency_check (
  agency_id bigint not null references agency on delete cascade,
  kind      text not null check (kind in ('siren', 'card', 'guarantor', 'mediator')),
  outcome   text not null check (outcome in ('verified', 'refused')),
  -- As the agency stated it then (agency_stated): a check says nothing of what it states later.
  stated    text not null,
  -- Why it was refused, as the agency reads it.
  reason    text,
  by_whom   text not null,
  at        timestamptz not null,
  primary key (agency_id, kind)
);

-- What administrators tell each other of an agency. Rows are added, none is changed.
create table agency_note (
  id        bigint generated always as identity primary key,
  agency_id bigint not null references agency on delete cascade,
  at        timestamptz not null,
  by_whom   text not null,
  text      text not null
);
create index agency_note_agency on agency_note (agency_id, id desc);

-- What an agency states of each thing that is verified, in one text; null: nothing.
create view agency_stated as
select agency.id as agency_id, said.kind, said.stated
from agency cross join lateral (values
  ('siren', agency.siren),
  ('card', agency.card_number || coalesce(' ' || to_char(agency.card_until, 'YYYY-MM-DD'), '')),
  ('guarantor', case when agency.holds_no_funds then 'sans maniement de fonds'
    else nullif(concat_ws(', ', agency.guarantor_name, agency.guarantor_address), '') end),
  ('mediator', nullif(concat_ws(', ', agency.mediator_name, agency.mediator_url), ''))
) as said(kind, stated);

-- How far the identity of each agency is verified: 'refused' (something it states today was), 'missing' (it lacks its SIREN or
-- its card), 'verified' (a person found both right), else 'unverified'.
create view agency_identity as
select agency.id as agency_id,
  case
    when exists (select from agency_check said join agency_stated using (agency_id, kind, stated)
      where said.agency_id = agency.id and said.outcome = 'refused') then 'refused'
    when agency.siren is null or agency.card_number is null then 'missing'
    when (select count(*) from agency_check said join agency_stated using (agency_id, kind, stated)
      where said.agency_id = agency.id and said.outcome = 'verified' and kind in ('siren', 'card')) = 2 then 'verified'
    else 'unverified'
  end as state
from agency;

-- The list of agencies by name, a page at a time.
create index agency_name on agency (lower(name), id);
-- Those that left by their own choice, the last ones first.
create index agency_excluded on agency (excluded_on desc, id desc) where excluded_on is not null;
-- Whoever asks for the space of a known agency, by what became of it.
create index agency_registration_claim on agency_registration (id) where agency_id is not null and proven_at is not null;
