-- Since when an account belongs to the reader of its address, where a stranger may have opened it: what that stranger left
-- open (a device that is told of things) counts no more.
alter table account add column owned_since timestamptz;
