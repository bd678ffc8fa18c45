// Exclusion: an agency chooses not to be published here, by a link mailed to the address on file and to no other.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';

/** Links that anybody may have mailed to one agency in a day (security.md, threat 22). */
export const EXCLUSION_MAILS_PER_DAY = 3;
/** Woken when a link was asked for. */
export const EXCLUSION_CHANNEL = 'vigie_agency_exclusion';

export const agencyExclusionCall = defineCall({
  method: 'POST',
  path: '/agence/exclusion',
  access: 'all',
  tier: 'sensitive',
  summary: 'Demander, à l’adresse connue d’une agence, le lien qui retire ses annonces',
  body: z.object({
    ownerReference: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  }),
});
