import { defineJob } from '#platform/queue.server.ts';
import { forgetAttempts } from './attempts/rules.server.ts';
import { RESET_CHANNEL } from './contract.ts';
import { forgetEmailChanges } from './email-change/rules.server.ts';
import { forgetSpentTokens } from './google/rules.server.ts';
import { answerForgotten, forgetLinks } from './links/rules.server.ts';
import { forgetExpiredSessions } from './rules.server.ts';

export const accountJobs = [
  defineJob({
    name: 'accounts.answer-forgotten',
    everyMs: 5_000,
    wake: RESET_CHANNEL,
    handler: (services) => answerForgotten(services),
  }),
  defineJob({
    name: 'accounts.expire-sessions',
    schedule: '40 3 * * *',
    async handler({ db }) {
      await forgetExpiredSessions(db);
      await forgetLinks(db);
      await forgetAttempts(db);
      await forgetSpentTokens(db);
      await forgetEmailChanges(db);
    },
  }),
];
