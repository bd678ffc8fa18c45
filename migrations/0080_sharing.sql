-- sharing: the pictures of shared pages that are kept, so that they never take more room than they may.

create table shared_picture (
  -- Where it is in storage.
  key      text primary key,
  bytes    integer not null,
  drawn_at timestamptz not null
);
create index shared_picture_drawn_at on shared_picture (drawn_at, key);
