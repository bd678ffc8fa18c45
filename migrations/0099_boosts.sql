-- boosts: the end that a person who publishes by hand gave to the network; null: none, or before this was kept.
alter table boost add column network_ends_at timestamptz;
