import { defineJob } from '#platform/queue.server.ts';
import { sweepAttachments } from './attachments.server.ts';
import { forgetReports } from './reports.server.ts';
import { recordRuleCases } from './rule-cases.server.ts';

export const reportJobs = [
  defineJob({
    name: 'reports.forget',
    schedule: '55 3 * * *',
    handler: async ({ db, storage }) => {
      await forgetReports(db);
      await sweepAttachments({ db, storage });
    },
  }),
  // What rules find does not wait for the morning: its listing is off line meanwhile.
  defineJob({
    name: 'reports.rules',
    everyMs: 60_000,
    exclusive: true,
    handler: recordRuleCases,
  }),
];
