-- agencies: where an agency that registers says it is, a town or a postal code in its own words.
alter table agency_registration add column town text;
