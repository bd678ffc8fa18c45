-- leads: how many come each day, which administrators read (desks/admin).
create index lead_created on lead (created_at);
