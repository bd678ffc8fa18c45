-- prices: rent control of every area (docs/decisions/0082). An order has its own row, with its dates; its ceilings are kept
-- by schedule, since many quarters share one; a quarter may lie in several communes.

create table rent_order (
  territory  text not null,                      -- « paris », « lyon-villeurbanne » (rooms/prices/rent-territories)
  valid_from date not null,
  last_day   date check (last_day >= valid_from),   -- as the order says it, that day included; null: it says none
  valid_to   date,                               -- the first day on which it no longer holds; null while none is known
  title      text,                               -- how the order is cited
  source     text,                               -- who publishes what is shipped; null for a file of the operator
  schedules  jsonb not null,                     -- code of a quarter, or « zone 3 », to the schedule that holds there
  origin     text not null check (origin in ('import', 'embedded')),
  loaded_at  timestamptz not null,
  primary key (territory, valid_from)
);

-- Euros per m² of habitable surface and month, charges excluded.
create table rent_ceiling (
  territory  text not null,
  valid_from date not null,
  schedule   smallint not null,
  dwelling   text not null check (dwelling in ('apartment', 'house', 'any')),
  rooms      smallint not null check (rooms between 1 and 4),   -- 4: 4 and more
  built_from smallint not null,                  -- years, both included; 0 and 9999 where the order sets no bound
  built_to   smallint not null check (built_to >= built_from),
  furnished  boolean not null,
  floor      numeric(6, 2) not null,
  reference  numeric(6, 2) not null check (reference > 0),
  ceiling    numeric(6, 2) not null,             -- « loyer de référence majoré »
  primary key (territory, valid_from, schedule, dwelling, rooms, built_from, furnished),
  foreign key (territory, valid_from) references rent_order on delete cascade,
  check (floor <= reference and reference <= ceiling)
);

-- What an operator loaded before: a schedule for each quarter.
create temporary table rent_numbered on commit drop as
select rent_reference.*, dense_rank() over (partition by territory, valid_from order by quarter_code)::smallint as schedule
from rent_reference;

insert into rent_order (territory, valid_from, valid_to, schedules, origin, loaded_at)
select territory, valid_from, min(valid_to), jsonb_object_agg(quarter_code, schedule), 'import', now()
from rent_numbered group by territory, valid_from;

insert into rent_ceiling (territory, valid_from, schedule, dwelling, rooms, built_from, built_to, furnished, floor, reference, ceiling)
select territory, valid_from, schedule, 'any', rooms,
  case epoch when 'before-1946' then 0 when '1946-1970' then 1946 when '1971-1990' then 1971 else 1991 end,
  case epoch when 'before-1946' then 1945 when '1946-1970' then 1970 when '1971-1990' then 1990 else 9999 end,
  furnished, floor, reference, ceiling
from rent_numbered;

drop table rent_reference;

alter table rent_quarter add column zone text not null default '', add column place_codes text[] not null default '{}';
update rent_quarter set place_codes = array[place_code] where place_code is not null;
update rent_quarter set zone = numbered.zone
from (select distinct on (territory, quarter_code) territory, quarter_code, zone from rent_numbered
  order by territory, quarter_code, valid_from desc) as numbered
where numbered.territory = rent_quarter.territory and numbered.quarter_code = rent_quarter.code;
alter table rent_quarter drop column place_code, alter column zone drop default, alter column place_codes drop default;

-- A price page says the order of its place: an answer that is kept is no longer right (0025_prices.sql).
create trigger rent_order_changed after insert or update or delete or truncate on rent_order
  for each statement execute function price_answers_changed();
create trigger rent_ceiling_changed after insert or update or delete or truncate on rent_ceiling
  for each statement execute function price_answers_changed();
create trigger rent_quarter_changed after insert or update or delete or truncate on rent_quarter
  for each statement execute function price_answers_changed();
