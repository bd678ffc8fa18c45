-- coupons: a code that is reserved to agencies stays so when the last of them is gone.
alter table coupon add column reserved boolean not null default false;
update coupon set reserved = true where exists (select from coupon_agency where coupon_id = coupon.id);
