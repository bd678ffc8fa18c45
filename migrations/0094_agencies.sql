-- agencies: what an agency that registers was about to do, as a word of src/rooms/agencies/destination.ts.
alter table agency_registration add column destination text;
