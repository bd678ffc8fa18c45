import { defineJob } from '#platform/queue.server.ts';
import { PUSH_CHANNEL } from './contract.ts';
import { carryMessages, forgetMessages } from './push.server.ts';

export const pushJobs = [
  defineJob({
    name: 'push.send',
    everyMs: 1_000,
    wake: PUSH_CHANNEL,
    handler: (services, signal) => carryMessages(services, signal),
  }),
  defineJob({
    name: 'push.forget',
    schedule: '30 4 * * *',
    handler: ({ db }) => forgetMessages(db),
  }),
];
