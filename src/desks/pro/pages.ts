import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const proPages: readonly RoomPage[] = [
  { page: paths.agencyHome, file: 'desks/pro/pages/offer.tsx' },
  { page: paths.agencyOffer, file: 'desks/pro/pages/offer.tsx' },
  { page: paths.agencyDashboard, file: 'desks/pro/pages/dashboard.tsx' },
  { page: paths.ownedDashboard, file: 'desks/pro/pages/dashboard.tsx' },
  { page: paths.agencyContact, file: 'desks/pro/pages/contact.tsx' },
  { page: paths.agencyFaq, file: 'desks/pro/pages/faq.tsx' },
  { page: paths.agencySupport, file: 'desks/pro/pages/support.tsx' },
  { page: paths.ownedSupport, file: 'desks/pro/pages/support.tsx' },
  { page: paths.agencyOptOut, file: 'desks/pro/pages/exclusion.tsx' },
  { page: paths.agencyProfile, file: 'desks/pro/pages/profile.tsx' },
  { page: paths.ownedProfile, file: 'desks/pro/pages/profile.tsx' },
  { page: paths.agencyNotifications, file: 'desks/pro/pages/notifications.tsx' },
  { page: paths.ownedNotifications, file: 'desks/pro/pages/notifications.tsx' },
  { page: paths.boostHome, file: 'desks/pro/pages/boost-home.tsx' },
  { page: paths.boostSignup, file: 'desks/pro/pages/boost-signup.tsx' },
  { page: paths.agencyBoosts, file: 'desks/pro/pages/boosts.tsx' },
  { page: paths.ownedBoosts, file: 'desks/pro/pages/boosts.tsx' },
  { page: paths.agencyBoost, file: 'desks/pro/pages/order.tsx' },
  { page: paths.ownedBoost, file: 'desks/pro/pages/order.tsx' },
  { page: paths.agencyBoostPayment, file: 'desks/pro/pages/order-payment.tsx' },
  { page: paths.agencyBoostCancel, file: 'desks/pro/pages/order-cancel.tsx' },
];
