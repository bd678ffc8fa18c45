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

-- What an agency states of a thing that is verified, in one text; null: nothing. Written into the plan of whoever calls it with
-- the columns of the agency: a whole row would be copied each time.
create function agency_statement(kind text, siren text, card_number text, card_until date, holds_no_funds boolean,
  guarantor_name text, guarantor_address text, mediator_name text, mediator_url text) returns text language sql stable
return case kind
  when 'siren' then siren
  when 'card' then card_number || coalesce(' ' || to_char(card_until, 'YYYY-MM-DD'), '')
  when 'guarantor' then case when holds_no_funds then 'sans maniement de fonds'
    else nullif(concat_ws(', ', guarantor_name, guarantor_address), '') end
  when 'mediator' then nullif(concat_ws(', ', mediator_name, mediator_url), '')
end;

-- What an agency states of each thing that is verified.
create view agency_stated as
select agency.id as agency_id, said.kind, agency_statement(said.kind, siren, card_number, card_until, holds_no_funds,
  guarantor_name, guarantor_address, mediator_name, mediator_url) as stated
from agency cross join (values ('siren'), ('card'), ('guarantor'), ('mediator')) as said(kind);

-- How far the identity of each agency is verified: 'refused' (something it states today was), 'missing' (it lacks its SIREN or
-- its card), 'verified' (a person found both right), else 'unverified'. Its checks are read once, by their key.
create view agency_identity as
select agency.id as agency_id,
  case
    when found.refused then 'refused'
    when agency.siren is null or agency.card_number is null then 'missing'
    when found.verified = 2 then 'verified'
    else 'unverified'
  end as state
from agency cross join lateral (
  select coalesce(bool_or(outcome = 'refused'), false) as refused,
    count(*) filter (where outcome = 'verified' and kind in ('siren', 'card')) as verified
  from agency_check
  where agency_id = agency.id and stated = agency_statement(kind, agency.siren, agency.card_number, agency.card_until,
    agency.holds_no_funds, agency.guarantor_name, agency.guarantor_address, agency.mediator_name, agency.mediator_url)) found;

-- The list of agencies by name, a page at a time.
create index agency_name on agency (lower(name), id);
-- Those that left by their own choice, the last ones first.
create index agency_excluded on agency (excluded_on desc, id desc) where excluded_on is not null;
-- Whoever asks for the space of a known agency, by what became of it.
create index agency_registration_claim on agency_registration (id) where agency_id is not null and proven_at is not null;
-- How many spaces are opened each day, which administrators read (desks/admin).
create index agency_account_created on agency_account (created_at);
