-- leads: those without an answer, and those to come back to, are looked for every few minutes.
create index lead_new on lead (created_at) where status = 'new';
create index lead_remind on lead (remind_on) where remind_on is not null;
