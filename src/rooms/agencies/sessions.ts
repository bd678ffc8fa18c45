// Sessions of agencies: they sign in, are recognised, change their password and sign out.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { loginPassword, newPassword } from '#contract/fields.ts';
import { accountErrors, loginSchema } from '#rooms/accounts/contract.ts';

/** What a browser keeps of the agency that is signed in (specification 3). */
export const storedAgencySchema = z.object({
  id: z.number(),
  ownerReference: z.string(),
  name: z.string(),
  email: z.string(),
});
export type StoredAgency = z.output<typeof storedAgencySchema>;

export const agencyLoginCall = defineCall({
  method: 'POST',
  path: '/agence/login',
  access: 'all',
  tier: 'sensitive',
  summary: 'Se connecter à l’espace d’une agence',
  body: loginSchema,
  answer: z.object({ agency: storedAgencySchema, authToken: z.string() }),
  errors: [accountErrors.INVALID_CREDENTIALS],
});

export const agencyCheckCall = defineCall({
  method: 'GET',
  path: '/agence/check',
  access: 'all',
  summary: 'Quelle agence est connectée',
  answer: z.object({
    isAuthenticated: z.boolean(),
    agency: z.nullable(storedAgencySchema),
    /** Said while an administrator looks at its space: this browser keeps nothing of it. */
    readOnly: z.optional(z.literal(true)),
  }),
});

/** Of the agency that is signed in; another one does not exist for it. */
export const agencyCall = defineCall({
  method: 'GET',
  path: '/agence/:id',
  access: 'agency',
  summary: 'L’agence connectée',
  params: z.object({ id: z.string() }),
  answer: storedAgencySchema,
  errors: [sharedErrors.NOT_FOUND],
});

export const agencyLogoutCall = defineCall({
  method: 'POST',
  path: '/agence/logout',
  access: 'all',
  summary: 'Se déconnecter de l’espace d’une agence',
});

export const agencyChangePasswordCall = defineCall({
  method: 'POST',
  path: '/agence/change-password',
  event: 'password.changed',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Changer le mot de passe de l’agence',
  body: z.object({ currentPassword: loginPassword, newPassword }),
  errors: [accountErrors.WRONG_PASSWORD],
});
