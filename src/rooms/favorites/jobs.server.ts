import { clock } from '#platform/clock.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { notifyFavoriteOwners } from './departures.server.ts';
import { forgetOld } from './favorites.server.ts';

export const favoriteJobs = [
  defineJob({
    name: 'favorites.tell-departures',
    // All favourites are looked at, and nothing here is told within the hour.
    everyMs: 300_000,
    exclusive: true,
    handler: notifyFavoriteOwners,
  }),
  defineJob({
    name: 'favorites.forget',
    schedule: '25 4 * * *',
    handler: ({ db }) => forgetOld(db, clock.now()),
  }),
];
