import { clock } from '#platform/clock.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { forgetPictures } from './pictures.server.ts';

export const sharingJobs = [
  defineJob({
    name: 'sharing.forget',
    schedule: '50 4 * * *',
    handler: (services) => forgetPictures(services, clock.now()),
  }),
];
