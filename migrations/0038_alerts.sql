-- alerts: private feeds. An address is signed for a version: opening them anew makes another one, and the old one is dead.

alter table alert
  add column feeds_open    boolean not null default false,
  add column feeds_version integer not null default 0;
