import { clock } from '../../platform/clock.server.ts';
import { defineJob } from '../../platform/queue.server.ts';
import { forgetOld } from './rules.server.ts';

export const favoriteJobs = [
  defineJob({
    name: 'favorites.forget',
    schedule: '25 4 * * *',
    handler: ({ db }) => forgetOld(db, clock.now()),
  }),
];
