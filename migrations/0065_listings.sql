-- listings: the price of a square metre is that of one home (docs/decisions/0047).

-- Of a programme: the lowest among the homes that can still be had, each by its own surface.
create function lowest_price_per_m2(units jsonb) returns bigint
  language sql immutable strict parallel safe
  return (
    select (min(round((home ->> 'price')::numeric / (home ->> 'surface')::numeric / 100)) * 100)::bigint
    from jsonb_array_elements(units) as home
    where home ->> 'status' = 'available' and (home ->> 'surface')::numeric > 0);

-- `pricePerM2Of` of rooms/listings/contract.ts says the same.
alter table listing drop column price_per_m2;
alter table listing add column price_per_m2 bigint generated always as (
  case
    -- The sum paid at once is not the price.
    when life_annuity then null
    when property_type = 'programme' then lowest_price_per_m2(units)
    when surface > 0 then (round(price / surface / 100) * 100)::bigint
  end) stored;
