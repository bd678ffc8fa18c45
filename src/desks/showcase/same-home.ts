/**
 * Sameness: « ce n’est pas le même bien », said by somebody with an account and taken back by them (domain.md F3).
 * Separations are kept by listings, for ever, with who said so.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';

/** Words of nobody: what is kept for ever holds nothing that somebody typed. */
export const differences = {
  floor: 'Ce n’est pas le même étage',
  layout: 'Ce n’est pas le même plan ou la même surface',
  photos: 'Les photos montrent un autre logement',
  place: 'Ce n’est pas le même endroit',
  other: 'C’est un autre bien, pour une autre raison',
} as const;
export type Difference = keyof typeof differences;

/** In a day, by one account. */
export const SEPARATIONS_PER_DAY = 10;

export const samenessErrors = defineErrors({
  SEPARATION_UNPROVEN: [
    403,
    'Confirmez d’abord votre adresse e-mail\u00a0: le lien est dans le courriel de bienvenue.',
  ],
  SEPARATION_NOT_TOGETHER: [409, 'Ces deux annonces ne sont pas réunies.'],
});

const both = z.object({ id: z.string(), other: z.string() });

export const separateCall = defineCall({
  method: 'PUT',
  path: '/listings/:id/separations/:other',
  access: 'user',
  tier: 'sensitive',
  summary: 'Dit que deux annonces réunies ne montrent pas le même bien ; elles sont séparées aussitôt',
  params: both,
  body: z.object({ difference: z.enum(Object.keys(differences) as Difference[], 'Choisissez une raison') }),
  errors: [
    sharedErrors.NOT_FOUND,
    sharedErrors.RATE_LIMIT_EXCEEDED,
    samenessErrors.SEPARATION_UNPROVEN,
    samenessErrors.SEPARATION_NOT_TOGETHER,
  ],
});

export const joinAgainCall = defineCall({
  method: 'DELETE',
  path: '/listings/:id/separations/:other',
  access: 'user',
  summary: 'Reprend ce que l’on a dit : les deux annonces peuvent de nouveau être le même bien',
  params: both,
  errors: [sharedErrors.NOT_FOUND],
});
