import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const agencyPages: readonly RoomPage[] = [
  { page: paths.agencyLogin, file: 'rooms/agencies/pages/login.tsx' },
  { page: paths.agencyForgotPassword, file: 'rooms/agencies/pages/forgot-password.tsx' },
  { page: paths.agencyCreateAccount, file: 'rooms/agencies/pages/register.tsx' },
  { page: paths.agencySignup, file: 'rooms/agencies/pages/register.tsx' },
  { page: paths.agencySignupDone, file: 'rooms/agencies/pages/signup-done.tsx' },
  { page: paths.agencyConfirmEmail, file: 'rooms/agencies/pages/confirm-email.tsx' },
  { page: paths.agencySearch, file: 'rooms/agencies/pages/search.tsx' },
  { page: paths.adminRequests, file: 'rooms/agencies/pages/admin-requests.tsx' },
];
