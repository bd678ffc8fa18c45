import { CHANGE_CHANNEL } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { expireListings } from './availability.server.ts';
import { recordListingsToConfirm } from './availability-requests.server.ts';
import { matchNextHomes } from './home-matching.server.ts';
import { sweepPhotos, workOnPhotos } from './photos.server.ts';
import { workOnAvif } from './pictures/avif.server.ts';
import { dailyRejudging } from './publication.server.ts';
import { judgeCopies } from './scam-decisions.server.ts';
import { foldTally } from './tally.server.ts';
import { forgetTouches } from './touches.server.ts';

export const listingJobs = [
  defineJob({
    name: 'listings.photos',
    everyMs: 5_000,
    // New listings bring pictures.
    wake: CHANGE_CHANNEL,
    handler: (services, signal) => workOnPhotos(services, signal),
  }),
  defineJob({
    name: 'listings.photos-avif',
    everyMs: 10_000,
    handler: (services, signal) => workOnAvif(services, signal),
  }),
  defineJob({
    name: 'listings.expire',
    schedule: '15 4 * * *',
    handler: async ({ db, log }) => {
      const expired = await expireListings(db, clock.now());
      if (expired > 0) log.info({ expired }, 'annonces expirées, faute de confirmation');
    },
  }),
  // All confirmations are read: a few times a day, before the digest first.
  defineJob({
    name: 'listings.to-confirm',
    schedule: '10 6,10,14,18 * * *',
    handler: ({ db }) => recordListingsToConfirm(db, clock.now()),
  }),
  defineJob({
    name: 'listings.legal',
    everyMs: 60_000,
    exclusive: true,
    handler: dailyRejudging(),
  }),
  defineJob({
    name: 'listings.sweep-photos',
    schedule: '45 4 * * *',
    handler: async (services) => {
      await sweepPhotos(services);
    },
  }),
  defineJob({
    name: 'listings.properties',
    everyMs: 2_000,
    exclusive: true,
    wake: CHANGE_CHANNEL,
    handler: (services) => matchNextHomes(services.db, (ids) => judgeCopies(services, ids)),
  }),
  defineJob({
    name: 'listings.tally',
    everyMs: 10_000,
    handler: async ({ db }) => {
      await foldTally(db);
    },
  }),
  defineJob({
    name: 'listings.touches',
    everyMs: 600_000,
    handler: async ({ db }) => {
      await forgetTouches(db);
    },
  }),
];
