-- coupons: what administrators read of a code, and what they change in it (specification 2, /admin/coupons).

-- Counts the changes of a code: whoever changes it says which one was read, so that what somebody else changed meanwhile is
-- not lost (security.md, fault 28).
alter table coupon add column version integer not null default 1 check (version > 0);

-- The uses of one code, the last first, a page at a time.
create index coupon_use_of_coupon on coupon_use (coupon_id, taken_at, order_reference);
