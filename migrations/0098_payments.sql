-- payments: an invoice that cannot be drawn is drawn again later and later, and a person is told.
alter table invoice
  add column draw_attempts integer not null default 0,
  add column next_draw_at timestamptz;
