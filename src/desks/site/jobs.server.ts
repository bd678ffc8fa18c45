import { defineJob } from '#platform/queue.server.ts';
import { forgetMessages } from './contact.server.ts';

export const siteJobs = [
  defineJob({
    name: 'site.forget-messages',
    schedule: '50 3 * * *',
    handler: ({ db }) => forgetMessages(db),
  }),
];
