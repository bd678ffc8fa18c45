// Discovery: an agency finds what is known of it, by its name, its town, its postal code or its SIREN.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';

/** So many at most: a person who looks for an agency knows more of it than one word. */
export const FOUND_MAX = 20;
/** A shorter name finds everything and nothing. */
export const QUERY_MIN = 2;
/** Before an account is made, so many that may be the same agency: one looks at them all. */
export const ALIKE_MAX = 5;
/** Longer queries are cut: no agency is called that. */
export const QUERY_MAX = 200;

const foundAgencySchema = z.object({
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

/** How what was typed was read. */
const understoodSchema = z.object({
  by: z.enum(['siren', 'postalCode', 'town', 'name', 'nameAndTown']),
  /** « 732829320 », « 34000 », « 34 », « Montpellier », or the words as they were typed. */
  said: z.string(),
  /** Nothing had to be forgiven. */
  exact: z.boolean(),
});
export type Understood = z.output<typeof understoodSchema>;

export const agencySearchCall = defineCall({
  method: 'GET',
  path: '/agence/search',
  access: 'all',
  summary: 'Chercher une agence par son nom, sa ville, son code postal ou son SIREN',
  query: z.object({ q: z._default(z.string().check(z.maxLength(QUERY_MAX)), '') }),
  answer: z.object({
    agencies: z.array(foundAgencySchema),
    /** There are others: say more. */
    more: z.boolean(),
    /** Null when there was nothing to look for. */
    understood: z.nullable(understoodSchema),
  }),
});

/** What a page that looks for an agency shows. */
export interface SoughtAgencies extends SearchAnswer {
  /** As typed; empty: nothing yet. */
  readonly asked: string;
  readonly agencies: readonly FoundAgency[];
  /** There are others. */
  readonly more: boolean;
}

/** The answer to a search in sentences. */
export interface SearchAnswer {
  /** How many there are, or that there is none. */
  readonly title: string;
  /** How what was typed was read, or what to try next. */
  readonly words: string;
  /** None was found, and its account may be made. */
  readonly offer: boolean;
}

/** Before an account is made: the agencies that it may already be. */
export const alikeAgenciesCall = defineCall({
  method: 'GET',
  path: '/agence/search/alike',
  access: 'all',
  summary: 'Les agences déjà connues qui ressemblent à celle qui va s’inscrire',
  query: z.object({
    name: z._default(z.string().check(z.maxLength(QUERY_MAX)), ''),
    /** A town or a postal code. */
    town: z._default(z.string().check(z.maxLength(QUERY_MAX)), ''),
    siren: z._default(z.string().check(z.maxLength(QUERY_MAX)), ''),
  }),
  answer: z.object({ agencies: z.array(foundAgencySchema) }),
});
