import type { RoomPage } from '#contract/room.ts';
import { adminPages } from '#desks/admin/pages.ts';
import { cataloguePages } from '#desks/catalogue/pages.ts';
import { portfolioPages } from '#desks/portfolio/pages.ts';
import { proPages } from '#desks/pro/pages.ts';
import { profilePages } from '#desks/profile/pages.ts';
import { showcasePages } from '#desks/showcase/pages.ts';
import { sitePages } from '#desks/site/pages.ts';
import { accountPages } from '#rooms/accounts/pages.ts';
import { administratorPages } from '#rooms/administrators/pages.ts';
import { agencyPages } from '#rooms/agencies/pages.ts';
import { alertPages } from '#rooms/alerts/pages.ts';
import { boostPages } from '#rooms/boosts/pages.ts';
import { couponPages } from '#rooms/coupons/pages.ts';
import { feedPages } from '#rooms/feeds/pages.ts';
import { leadPages } from '#rooms/leads/pages.ts';
import { listingPages } from '#rooms/listings/pages.ts';
import { mailPages } from '#rooms/mail/pages.ts';
import { paymentPages } from '#rooms/payments/pages.ts';
import { pricePages } from '#rooms/prices/pages.ts';
import { reportPages } from '#rooms/reports/pages.ts';
import { searchPages } from '#rooms/search/pages.ts';

/** Every room's slice of the URL map. */
export const pages: readonly RoomPage[] = [
  ...accountPages,
  ...adminPages,
  ...administratorPages,
  ...agencyPages,
  ...alertPages,
  ...boostPages,
  ...cataloguePages,
  ...couponPages,
  ...feedPages,
  ...leadPages,
  ...listingPages,
  ...mailPages,
  ...paymentPages,
  ...pricePages,
  ...portfolioPages,
  ...proPages,
  ...profilePages,
  ...reportPages,
  ...searchPages,
  ...showcasePages,
  ...sitePages,
];
