-- alerts: what rejections suggest is said once by mail, for each criterion, until that criterion changes.

alter table alert add column suggested text[] not null default '{}';
