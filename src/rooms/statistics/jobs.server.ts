import { defineJob } from '#platform/queue.server.ts';
import { closeDays } from './statistics.server.ts';
import { queueWeekly } from './weekly.server.ts';

export const statisticsJobs = [
  defineJob({
    name: 'statistics.close-days',
    schedule: '20 0 * * *',
    handler: ({ db }) => closeDays(db),
  }),
  defineJob({
    name: 'statistics.weekly',
    everyMs: 60_000,
    exclusive: true,
    handler: async ({ db, log }) => {
      const mails = await queueWeekly(db);
      if (mails > 0) log.info({ mails }, 'points de la semaine mis en file');
    },
  }),
];
