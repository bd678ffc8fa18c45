/**
 * Ledger: of all that an alert found, what was sent, what was set aside and why (domain.md F1).
 */

import * as z from 'zod/mini';

/** Why something found was not sent. */
export const skipReasons = {
  rejected: 'écartée par vous',
  sameHome: 'même logement qu’une annonce déjà envoyée',
  gone: 'retirée avant l’envoi',
  changed: 'ne correspondait plus au moment de l’envoi',
  known: 'déjà comprise dans un courriel',
  undone: 'baisse annulée avant l’envoi',
  event: 'événement que l’alerte ne suit pas',
  threshold: 'baisse plus petite que demandé',
  elsewhere: 'partie d’une agence, encore en ligne chez une autre',
  back: 'revenue en ligne avant l’envoi',
  withheld: 'départ dont la raison n’est pas publique',
} as const;
export type SkipReason = keyof typeof skipReasons;

/** For how long what was set aside, and what alerts and listings said, is remembered (days). */
export const DETAIL_DAYS = 90;

/** Finds are remembered this long (days). */
export const LEDGER_DAYS = 30;

/** Of the listings found in 30 days: `found` is the sum of the others. */
export const ledgerSchema = z.object({
  found: z.int(),
  sent: z.int(),
  /** For the next mail. */
  waiting: z.int(),
  /** In French, with their number. */
  aside: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type Ledger = z.output<typeof ledgerSchema>;
