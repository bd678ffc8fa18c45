import { defineJob } from '../../platform/queue.server.ts';
import { resumeImports } from './applying/rules.server.ts';

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
];
