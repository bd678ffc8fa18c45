// Identity: the profile of the agency that is signed in, what the law still asks of it, and its choice to leave.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';
import { profileSchema } from '#rooms/agencies/identity.ts';
import { storedAgencySchema } from '#rooms/agencies/sessions.ts';
import { completenessSchema, lackSchema } from './contract.ts';

export const agencyProfileCall = defineCall({
  method: 'PUT',
  path: '/agence/profile',
  access: 'agency',
  summary: 'Changer le profil de l’agence : coordonnées et identité ; ce qui n’est pas dit reste',
  body: profileSchema,
  answer: z.object({
    agency: storedAgencySchema,
    lacks: z.array(lackSchema),
    completeness: completenessSchema,
    /** An address for leads that a link was mailed to: it counts once it has answered. */
    contactAsked: z.nullable(z.string()),
    /** No mail goes to the agency, not even of a lead: it has none of the addresses it chose. */
    unreachable: z.boolean(),
    /** Listings that came on line and that left it; null: they are still being judged. */
    listings: z.nullable(z.object({ published: z.number(), left: z.number() })),
  }),
});

/** Here because it takes listings off line: agencies know none. */
export const agencyExclusionConfirmCall = defineCall({
  method: 'POST',
  path: '/agence/exclusion/confirm',
  access: 'token',
  tier: 'sensitive',
  summary: 'Retirer les annonces d’une agence, et refuser ses flux, avec un lien reçu par courriel',
  body: z.object({
    token: z.string({ error: accountErrors.LINK_INVALID.message }).check(z.maxLength(200)),
  }),
  answer: z.object({
    agency: z.string(),
    /** `YYYY-MM-DD`, in Paris. */
    on: z.string(),
    /** Listings that were on line. */
    removed: z.number(),
  }),
  errors: [accountErrors.LINK_INVALID],
});
