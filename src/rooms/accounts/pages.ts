import { paths } from '../../contract/paths.ts';
import type { RoomPage } from '../../contract/room.ts';

export const accountPages: readonly RoomPage[] = [
  { page: paths.login, file: 'rooms/accounts/pages/login.tsx' },
];
