-- leads: the boost whose advertisement brought the person, proven by the signed link they followed (docs/decisions/0075).
alter table lead add column boost_reference text;
create index lead_of_boost on lead (boost_reference, listing_id) where boost_reference is not null;
