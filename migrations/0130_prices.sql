-- prices: which sales are comparable to a home is read by place, kind and surface, from the index alone
-- (docs/decisions/0085): what leaves the room is an interval of eleven sales at least, never a sale.
create index price_sale_comparable on price_sale (place_code, kind, surface)
  include (sold_on, rooms, price_per_m2);
