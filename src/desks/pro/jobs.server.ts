import { defineJob } from '#platform/queue.server.ts';
import { JUDGE_CHANNEL } from '#rooms/agencies/identity.server.ts';
import { judgeChanged } from './agency-profile.server.ts';

export const proJobs = [
  defineJob({
    name: 'pro.judge-changed',
    everyMs: 10_000,
    wake: JUDGE_CHANNEL,
    exclusive: true,
    handler: judgeChanged,
  }),
];
