-- alerts: keys of the criteria added since. An index holds 32 columns, and few alerts ask for these: they share one,
-- whose names and types `keyColumns` of rooms/search/criteria says ({ "max_monthly_cost": 150000 }). Null asks for none.

alter table alert_key add column others jsonb;

-- Covering as before: a listing is still matched from the index alone.
drop index alert_key_match;
create index alert_key_match on alert_key (zone, transaction, max_price) include (
  alert_id, since, in_property_type, min_price, max_price_per_m2, min_surface, max_surface, min_land_surface,
  min_rooms, max_rooms, min_bedrooms, min_bathrooms, min_floor, max_floor, min_built_year, min_photo_count,
  in_energy_class, in_climate_class, flags_on, flags_off, others);
