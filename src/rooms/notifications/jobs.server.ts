import { defineJob } from '#platform/queue.server.ts';
import { NOTIFICATION_CHANNEL } from './contract.ts';
import { forgetNotifications, notifyAgencies, sendDigests } from './notifications.server.ts';

export const notificationJobs = [
  defineJob({
    name: 'notifications.tell',
    everyMs: 60_000,
    exclusive: true,
    wake: NOTIFICATION_CHANNEL,
    handler: notifyAgencies,
  }),
  defineJob({
    name: 'notifications.digest',
    everyMs: 60_000,
    exclusive: true,
    handler: sendDigests,
  }),
  defineJob({
    name: 'notifications.forget',
    schedule: '50 4 * * *',
    handler: ({ db }) => forgetNotifications(db),
  }),
];
