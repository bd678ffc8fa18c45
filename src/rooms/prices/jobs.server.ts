import { CHANGE_CHANNEL } from '#platform/changes.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { refreshAsking } from './asking-prices.server.ts';
import './local-medians.server.ts';
import { saveRentVerdicts } from './rent-verdicts.server.ts';

export const priceJobs = [
  defineJob({
    name: 'prices.asking',
    everyMs: 3_600_000,
    exclusive: true,
    handler: async ({ db }) => {
      await refreshAsking(db);
    },
  }),
  // Woken by the log of listings, which does not tell every edit: it looks at what changed, not at what was told.
  defineJob({
    name: 'prices.rent-verdicts',
    everyMs: 10_000,
    exclusive: true,
    wake: CHANGE_CHANNEL,
    handler: async ({ db }) => {
      await saveRentVerdicts(db);
    },
  }),
];
