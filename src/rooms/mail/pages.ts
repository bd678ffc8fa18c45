import type { RoomPage } from '#contract/room.ts';

export const mailPages: readonly RoomPage[] = [
  { page: '/dev/mails', file: 'rooms/mail/pages/dev-mails.tsx' },
];
