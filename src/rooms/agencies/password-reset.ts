// Forgotten passwords of agencies: the same words for every address, and a link that works once.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { newPassword } from '#contract/fields.ts';
import { accountErrors, forgotPasswordSchema } from '#rooms/accounts/contract.ts';

export const agencyForgotPasswordCall = defineCall({
  method: 'POST',
  path: '/agence/forgot-password',
  access: 'all',
  tier: 'sensitive',
  summary: 'Demander un lien pour choisir un nouveau mot de passe d’agence',
  body: forgotPasswordSchema,
});

export const agencyResetPasswordCall = defineCall({
  method: 'POST',
  path: '/agence/reset-password',
  event: 'password.reset',
  access: 'token',
  tier: 'sensitive',
  summary: 'Choisir un nouveau mot de passe d’agence avec un lien reçu par courriel',
  body: z.object({
    token: z.string({ error: accountErrors.LINK_INVALID.message }).check(z.maxLength(200)),
    password: newPassword,
  }),
  errors: [accountErrors.LINK_INVALID],
});
