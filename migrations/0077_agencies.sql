-- Which browser asked for a space: there, and only there, the password that was typed is its owner's.
alter table agency_registration add column browser_hash bytea;
