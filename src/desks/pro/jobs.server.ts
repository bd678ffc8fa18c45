import { defineJob } from '#platform/queue.server.ts';
import { JUDGE_CHANNEL } from '#rooms/agencies/identity/rules.server.ts';
import { judgeChanged } from './identity/rules.server.ts';

export const proJobs = [
  defineJob({
    name: 'pro.judge-changed',
    everyMs: 10_000,
    wake: JUDGE_CHANNEL,
    exclusive: true,
    handler: judgeChanged,
  }),
];
