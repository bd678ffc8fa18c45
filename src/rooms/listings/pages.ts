import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const listingPages: readonly RoomPage[] = [
  { page: paths.adminSignals, file: 'rooms/listings/pages/admin-signals.tsx' },
];
