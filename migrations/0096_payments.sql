-- payments: an order that came to nothing before its provider confirmed that nobody paid it is asked about again.
alter table payment_order add column ending_unproven boolean not null default false;
create index payment_order_unproven on payment_order (closed_at) where ending_unproven;
