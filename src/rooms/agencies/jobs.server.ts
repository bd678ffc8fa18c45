import { defineJob } from '#platform/queue.server.ts';
import { answerExclusion } from './exclusion.server.ts';
import { EXCLUSION_CHANNEL } from './exclusion.ts';
import { sweepLogos } from './logo.server.ts';
import { forgetAgencyLinks } from './password-reset.server.ts';
import { answerLinkRequest, forgetRegistrations } from './registration.server.ts';
import { ASKED_CHANNEL } from './registration.ts';
import { forgetAgencySessions } from './sessions.server.ts';

export const agencyJobs = [
  defineJob({
    name: 'agencies.answer-exclusions',
    everyMs: 5_000,
    wake: EXCLUSION_CHANNEL,
    handler: (services) => answerExclusion(services),
  }),
  defineJob({
    name: 'agencies.answer-asked',
    everyMs: 5_000,
    wake: ASKED_CHANNEL,
    handler: (services) => answerLinkRequest(services),
  }),
  defineJob({
    name: 'agencies.sweep-logos',
    schedule: '50 3 * * *',
    handler: async (services) => {
      await sweepLogos(services);
    },
  }),
  defineJob({
    name: 'agencies.expire-sessions',
    schedule: '45 3 * * *',
    async handler({ db }) {
      await forgetAgencySessions(db);
      await forgetAgencyLinks(db);
      await forgetRegistrations(db);
    },
  }),
];
