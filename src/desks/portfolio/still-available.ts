/**
 * Still available: an agency confirms its listings from a mail, without a session (domain.md, F5).
 */
import { defineErrors } from '#contract/errors.ts';

export const stillAvailableErrors = defineErrors({
  STILL_AVAILABLE_UNKNOWN: [404, 'Ce lien n’est pas valable.'],
  STILL_AVAILABLE_EXPIRED: [410, 'Ce lien a expiré. Confirmez vos annonces depuis votre espace.'],
});

export interface AskedListing {
  readonly id: number;
  readonly reference: string;
  readonly title: string;
}

/** What a link asks, as its page says it before anything is pressed. */
export interface StillAvailable {
  /** Its name. */
  readonly agency: string;
  readonly ownerReference: string;
  /** waiting: asks; already: nothing is left to confirm; gone: its listing is off line for another reason; expired: too late. */
  readonly state: 'waiting' | 'already' | 'gone' | 'expired';
  /** Every listing asked about on one day, not one of them. */
  readonly all: boolean;
  /** Those that still wait. */
  readonly listings: readonly AskedListing[];
  /** Of a link to one listing. */
  readonly one: (AskedListing & { readonly gone: boolean; readonly confirmedAt: string | null }) | null;
}
