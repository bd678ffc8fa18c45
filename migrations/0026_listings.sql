-- listings: found by where they are (speed.md 5.2): the cells of a box or a zone, then the exact test on the few left.

create index listing_cell on listing (cell, transaction, published_at desc, id desc) include (lat, lng, price)
  where status in ('online', 'under_offer');
create index listing_cell2 on listing (cell2, transaction, published_at desc, id desc) include (lat, lng, price)
  where status in ('online', 'under_offer');
