-- leads: what people write to an agency itself, from its page, is about no listing (docs/decisions/0046).

alter table lead
  alter column listing_reference drop not null,
  add constraint lead_about check (listing_reference is not null or source = 'agency_page');
create index lead_page on lead (agency_id, email, created_at desc) where listing_reference is null;

alter table lead_consent drop constraint lead_consent_source_check;
alter table lead_consent add constraint lead_consent_source_check check (source in ('listing_form', 'agency_page'));
