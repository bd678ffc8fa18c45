-- prices: the median of five years that the State publishes of every commune (« Statistiques DVF »), shipped with the code.
-- Another method than that of price_figure, and never mixed with it (docs/decisions/0080).

create table price_published (
  code   text collate "C" not null,               -- INSEE, as published: a commune of today, a district, or one merged since
  kind   text not null check (kind in ('apartment', 'house')),
  n      integer not null check (n >= 11),        -- fewer is never a figure (formats/prices.md 2.2, 9)
  median bigint not null check (median > 0),      -- cents per m²
  primary key (code, kind)
);

create trigger price_published_changed after insert or update or delete or truncate on price_published
  for each statement execute function price_answers_changed();
