/**
 * Weekly: what an agency is mailed each Monday at 8 in Paris, of the week before.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { Figures } from './contract.ts';

export const weeklyErrors = defineErrors({
  WEEKLY_TOKEN_UNKNOWN: [
    404,
    'Ce lien ne dit plus rien\u00a0: réglez ce courriel depuis votre tableau de bord.',
  ],
});

export const weeklyChoiceCall = defineCall({
  method: 'PUT',
  path: '/agence/weekly-report',
  access: 'agency',
  summary: 'Recevoir ou non le point de la semaine, le lundi à 8 h',
  body: z.object({ wanted: z.boolean() }),
  answer: z.object({ wanted: z.boolean() }),
});

export const stopWeeklyCall = defineCall({
  method: 'POST',
  path: '/agence/weekly-report/unsubscribe',
  access: 'token',
  // Mail providers post for all their users from a few addresses.
  tier: 'often',
  form: true,
  // Where the mail itself sends the person who no longer wants it.
  page: () => `${paths.agencyDashboard()}#${WEEKLY_ANCHOR}`,
  summary: 'Arrêter le point de la semaine en un clic (RFC 8058) ; le redire ne change rien',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)) }),
  body: z.looseObject({}),
  answer: z.object({ stopped: z.literal(true) }),
  errors: [weeklyErrors.WEEKLY_TOKEN_UNKNOWN],
});

/** What one mail tells: a week in Paris, and the one before. */
export interface WeeklyReport {
  readonly agency: string;
  readonly ownerReference: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly monday: string;
  readonly sunday: string;
  readonly online: number;
  readonly views: Pair;
  readonly leads: Pair;
  readonly told: Pair;
  /** Median minutes to the first answer; null under three answers. */
  readonly answer: number | null;
  readonly top: Figures['top'];
  /** Now: requests that have waited for more than a day, listings to confirm. */
  readonly late: number;
  readonly toConfirm: number;
}

interface Pair {
  readonly now: number;
  readonly before: number;
}

/** Where the dashboard lets it be stopped: `#point-de-la-semaine`. */
export const WEEKLY_ANCHOR = 'point-de-la-semaine';
