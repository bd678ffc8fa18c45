// Requests: what administrators answer in the place of agencies (who asks for the space of a known one), and who left by choice.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { agencyErrors } from './contract.ts';
import { joiningErrors } from './registration.ts';

export const REQUESTS_PAGE = 50;

export const claimStates = {
  waiting: 'En attente',
  opened: 'Espace ouvert',
  refused: 'Refusée',
} as const;
export type ClaimState = keyof typeof claimStates;
const claimStateSchema = z.enum(Object.keys(claimStates) as [ClaimState, ...ClaimState[]]);

export const claimErrors = defineErrors({
  CLAIM_UNKNOWN: [404, 'Aucune demande n’attend sous ce numéro\u00a0: elle a peut-être déjà sa réponse.'],
});

const claimSchema = z.object({
  id: z.int(),
  agencyId: z.int(),
  ownerReference: z.string(),
  agency: z.string(),
  agencySiren: z.nullable(z.string()),
  /** Without one, nobody but an administrator can answer. */
  agencyEmail: z.nullable(z.string()),
  /** As whoever asks typed them. */
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  siren: z.nullable(z.string()),
  town: z.nullable(z.string()),
  software: z.nullable(z.string()),
  state: claimStateSchema,
  /** ISO: when its address answered, and when the claim was answered. */
  provenAt: z.string(),
  settledAt: z.nullable(z.string()),
});
export type ShownClaim = z.output<typeof claimSchema>;

const claimWords = { state: z.optional(claimStateSchema) };

export const claimsCall = defineCall({
  method: 'GET',
  path: '/admin/claims',
  access: 'admin',
  summary:
    'Qui demande l’espace d’une agence connue\u00a0: les plus anciennes d’abord tant qu’elles attendent',
  query: z.object({
    ...claimWords,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({ claims: z.array(claimSchema), next: z.nullable(z.int()) }),
});

export const claimsCsvCall = defineCall({
  method: 'GET',
  path: '/admin/claims.csv',
  access: 'admin',
  summary: 'Les mêmes demandes, toutes, pour un tableur',
  query: z.object(claimWords),
  file: 'text/csv; charset=utf-8',
});

export const decideClaimCall = defineCall({
  method: 'PATCH',
  path: '/admin/claims/:id',
  access: 'admin',
  summary: 'Ouvrir l’espace d’une agence à qui le demande, ou le lui refuser',
  params: z.object({ id: z.string() }),
  body: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('opened') }),
    z.object({ outcome: z.literal('refused'), reason: reasonSchema }),
  ]),
  errors: [
    claimErrors.CLAIM_UNKNOWN,
    accountErrors.LINK_INVALID,
    joiningErrors.AGENCY_HAS_SPACE,
    joiningErrors.AGENCY_ACCOUNT_EXISTS,
  ],
});

const exclusionSchema = z.object({
  agencyId: z.int(),
  ownerReference: z.string(),
  name: z.string(),
  /** `YYYY-MM-DD`. */
  excludedOn: z.string(),
  /** By the link mailed to the agency; else an administrator chose in its place. */
  byAgency: z.boolean(),
  /** Listings that left the line then, where it is known. */
  removed: z.nullable(z.int()),
});
export type ShownExclusion = z.output<typeof exclusionSchema>;

export const exclusionsCall = defineCall({
  method: 'GET',
  path: '/admin/exclusions',
  access: 'admin',
  summary: 'Les agences qui ont choisi de ne plus être diffusées, les dernières d’abord',
  query: z.object({ apres: z.optional(z.string().check(z.maxLength(40))) }),
  answer: z.object({ exclusions: z.array(exclusionSchema), next: z.nullable(z.string()) }),
});

export const exclusionsCsvCall = defineCall({
  method: 'GET',
  path: '/admin/exclusions.csv',
  access: 'admin',
  summary: 'Les mêmes agences, toutes, pour un tableur',
  file: 'text/csv; charset=utf-8',
});

export const decideExclusionCall = defineCall({
  method: 'PUT',
  path: '/admin/exclusions/:ownerReference',
  access: 'admin',
  summary: 'Retirer une agence à sa demande, ou la laisser revenir',
  params: z.object({ ownerReference: z.string().check(z.maxLength(100)) }),
  body: z.object({ excluded: z.boolean(), reason: reasonSchema }),
  errors: [agencyErrors.AGENCY_UNKNOWN],
});
