import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const feedPages: readonly RoomPage[] = [
  { page: paths.agencyImport, file: 'rooms/feeds/pages/import.tsx' },
  { page: paths.ownedImport, file: 'rooms/feeds/pages/import.tsx' },
];
