import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const boostPages: readonly RoomPage[] = [
  { page: paths.adminBoosts, file: 'rooms/boosts/pages/admin-boosts.tsx' },
  { page: paths.adminBoostConfiguration, file: 'rooms/boosts/pages/admin-boost-configuration.tsx' },
];
