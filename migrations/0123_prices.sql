-- prices: where a department-year was fetched from, and in which version: what has not changed there is not asked for again.
alter table price_import
  add column source_address text,          -- null: given as a file
  add column source_version text;          -- ETag, or Last-Modified, as the publisher said it; null: it said neither
