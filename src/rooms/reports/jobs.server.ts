import { defineJob } from '#platform/queue.server.ts';
import { forgetReports } from './reports.server.ts';

export const reportJobs = [
  defineJob({
    name: 'reports.forget',
    schedule: '55 3 * * *',
    handler: ({ db }) => forgetReports(db),
  }),
];
