import { paths } from '../../contract/paths.ts';
import type { RoomPage } from '../../contract/room.ts';

export const proPages: readonly RoomPage[] = [
  { page: paths.agencyHome, file: 'rooms/pro/pages/offer.tsx' },
  { page: paths.agencyOffer, file: 'rooms/pro/pages/offer.tsx' },
  { page: paths.agencyDashboard, file: 'rooms/pro/pages/dashboard.tsx' },
  { page: paths.ownedDashboard, file: 'rooms/pro/pages/dashboard.tsx' },
];
