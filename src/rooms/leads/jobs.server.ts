import { clock } from '#platform/clock.server.ts';
import { defineJob } from '#platform/queue.server.ts';
import { followMails, forgetLeads } from './contact.server.ts';
import { notifyDepartures } from './departures.server.ts';
import { recordLeadsToFollow } from './follow-up.server.ts';
import { deliverLeads, forgetOldDeliveries } from './webhook.server.ts';
import { WEBHOOK_CHANNEL } from './webhook.ts';

export const leadJobs = [
  defineJob({
    name: 'leads.follow',
    everyMs: 1_000,
    exclusive: true,
    handler: followMails,
  }),
  defineJob({
    name: 'leads.tell-of-departures',
    everyMs: 60_000,
    exclusive: true,
    handler: notifyDepartures,
  }),
  defineJob({
    name: 'leads.follow-up',
    everyMs: 60_000,
    exclusive: true,
    handler: ({ db }) => recordLeadsToFollow(db, clock.now()),
  }),
  defineJob({
    name: 'leads.deliver',
    everyMs: 1_000,
    wake: WEBHOOK_CHANNEL,
    handler: deliverLeads,
  }),
  defineJob({
    name: 'leads.forget',
    schedule: '40 4 * * *',
    handler: async ({ db }) => {
      await forgetLeads(db);
      await forgetOldDeliveries(db);
    },
  }),
];
