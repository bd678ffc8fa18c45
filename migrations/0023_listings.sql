-- listings: the words of a listing, to look for some and to leave others out (interface.md: `mots`, `sans`).

-- Runs of a-z and 0-9 once accents, case and ligatures are put aside, each with its places. `wordsIn` of
-- rooms/search/criteria/terms/contract.ts cuts alike. Each begins with a w, so that the parser takes none for a number
-- (it would cut « 3e5e » in two); a lone w, where the text ends, is no word.
create function search_words(title text, description text) returns tsvector
  language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.simple'::regconfig,
    regexp_replace(
      lower(regexp_replace(
        normalize(replace(replace(replace(replace(' ' || title || ' ' || description,
          'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), NFKD),
        '[\u0300-\u036f]+', '', 'g') collate "C"),
      '[^a-z0-9]+', ' w', 'g'));

-- Stored: leaving words out looks at each listing of a place.
alter table listing
  add column search_words tsvector generated always as (search_words(title, description)) stored;
create index listing_words on listing using gin (search_words) where status in ('online', 'under_offer');
