import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const couponPages: readonly RoomPage[] = [
  { page: paths.adminCoupons, file: 'rooms/coupons/pages/admin-coupons.tsx' },
];
