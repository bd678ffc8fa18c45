import { bind } from '#platform/api.server.ts';
import { reportCall } from './contract.ts';
import { receiveReport } from './reports.server.ts';

export const reportsApi = [
  bind(reportCall, async ({ params, body }, { actor, ip, db, env, say }) => {
    const received = await receiveReport({ db, env }, params.id, body, { actor, ip });
    say('Votre signalement est reçu.');
    return received;
  }),
];
