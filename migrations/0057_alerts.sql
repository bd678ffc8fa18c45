-- alerts: up to which fact of each listing a mail tells, so that what its price says already is not told again.

-- For each of `listings`, its last fact of the change log when its price was read; 0: before that was noted.
alter table alert_told add column upto bigint[];
update alert_told set upto = array_fill(0::bigint, array[cardinality(listings)]);
alter table alert_told
  alter column upto set not null,
  add check (cardinality(upto) = cardinality(listings));
