import { defineJob } from '#platform/queue.server.ts';
import { logAlarms } from './alarms.server.ts';
import { creditSettledBoosts } from './credits.server.ts';
import { renderMissingInvoices } from './invoices.server.ts';
import { INVOICE_CHANNEL } from './invoices.sql.server.ts';
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
    name: 'payments.invoice',
    everyMs: 15_000,
    wake: INVOICE_CHANNEL,
    handler: renderMissingInvoices,
  }),
  defineJob({
    name: 'payments.refund',
    everyMs: 5_000,
    handler: payRefunds,
  }),
  defineJob({
    name: 'payments.alarms',
    everyMs: 60_000,
    exclusive: true,
    handler: logAlarms,
  }),
];
