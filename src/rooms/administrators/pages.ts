import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const administratorPages: readonly RoomPage[] = [
  { page: paths.adminAudit, file: 'rooms/administrators/pages/audit.tsx' },
];
