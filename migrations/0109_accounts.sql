-- accounts: how many are opened each day, which administrators read (desks/admin).
create index account_created on account (created_at);
