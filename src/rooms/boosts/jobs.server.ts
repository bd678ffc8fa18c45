import { CHANGE_CHANNEL } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { renewChanged } from './ad-versions.server.ts';
import { PUBLISHING_CHANNEL } from './boosts.server.ts';
import { followCourse, settleBoosts, stopUnshowable } from './course.server.ts';
import { readFigures } from './figures.server.ts';
import { publishNext } from './publishing.server.ts';

export const boostJobs = [
  defineJob({
    name: 'boosts.publish',
    everyMs: 15_000,
    exclusive: true,
    wake: PUBLISHING_CHANNEL,
    handler: publishNext,
  }),
  defineJob({
    name: 'boosts.stop',
    everyMs: 60_000,
    exclusive: true,
    // A listing that leaves or changes says so at once; the others, which were only on offer, within a minute.
    wake: CHANGE_CHANNEL,
    handler: async ({ db }) => {
      const now = clock.now();
      await stopUnshowable(db, now);
      await renewChanged(db, now);
    },
  }),
  defineJob({
    name: 'boosts.course',
    everyMs: 60_000,
    exclusive: true,
    handler: async ({ db }) => {
      const now = clock.now();
      await followCourse(db, now);
      await settleBoosts(db, now);
    },
  }),
  defineJob({
    name: 'boosts.figures',
    everyMs: 300_000,
    exclusive: true,
    handler: readFigures,
  }),
];
