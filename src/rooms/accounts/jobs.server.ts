import { defineJob } from '../../platform/queue.server.ts';
import { forgetExpiredSessions } from './rules.server.ts';

export const accountJobs = [
  defineJob({
    name: 'accounts.expire-sessions',
    schedule: '40 3 * * *',
    handler: ({ db }) => forgetExpiredSessions(db),
  }),
];
