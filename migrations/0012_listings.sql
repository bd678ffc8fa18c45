-- How often the lighter format was tried.
alter table listing_photo add column avif_attempts smallint not null default 0;

-- Near pictures: their hashes differ by few of 64 bits. Cut in four parts, hashes that differ by at most 7 bits have
-- one part that differs by at most one (7 < 4 x 2), so looking for each part and its 16 neighbours misses none.
create function photo_parts(hash bigint) returns integer[]
  language sql immutable strict parallel safe
  return array[
    (hash & 65535)::integer,
    65536 + ((hash >> 16) & 65535)::integer,
    131072 + ((hash >> 32) & 65535)::integer,
    196608 + ((hash >> 48) & 65535)::integer
  ];
create function photo_probes(hash bigint) returns integer[]
  language sql immutable strict parallel safe
  return (
    select array_agg(part # flip)
    from unnest(photo_parts(hash)) as part,
         unnest(array[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]) as flip
  );
drop index listing_photo_hash;
-- Read as often as written: no list of rows put off for later, which every search would read through.
create index listing_photo_likeness on listing_photo using gin (photo_parts(perceptual_hash))
  with (fastupdate = off) where perceptual_hash is not null;
