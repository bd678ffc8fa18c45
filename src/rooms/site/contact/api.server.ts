import { bind } from '../../../platform/api.server.ts';
import { contactCall } from './contract.ts';
import { receiveMessage } from './rules.server.ts';

export const contactApi = [
  bind(contactCall, async ({ body }, { actor, ip, db, env }) =>
    receiveMessage({ db, env }, body, { actor, ip }),
  ),
];
