-- listings: what is on line, said once (docs/decisions/0074). The planner puts the condition in the place of the view, so the
-- partial indexes serve it. A migration that adds a column to listing writes this view again, with `create or replace`.

create view listing_online as select * from listing where status in ('online', 'under_offer');
