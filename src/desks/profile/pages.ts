import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const profilePages: readonly RoomPage[] = [
  { page: paths.profile, file: 'desks/profile/pages/profile.tsx' },
  { page: paths.verifyEmail, file: 'desks/profile/pages/verify-email.tsx' },
];
