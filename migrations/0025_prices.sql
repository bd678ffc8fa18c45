-- prices: what the rent-control order says of each rental on line, kept so that searches and alerts can JOIN it.

-- Only where a control is known: the order of a territory, or what the listing states itself.
create table rent_verdict (
  listing_id bigint primary key references listing on delete cascade,
  verdict    text not null check (verdict in ('compliant', 'exceeds', 'supplement', 'insufficient')),
  excess     bigint check ((excess is not null) = (verdict = 'exceeds')),   -- cents a month above the ceiling, at least
  facts      text collate "C" not null,           -- what it was judged from: other facts are judged again
  edition    text collate "C" not null,           -- the orders it was judged by, and which of them were in force
  judged_at  timestamptz not null
);
create index rent_verdict_compliant on rent_verdict (listing_id) where verdict = 'compliant';

-- An answer made from these tables may be kept in memory for as long as this edition stands. Said by the database
-- itself, in the transaction that changes a figure: no import can forget it.
create function price_answers_changed() returns trigger language plpgsql as $$
begin
  insert into price_edition (name, version, loaded_at) values ('answers', gen_random_uuid()::text, now())
  on conflict (name) do update set version = excluded.version, loaded_at = excluded.loaded_at;
  return null;
end $$;

create trigger price_source_changed after insert or update or delete or truncate on price_source
  for each statement execute function price_answers_changed();
create trigger price_epci_changed after insert or update or delete or truncate on price_epci
  for each statement execute function price_answers_changed();
create trigger price_figure_changed after insert or update or delete or truncate on price_figure
  for each statement execute function price_answers_changed();
create trigger price_point_changed after insert or update or delete or truncate on price_point
  for each statement execute function price_answers_changed();
create trigger price_asking_changed after insert or update or delete or truncate on price_asking
  for each statement execute function price_answers_changed();
create trigger price_rent_changed after insert or update or delete or truncate on price_rent
  for each statement execute function price_answers_changed();
