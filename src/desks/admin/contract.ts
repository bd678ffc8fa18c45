/**
 * Administration: the login, the dashboard and what holds their pages together (specification 2, domain.md 4). Each
 * other page of administrators stands in the room that it administers.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { reasonSchema, serviceSwitchSchema, switchingSchema } from '#rooms/administrators/contract.ts';
import { paymentErrors } from '#rooms/payments/contract.ts';
import { queueNames } from './service.ts';
import { todoKinds } from './todo.ts';

/** Periods that the dashboard can be read over, in days. */
export const periods = [7, 30, 90, 365] as const;
export const PERIOD_DEFAULT = 30;
/** Days that any call may be asked for. */
const DAYS_MAX = 400;
const days = z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DAYS_MAX)), PERIOD_DEFAULT);

const daySchema = z.object({ day: z.string(), accounts: z.int(), agencies: z.int() });

/** The check of specification 7: any answer means that the credentials are right. */
export const registrationsCall = defineCall({
  method: 'GET',
  path: '/admin/dashboard/registrations',
  access: 'admin',
  summary: 'Inscriptions par jour, de particuliers et d’agences, le plus ancien jour d’abord',
  query: z.object({ days }),
  answer: z.object({ days: z.array(daySchema) }),
});

/** A number for each day of a period, their sum, and that of as long before; null: nothing is left of it. */
const figureSchema = z.object({
  now: z.number(),
  before: z.nullable(z.number()),
  series: z.array(z.object({ day: z.string(), value: z.number() })),
});
export type Figure = z.output<typeof figureSchema>;

const queueSchema = z.object({
  name: z.enum(queueNames),
  waiting: z.int(),
  running: z.int(),
  /** ISO, since when the oldest one waits. */
  oldest: z.nullable(z.string()),
});
export type Queue = z.output<typeof queueSchema>;

const todoSchema = z.object({
  kind: z.enum(todoKinds),
  count: z.int(),
  /** Of them, those that come first. */
  urgent: z.int(),
  /** ISO, of the oldest one. */
  since: z.nullable(z.string()),
  /** When one was last done, and by whom; null: never, or nothing is audited of it. */
  last: z.nullable(z.object({ at: z.string(), by: z.string() })),
});
export type TodoLine = z.output<typeof todoSchema>;

const dashboardSchema = z.object({
  /** ISO, when it was read. */
  at: z.string(),
  /** What needs a hand, in the order in which it is looked at. */
  todo: z.array(todoSchema),
  figures: z.object({
    accounts: figureSchema,
    agencies: figureSchema,
    leads: figureSchema,
    alerts: figureSchema,
    mails: figureSchema,
    /** Cents without VAT, credit notes taken off. */
    revenue: figureSchema,
  }),
  /** As it stands now. */
  stock: z.object({
    agencies: z.int(),
    /** With an open space, neither suspended nor gone. */
    activeAgencies: z.int(),
    /** Homes: a home that several agencies show is one. */
    online: z.int(),
    refused: z.int(),
    waiting: z.int(),
    suspended: z.int(),
    activeAlerts: z.int(),
  }),
  mail: z.object({
    /** Seconds from the moment a mail of the last 24 hours was due: half of them left within, 95 % within; null: none left. */
    medianDelay: z.nullable(z.number()),
    longDelay: z.nullable(z.number()),
    /** Over the period: mails that were refused, addresses that bounced, and those that complained. */
    failed: z.int(),
    bounced: z.int(),
    complaints: z.int(),
    /** Addresses that nothing is sent to, in all. */
    setAside: z.int(),
  }),
  queues: z.array(queueSchema),
  switches: z.array(serviceSwitchSchema),
  /** Scheduled tasks whose last runs were given up. */
  failingTasks: z.int(),
});
export type Dashboard = z.output<typeof dashboardSchema>;

export const adminDashboardCall = defineCall({
  method: 'GET',
  path: '/admin/dashboard',
  access: 'admin',
  summary: 'Ce qui attend les administrateurs, les chiffres par jour, l’état des services',
  query: z.object({ days }),
  answer: dashboardSchema,
});

const moment = z.nullable(z.string());

const serviceSchema = z.object({
  at: z.string(),
  switches: z.array(serviceSwitchSchema),
  queues: z.array(queueSchema),
  /** What comes back at an hour, by name. */
  tasks: z.array(
    z.object({
      name: z.string(),
      /** In Paris time. */
      cron: z.string(),
      waiting: z.int(),
      running: z.int(),
      /** Runs given up since the last one that ended well. */
      failed: z.int(),
      /** ISO; runs older than seven days are forgotten. */
      doneAt: moment,
      failedAt: moment,
      error: z.nullable(z.string()),
    }),
  ),
  /** Payments that a person must look at, the oldest first. */
  alarms: z.array(
    z.object({
      reference: z.string(),
      agency: z.nullable(z.string()),
      /** Cents with VAT, and what is owed back. */
      gross: z.int(),
      owed: z.int(),
      createdAt: z.string(),
      lines: z.array(z.object({ says: z.string(), todo: z.nullable(z.string()) })),
    }),
  ),
});
export type Service = z.output<typeof serviceSchema>;

export const adminServiceCall = defineCall({
  method: 'GET',
  path: '/admin/service',
  access: 'admin',
  summary: 'Ce qui est ouvert ou fermé, ce qui attend, quand chaque tâche a passé, les paiements à regarder',
  answer: serviceSchema,
});

export const switchServiceCall = defineCall({
  method: 'PATCH',
  path: '/admin/service/:room',
  access: 'admin',
  summary: 'Ferme un service avec les mots que les visiteurs lisent, ou le rouvre',
  params: z.object({ room: z.string() }),
  body: switchingSchema,
  answer: z.object({ switch: serviceSwitchSchema, changed: z.boolean() }),
  errors: [sharedErrors.NOT_FOUND],
});

export const seenAlarmCall = defineCall({
  method: 'PATCH',
  path: '/admin/payment-alarms/:reference',
  access: 'admin',
  summary: 'Dit qu’un paiement a été regardé, et ce qui en a été fait',
  params: z.object({ reference: z.string() }),
  body: z.object({ reason: reasonSchema }),
  errors: [paymentErrors.ORDER_UNKNOWN],
});
