import { defineJob } from '#platform/queue.server.ts';
import { answerForgotten, forgetLinks } from './account-links.server.ts';
import { forgetExpiredSessions } from './accounts.server.ts';
import { RESET_CHANNEL } from './contract.ts';
import { forgetEmailChanges } from './email-change.server.ts';
import { forgetSpentTokens } from './google.server.ts';
import { forgetAttempts } from './login-attempts.server.ts';

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
