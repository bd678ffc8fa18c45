-- favorites: whoever keeps a listing is told when it leaves or is under offer.

-- What its keeper knows of it: it was so when it was kept, or a mail said it. Null again once it is back.
alter table favorite add column told text check (told in ('under_offer', 'left'));
-- What happened before there were these mails is no news.
update favorite set told = case listing.status when 'under_offer' then 'under_offer' else 'left' end
from listing
where listing.id = favorite.listing_id
  and listing.status in ('under_offer', 'sold', 'rented', 'withdrawn', 'expired');

-- Who wants none of these mails.
create table favorite_mail_stop (
  account_id bigint primary key references account on delete cascade,
  at         timestamptz not null
);
