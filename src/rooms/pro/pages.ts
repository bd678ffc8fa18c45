import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const proPages: readonly RoomPage[] = [
  { page: paths.agencyHome, file: 'rooms/pro/pages/offer.tsx' },
  { page: paths.agencyOffer, file: 'rooms/pro/pages/offer.tsx' },
  { page: paths.agencyDashboard, file: 'rooms/pro/pages/dashboard.tsx' },
  { page: paths.ownedDashboard, file: 'rooms/pro/pages/dashboard.tsx' },
  { page: paths.agencyContact, file: 'rooms/pro/pages/contact.tsx' },
  { page: paths.agencyFaq, file: 'rooms/pro/pages/faq.tsx' },
  { page: paths.agencySupport, file: 'rooms/pro/pages/support.tsx' },
  { page: paths.ownedSupport, file: 'rooms/pro/pages/support.tsx' },
  { page: paths.agencyOptOut, file: 'rooms/pro/pages/exclusion.tsx' },
  { page: paths.agencyProfile, file: 'rooms/pro/pages/profile.tsx' },
  { page: paths.ownedProfile, file: 'rooms/pro/pages/profile.tsx' },
  { page: paths.agencyNotifications, file: 'rooms/pro/pages/notifications.tsx' },
  { page: paths.ownedNotifications, file: 'rooms/pro/pages/notifications.tsx' },
];
