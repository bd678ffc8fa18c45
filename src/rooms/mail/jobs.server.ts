import { defineJob } from '#platform/queue.server.ts';
import { MAIL_CHANNEL } from './contract.ts';
import { carryMails, forgetMails } from './outbox.server.ts';

export const mailJobs = [
  defineJob({
    name: 'mail.send',
    everyMs: 1_000,
    wake: MAIL_CHANNEL,
    handler: async (services, signal) => {
      await carryMails(services, signal);
    },
  }),
  defineJob({
    name: 'mail.forget',
    schedule: '20 4 * * *',
    handler: ({ db }) => forgetMails(db),
  }),
];
