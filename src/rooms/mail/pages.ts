import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const mailPages: readonly RoomPage[] = [
  { page: '/dev/mails', file: 'rooms/mail/pages/dev-mails.tsx' },
  { page: paths.adminMails, file: 'rooms/mail/pages/admin-mails.tsx' },
];
