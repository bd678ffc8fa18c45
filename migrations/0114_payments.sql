-- payments: what is invoiced each day, which administrators read (desks/admin).
create index invoice_issued on invoice (issued_on) include (series, net);
