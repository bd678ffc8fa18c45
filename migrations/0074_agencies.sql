-- agencies: the words by which an agency is looked for, those of its name and of its town (rooms/agencies/discovery).

-- Each word once, with what is left of it when a letter or two are left out (rooms/places/naming, `typoKeys`).
create table agency_term (
  word text collate "C" primary key,
  typo integer[] not null
);
create index agency_term_typo on agency_term using gin (typo) with (fastupdate = off);

create table agency_word (
  word      text collate "C" not null,
  agency_id bigint not null references agency on delete cascade,
  -- Of its town; else of its name.
  town      boolean not null,
  primary key (word, agency_id, town)
);
create index agency_word_agency on agency_word (agency_id);

-- What its words were taken from. Where it says otherwise by now, they are taken again when the product starts.
alter table agency add column worded_as text;

create index agency_postal_code on agency (postal_code collate "C") where postal_code is not null;
create index agency_siren on agency (siren) where siren is not null;
create index agency_siret on agency (siret) where siret is not null;
