import { CHANGE_CHANNEL } from '../../../platform/changes.server.ts';
import { defineJob } from '../../../platform/queue.server.ts';
import { keepProperties } from './keeping/rules.server.ts';

export const propertyJobs = [
  defineJob({
    name: 'listings.properties',
    everyMs: 2_000,
    exclusive: true,
    wake: CHANGE_CHANNEL,
    handler: ({ db }) => keepProperties(db),
  }),
];
