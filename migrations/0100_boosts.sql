-- boosts: how the advertisement of a listing is made (a short hash of its words and pictures): as who publishes by hand showed
-- it, as it would be made now, and when the two were last compared.
alter table boost_listing
  add column shown_as text,
  add column current_as text,
  add column compared_at timestamptz;
