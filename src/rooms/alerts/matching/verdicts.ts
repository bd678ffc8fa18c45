/**
 * Verdicts: what the reader of an alert keeps and rejects of what it found, and why.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { alertErrors } from '../contract.ts';

/** Why a listing is not for its reader. */
export const rejectReasons = {
  price: 'Trop cher',
  place: 'Mal situé',
  size: 'Trop petit',
  condition: 'État',
  known: 'Déjà vu',
  other: 'Autre',
} as const;
export type RejectReason = keyof typeof rejectReasons;

export const rejectReason = z.enum(Object.keys(rejectReasons) as [RejectReason, ...RejectReason[]]);

const verdictSchema = z.object({
  listing: z.int().check(z.positive()),
  /** `none` takes back what was said before. */
  verdict: z.enum(['keep', 'reject', 'none']),
  /** Of a rejection. */
  reason: z.optional(rejectReason),
  /** Of a mail of the alert (`/desinscription?token=`), for the person who is not logged in. */
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
});
export type Verdict = z.output<typeof verdictSchema>;

export const verdictCall = defineCall({
  method: 'POST',
  path: '/alerts/:id/verdicts',
  access: 'token',
  tier: 'write',
  summary: 'Garder ou écarter une annonce trouvée, ou revenir dessus ; écartée, elle n’est plus envoyée',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  body: verdictSchema,
  answer: z.object({
    listing: z.int(),
    verdict: z.nullable(z.enum(['keep', 'reject'])),
    reason: z.nullable(rejectReason),
  }),
  errors: [alertErrors.ALERT_NOT_FOUND, sharedErrors.NOT_FOUND, sharedErrors.LOGIN_REQUIRED],
});
