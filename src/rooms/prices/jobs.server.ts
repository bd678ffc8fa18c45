import { defineJob } from '../../platform/queue.server.ts';
import { refreshAsking } from './asking/rules.server.ts';

export const priceJobs = [
  defineJob({
    name: 'prices.asking',
    everyMs: 3_600_000,
    exclusive: true,
    handler: async ({ db }) => {
      await refreshAsking(db);
    },
  }),
];
