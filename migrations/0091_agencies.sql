-- agencies: who invoices are made out to, when it is not the address and the mail of the agency itself (domain.md 3.8).
alter table agency add column billing_address text;
alter table agency add column billing_postal_code text;
alter table agency add column billing_city text;
alter table agency add column billing_email text;
