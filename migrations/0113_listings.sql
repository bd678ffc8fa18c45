-- listings: how many are kept off line, which administrators read (desks/admin).
create index listing_kept_off on listing (status) where status in ('refused', 'pending');
