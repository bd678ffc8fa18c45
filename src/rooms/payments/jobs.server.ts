import { defineJob } from '#platform/queue.server.ts';
import { creditSettledBoosts } from './credits.server.ts';
import { reconcileOrders } from './reconciliation.server.ts';
import { payRefunds } from './refunds.server.ts';

export const paymentJobs = [
  defineJob({
    name: 'payments.reconcile',
    everyMs: 15_000,
    exclusive: true,
    handler: reconcileOrders,
  }),
  defineJob({
    name: 'payments.credit',
    everyMs: 15_000,
    exclusive: true,
    handler: creditSettledBoosts,
  }),
  defineJob({
    name: 'payments.refund',
    everyMs: 5_000,
    handler: payRefunds,
  }),
];
