-- alerts: how many are made each day, and how many are active, which administrators read (desks/admin).
create index alert_created on alert (created_at);
create index alert_active on alert (id) where status = 'active';
