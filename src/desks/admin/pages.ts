import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const adminPages: readonly RoomPage[] = [
  { page: paths.adminLogin, file: 'desks/admin/pages/login.tsx' },
  { page: paths.admin, file: 'desks/admin/pages/dashboard.tsx' },
  { page: paths.adminAgencies, file: 'desks/admin/pages/agencies.tsx' },
  { page: paths.adminAgency, file: 'desks/admin/pages/agency.tsx' },
  { page: paths.adminAgencyAds, file: 'desks/admin/pages/agency-ads.tsx' },
  { page: paths.adminMails, file: 'desks/admin/pages/mails.tsx' },
  { page: paths.adminService, file: 'desks/admin/pages/service.tsx' },
];
