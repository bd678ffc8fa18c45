import type { RoomPage } from '#contract/room.ts';

export const paymentPages: readonly RoomPage[] = [
  { page: '/dev/paiement/:session', file: 'rooms/payments/pages/embedded-payment.tsx' },
];
