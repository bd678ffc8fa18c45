import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const leadPages: readonly RoomPage[] = [
  { page: paths.agencyLeads, file: 'rooms/leads/pages/inbox.tsx' },
  { page: paths.ownedLeads, file: 'rooms/leads/pages/inbox.tsx' },
];
