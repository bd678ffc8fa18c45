-- agencies: the address that their leads go to answers before it is used.

alter table agency_link drop constraint agency_link_purpose_check, drop constraint agency_link_check;
alter table agency_link
  add constraint agency_link_purpose_check check (purpose in ('confirm', 'approve', 'reset', 'contact')),
  add constraint agency_link_check check (
    (purpose in ('reset', 'contact')) = (account_id is not null)
    and (purpose in ('reset', 'contact')) = (registration_id is null));
