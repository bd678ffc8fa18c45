-- agencies: the identity that the law asks professionals to show (domain.md 3.8, R23 and R24).

alter table agency
  add column trade_name        text,              -- « enseigne »
  add column company_name      text,              -- « raison sociale »
  add column legal_form        text,
  add column capital           bigint check (capital >= 0),   -- cents
  add column siret             text check (siret ~ '^\d{14}$'),
  add column vat_number        text,
  add column sole_trader       boolean,           -- « EI »
  add column card_office       text,              -- the chamber that issued the card: « CCI Lyon Métropole »
  add column card_activities   text check (card_activities ~ '^[TGS]{1,3}$'),
  add column card_until        date,
  add column guarantor_name    text,
  add column guarantor_address text,
  add column guarantee_amount  bigint,            -- cents
  add column holds_no_funds    boolean,           -- « ne peut recevoir aucun fonds, effet ou valeur »
  add column insurance         text,              -- « RC professionnelle »: insurer and policy
  add column mediator_name     text,
  add column mediator_url      text,
  add column fee_schedule_on   date,              -- of the fee schedule in force
  add column software          text;
