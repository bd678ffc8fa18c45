// Discovery: an agency finds what is known of it, by its name, its postal code or its SIREN.
// Owns what its room owns.
// Announces nothing.
import * as z from 'zod/mini';
import { defineCall } from '../../../contract/call.ts';

/** So many at most: whoever looks for an agency knows more of it than one word. */
export const FOUND_MAX = 20;
/** A shorter name finds everything and nothing. */
export const QUERY_MIN = 2;

export const foundAgencySchema = z.object({
  ownerReference: z.string(),
  name: z.string(),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  siren: z.nullable(z.string()),
  /** On line. */
  listings: z.number(),
  /** It has a space already. */
  registered: z.boolean(),
});
export type FoundAgency = z.output<typeof foundAgencySchema>;

export const agencySearchCall = defineCall({
  method: 'GET',
  path: '/agence/search',
  access: 'all',
  summary: 'Chercher une agence par son nom, son code postal ou son SIREN',
  query: z.object({ q: z._default(z.string().check(z.maxLength(200)), '') }),
  answer: z.object({
    agencies: z.array(foundAgencySchema),
    /** There are others: say more. */
    more: z.boolean(),
  }),
});
