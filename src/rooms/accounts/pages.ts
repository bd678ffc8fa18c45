import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const accountPages: readonly RoomPage[] = [
  { page: paths.login, file: 'rooms/accounts/pages/login.tsx' },
  { page: paths.signup, file: 'rooms/accounts/pages/signup.tsx' },
  { page: paths.forgotPassword, file: 'rooms/accounts/pages/forgot-password.tsx' },
  { page: paths.resetPassword, file: 'rooms/accounts/pages/reset-password.tsx' },
  { page: paths.google, file: 'rooms/accounts/pages/google.tsx' },
];
