-- listings: what the landlord pays for the same acts as the tenant, which the tenant's share may not pass (loi 89-462,
-- article 5; domain.md R12). Cents, VAT included.
alter table listing
  add column landlord_fees bigint,             -- visits, file and lease, then inventory, together
  add column landlord_inventory_fees bigint;   -- of which the inventory
