// View: an administrator reads the space of an agency as that agency does, and changes nothing of it (domain.md 4).
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';

/** Minutes that a view lasts: then the browser is what it was. */
export const VIEW_MINUTES = 15;

export const viewErrors = defineErrors({
  READ_ONLY_VIEW: [
    403,
    'Vous consultez cet espace en lecture seule\u00a0: rien ne peut y être changé. Quittez la consultation pour agir.',
  ],
  AGENCY_WITHOUT_SPACE: [409, 'Cette agence n’a pas ouvert d’espace\u00a0: il n’y a rien à consulter.'],
});

export const openViewCall = defineCall({
  method: 'POST',
  path: '/admin/agencies/:id/view',
  access: 'admin',
  summary: 'Consulter l’espace d’une agence en lecture seule, dans ce navigateur et pour un quart d’heure',
  params: z.object({ id: z.string() }),
  answer: z.object({
    ownerReference: z.string(),
    /** ISO. */
    until: z.string(),
  }),
  errors: [sharedErrors.NOT_FOUND, viewErrors.AGENCY_WITHOUT_SPACE],
});

/** Twice is once: a browser that views no space is told the same. */
export const endViewCall = defineCall({
  method: 'POST',
  path: '/admin/view/end',
  access: 'admin',
  summary: 'Quitter l’espace consulté en lecture seule',
});

/** What the pages of a viewed space say of it. */
export interface View {
  readonly agencyId: number;
  readonly name: string;
  /** ISO. */
  readonly until: string;
}
