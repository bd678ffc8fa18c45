/**
 * Administration: the login, the dashboard and what holds their pages together (specification 2, domain.md 4). Each
 * other page of administrators stands in the room that it administers.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';

/** Periods that the dashboard can be read over, in days. */
export const periods = [7, 30, 90, 365] as const;
export const PERIOD_DEFAULT = 30;

const daySchema = z.object({ day: z.string(), accounts: z.int(), agencies: z.int() });

/** The check of specification 7: any answer means that the credentials are right. */
export const registrationsCall = defineCall({
  method: 'GET',
  path: '/admin/dashboard/registrations',
  access: 'admin',
  summary: 'Inscriptions par jour, de particuliers et d’agences, le plus ancien jour d’abord',
  query: z.object({ days: z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(400)), 30) }),
  answer: z.object({ days: z.array(daySchema) }),
});

/** A number of each day, from the oldest. */
const series = z.array(z.object({ day: z.string(), value: z.number() }));
/** Over the period, and over as long before it. */
const figure = z.object({ now: z.number(), before: z.number(), series });

export const adminDashboardCall = defineCall({
  method: 'GET',
  path: '/admin/dashboard',
  access: 'admin',
  summary: 'Le tableau de bord des administrateurs',
  query: z.object({
    days: z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(400)), PERIOD_DEFAULT),
  }),
  answer: z.object({
    accounts: figure,
    agencies: figure,
    leads: figure,
    alerts: figure,
    mails: figure,
    /** Cents without VAT, credit notes taken off. */
    revenue: figure,
    /** As it stands now. */
    stock: z.object({
      agencies: z.int(),
      activeAgencies: z.int(),
      online: z.int(),
      refused: z.int(),
      waiting: z.int(),
      activeAlerts: z.int(),
    }),
    mail: z.object({
      /** Seconds between the request and the handover, half of the mails and 95 % of them; null: none was sent. */
      medianDelay: z.nullable(z.number()),
      longDelay: z.nullable(z.number()),
      waiting: z.int(),
      /** ISO, of the mail that has waited longest. */
      oldestWaiting: z.nullable(z.string()),
      sent: z.int(),
      bounced: z.int(),
      complaints: z.int(),
      setAside: z.int(),
    }),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        running: z.int(),
        failed: z.int(),
        oldest: z.nullable(z.string()),
      }),
    ),
    /** What needs a hand: how many, and since when (ISO). */
    todo: z.object({
      reports: z.object({ count: z.int(), urgent: z.int(), since: z.nullable(z.string()) }),
      appeals: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      claims: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      identities: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      reviews: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      imports: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      boosts: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      alarms: z.object({ count: z.int(), since: z.nullable(z.string()) }),
      messages: z.object({ count: z.int(), since: z.nullable(z.string()) }),
    }),
  }),
});
