import { defineJob } from '#platform/queue.server.ts';
import {
  forgetNotifications,
  notifyAgencies,
  recordListingsToConfirm,
  sendDigests,
} from './notifications.server.ts';

export const notificationJobs = [
  defineJob({
    name: 'notifications.tell',
    everyMs: 60_000,
    exclusive: true,
    handler: notifyAgencies,
  }),
  defineJob({
    name: 'notifications.digest',
    everyMs: 60_000,
    exclusive: true,
    handler: sendDigests,
  }),
  // All confirmations are read: a few times a day, before the digest first.
  defineJob({
    name: 'notifications.listings-to-confirm',
    schedule: '10 6,10,14,18 * * *',
    handler: ({ db }) => recordListingsToConfirm(db),
  }),
  defineJob({
    name: 'notifications.forget',
    schedule: '50 4 * * *',
    handler: ({ db }) => forgetNotifications(db),
  }),
];
