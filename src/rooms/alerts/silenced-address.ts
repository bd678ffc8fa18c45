/**
 * Address: whether mail still goes to the address of somebody's alerts, and how they have it go there again.
 * The mail room keeps which addresses refuse mail.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';

export const addressErrors = defineErrors({
  ADDRESS_SET_ASIDE: [
    409,
    'Nous avons déjà réessayé cette adresse il y a peu, et elle refuse toujours nos courriels. Changez d’adresse, ou écrivez-nous.',
  ],
});

/** Days between two times that an owner has their address tried again. */
export const RETRY_DAYS = 7;

export const silencedSchema = z.object({
  address: z.string(),
  reason: z.enum(['bounces', 'complaint', 'operator']),
  /** Its owner may have it tried again now. */
  canRetry: z.boolean(),
});
export type Silenced = z.output<typeof silencedSchema>;

export const restoreAddressCall = defineCall({
  method: 'POST',
  path: '/alerts/address',
  access: 'user',
  summary: 'Recevoir de nouveau les courriels à mon adresse, après des retours ou une plainte',
  answer: z.object({
    /** Null when nothing held it back. */
    address: z.nullable(z.string()),
  }),
  errors: [addressErrors.ADDRESS_SET_ASIDE],
});
