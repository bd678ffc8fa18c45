-- alerts: an alert is also told on the devices of its account, unless its owner says not (rooms/push).

alter table alert add column push boolean not null default true;
