-- prices: « Carte des loyers » predicts a rent for the commune, for its intercommunality or for a group of communes.
alter table price_rent
  drop constraint price_rent_basis_check,
  add constraint price_rent_basis_check check (basis in ('commune', 'epci', 'group'));

-- The licence of an edition of the rents, as the operator who loads it read it at its publisher's: the page names it.
create table price_rent_edition (
  year    smallint primary key,
  licence text not null check (licence <> '')
);
create trigger price_rent_edition_changed after insert or update or delete or truncate on price_rent_edition
  for each statement execute function price_answers_changed();
