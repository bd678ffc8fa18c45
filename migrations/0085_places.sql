-- What each name becomes with one letter left out (rooms/places/naming, `typoKeys`): two spellings that one typing error
-- parts have one of these in common. The loader fills it, and builds its index place_term_typo.
alter table place_term add column typo integer[];
