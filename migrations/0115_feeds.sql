-- feeds: imports that wait for a person or gave nothing: administrators read those that nothing followed (desks/admin).
create index feed_agency_failed on feed_agency (agency_id, import_id) where status in ('refused', 'held');
