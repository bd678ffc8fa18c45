/**
 * Pair: two people who search together, each with their own alert; each sees what the other keeps and rejects.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { email } from '#contract/fields.ts';
import { NBSP } from '#contract/fmt.ts';
import { alertErrors } from '../contract.ts';

export const pairErrors = defineErrors({
  PAIR_EXISTS: [409, 'Cette alerte se cherche déjà à deux.'],
  PAIR_NOT_READY: [
    409,
    'Activez d’abord cette alerte\u00a0: on ne cherche à deux qu’avec une alerte qui veille.',
  ],
});

const pairSchema = z.nullable(
  z.object({
    /** invited: the other has not said yes yet; silent: the other alert is stopped or deleted for now. */
    state: z.enum(['invited', 'together', 'silent']),
    /** « Paul », or an address half hidden. */
    name: z.string(),
    invitedAt: z.string(),
  }),
);
export type Pair = z.output<typeof pairSchema>;

/** What the other one makes of a listing. */
export const otherSchema = z.object({
  name: z.string(),
  verdict: z.nullable(z.enum(['keep', 'reject'])),
  /** Their criteria that it does not meet, in French. */
  failed: z.array(z.string()),
});
export type PartnerVerdict = z.output<typeof otherSchema>;

/** « Paul l’a retenue », « Hors des critères de Paul : prix maximum », « Correspond aussi à Paul ». */
export function partnerText({ name, verdict, failed }: PartnerVerdict): string {
  if (verdict === 'keep') return `${name} l’a retenue`;
  if (verdict === 'reject') return `${name} l’a écartée`;
  return failed.length > 0
    ? `Hors des critères de ${name}${NBSP}: ${failed.join(', ')}`
    : `Correspond aussi à ${name}`;
}

const own = { params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }) } as const;

export const inviteCall = defineCall({
  method: 'POST',
  path: '/alerts/:id/pair',
  access: 'user',
  tier: 'sensitive',
  summary: 'Inviter quelqu’un à chercher à deux ; la réponse est la même quoi qu’on sache de l’adresse',
  ...own,
  body: z.object({ email }),
  answer: z.object({ pair: pairSchema }),
  errors: [alertErrors.ALERT_NOT_FOUND, pairErrors.PAIR_EXISTS, pairErrors.PAIR_NOT_READY],
});

export const leavePairCall = defineCall({
  method: 'DELETE',
  path: '/alerts/:id/pair',
  access: 'user',
  tier: 'write',
  summary: 'Ne plus chercher à deux, ou reprendre une invitation ; chacun garde son alerte',
  ...own,
  answer: z.object({ pair: pairSchema }),
  errors: [alertErrors.ALERT_NOT_FOUND],
});
