import { CHANGE_CHANNEL } from '#platform/changes.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { endPauses, forgetUnconfirmedAlerts, sweepDeleted } from './alerts.server.ts';
import { columnsOf } from './matching/columns/keeping.server.ts';
import { forgetOldHits, matchNext, releaseForgotten } from './matching/matcher.server.ts';
import { DIGEST_CHANNEL } from './matching/matcher.ts';
import { notifyDueAlerts } from './telling/digest.server.ts';

export const alertJobs = [
  defineJob({
    name: 'alerts.match',
    everyMs: 500,
    exclusive: true,
    wake: CHANGE_CHANNEL,
    handler: (services) => matchNext(services.db, columnsOf(services)),
  }),
  defineJob({
    name: 'alerts.digest',
    everyMs: 1_000,
    exclusive: true,
    wake: DIGEST_CHANNEL,
    handler: notifyDueAlerts,
  }),
  defineJob({
    name: 'alerts.release-forgotten',
    schedule: '*/10 * * * *',
    handler: async ({ db, log }) => {
      const runs = await releaseForgotten(db);
      if (runs > 0) log.warn({ runs }, 'imports restés ouverts : leurs annonces sont envoyées sans attendre');
    },
  }),
  defineJob({
    name: 'alerts.end-pauses',
    schedule: '*/5 * * * *',
    handler: async ({ db }) => {
      await endPauses(db);
      await sweepDeleted(db);
    },
  }),
  defineJob({
    name: 'alerts.forget',
    schedule: '10 4 * * *',
    handler: async ({ db }) => {
      await forgetOldHits(db);
      await forgetUnconfirmedAlerts(db);
    },
  }),
];
