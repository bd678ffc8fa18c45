-- The class of a home is the worse of its two letters (interface.md 24): what search/memory holds changes with either.

drop trigger listing_changed_touched on listing;
create trigger listing_changed_touched after update on listing for each row
  when ((old.status in ('online', 'under_offer') or new.status in ('online', 'under_offer')) and (
    old.status in ('online', 'under_offer'), old.lat, old.lng, old.place_code, old.city_code, old.department_code,
    old.transaction, old.is_new, old.property_type, old.price, old.surface, old.rooms, old.bedrooms, old.energy_class,
    old.climate_class, old.published_at, old.market_since, old.home
  ) is distinct from (
    new.status in ('online', 'under_offer'), new.lat, new.lng, new.place_code, new.city_code, new.department_code,
    new.transaction, new.is_new, new.property_type, new.price, new.surface, new.rooms, new.bedrooms, new.energy_class,
    new.climate_class, new.published_at, new.market_since, new.home
  )) execute function touch_listing();
