-- administrators: what they did, to what and why. Rows are added; none is ever changed or removed.
create table admin_audit (
  id            bigint generated always as identity primary key,
  at            timestamptz not null,
  administrator text not null,
  action        text not null,
  -- 'agency', 'listing', 'report'…, what names one of them in its room, and how it was called then.
  subject       text not null,
  subject_id    text not null,
  label         text not null,
  before        jsonb,
  after         jsonb,
  reason        text
);
create index admin_audit_subject on admin_audit (subject, subject_id, id desc);
create index admin_audit_administrator on admin_audit (administrator, id desc);
create index admin_audit_action on admin_audit (action, id desc);

create function admin_audit_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'admin_audit: rows are final';
end $$;
create trigger admin_audit_final before update or delete on admin_audit
  for each row execute function admin_audit_is_final();
create trigger admin_audit_whole before truncate on admin_audit
  for each statement execute function admin_audit_is_final();
