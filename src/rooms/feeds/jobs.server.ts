import { clock } from '#platform/clock.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { resumeImports } from './applying.server.ts';
import { sweepFormers } from './closing/undoing.server.ts';
import { sweepImports } from './diagnosis.server.ts';
import { FEED_CHANNEL } from './diagnosis.ts';
import { sweepArchives, workOnFeeds } from './ordered-imports.server.ts';
import { recordOutcomes } from './outcomes.server.ts';

export const feedJobs = [
  // An import runs in whichever process started it; this one only finishes those that were cut.
  defineJob({
    name: 'feeds.resume',
    everyMs: 1_000,
    handler: async ({ db, log }) => {
      const resumed = await resumeImports(db);
      if (resumed > 0) log.info({ resumed }, 'imports repris');
    },
  }),
  defineJob({
    name: 'feeds.doctor',
    everyMs: 2_000,
    wake: FEED_CHANNEL,
    handler: workOnFeeds,
  }),
  defineJob({
    name: 'feeds.outcomes',
    everyMs: 60_000,
    exclusive: true,
    handler: ({ db }) => recordOutcomes(db, clock.now()),
  }),
  defineJob({
    name: 'feeds.sweep',
    schedule: '35 4 * * *',
    handler: async (services) => {
      await sweepFormers(services.db);
      await sweepImports(services);
      await sweepArchives(services);
    },
  }),
];
