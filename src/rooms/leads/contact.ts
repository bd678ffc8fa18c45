/**
 * Contact: what a form sends to an agency, about a listing or from its page (specification 3 and 5), checked alike on both sides.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { emailMessages, leadContact, leadMessages, nameMessages } from '#contract/fields.ts';
import { phoneMessages } from '#contract/phone.ts';
import { serviceErrors } from '#rooms/administrators/switches.ts';
import { leadErrors } from './contract.ts';
import { agencyRequests, contactRequests } from './requests.ts';

/** The fields of specification 3, and what a caller may add. */
const contactWith = <const Request extends string>(requests: readonly Request[]) =>
  z.intersection(
    leadContact,
    z.object({
      /** « Information » when it is not said. */
      request: z.optional(z.enum(requests)),
      /** Left empty by people: the field is not shown. */
      website: z.optional(z.string().check(z.maxLength(500))),
      /** Of the advertisement whose link led to the page: `?boost=`. A link that was cut loses no request. */
      boost: z.optional(z.catch(z.string().check(z.regex(/^[\w.-]{1,200}$/)), '')),
      /** Milliseconds between the page and its sending, as the page says. */
      elapsed: z.optional(z.number()),
    }),
  );
export const contactSchema = contactWith(contactRequests);
export const agencyContactSchema = contactWith(agencyRequests);
export type Contact = z.output<typeof contactSchema> | z.output<typeof agencyContactSchema>;

const sentSchema = z.object({
  /**
   * `already`: the same person had sent the same request within a day; said to a signed-in person known to be that one,
   * never to somebody who only typed the address. `held`: the same client repeats itself; the request waits in the
   * inbox of the agency, which no mail tells of it.
   */
  state: z.enum(['sent', 'already', 'held']),
  /** ISO 8601, UTC. */
  sentAt: z.string(),
  /** A receipt goes to the address, or has when the same request was sent twice. */
  receipt: z.boolean(),
  /** `inbox`: no mail goes to the agency, which reads it when it signs in. */
  delivery: z.enum(['mail', 'inbox']),
  /** It looks sent by a program: the agency reads why with the request. */
  marked: z.boolean(),
});
export type ContactAnswer = z.output<typeof sentSchema>;

export const sendLeadCall = defineCall({
  method: 'POST',
  path: '/listings/:id/leads',
  access: 'all',
  tier: 'sensitive',
  summary: 'Écrire à l’agence d’une annonce en ligne ; la même deux fois en un jour ne fait qu’une demande',
  params: z.object({ id: z.string() }),
  body: contactSchema,
  answer: sentSchema,
  errors: [leadErrors.LEAD_LISTING_UNKNOWN, serviceErrors.SERVICE_CLOSED, sharedErrors.RATE_LIMIT_EXCEEDED],
});

/** Not below `/agence`, where only the session of an agency is read. */
export const sendAgencyLeadCall = defineCall({
  method: 'POST',
  path: '/agencies/:ownerReference/leads',
  access: 'all',
  tier: 'sensitive',
  summary: 'Écrire à une agence, sans annonce ; la même deux fois en un jour ne fait qu’une demande',
  params: z.object({ ownerReference: z.string() }),
  body: agencyContactSchema,
  answer: sentSchema,
  errors: [leadErrors.LEAD_AGENCY_UNKNOWN, serviceErrors.SERVICE_CLOSED, sharedErrors.RATE_LIMIT_EXCEEDED],
});

/** The fields that are asked, and what a person calls them. */
const required: Readonly<Record<string, readonly [name: string, words: string]>> = {
  firstName: ['prénom', nameMessages.firstName.required],
  lastName: ['nom', nameMessages.lastName.required],
  email: ['e-mail', emailMessages.required],
  phone: ['téléphone', phoneMessages.required],
};

export interface ContactFaults {
  /** By field. */
  readonly fields: Readonly<Record<string, string>>;
  /** « Champs requis manquants: prénom, téléphone »; null when none is. */
  readonly missing: string | null;
}

/** What a refused form says: the same issues as the call answers, with fields called as people call them. */
export function faultsOf(issues: readonly { field: string; message: string }[]): ContactFaults {
  const missing = issues.filter(({ message }) => message.startsWith(leadMessages.missing([])));
  const fields = issues.toReversed().map((issue) => {
    const words = missing.includes(issue) ? required[issue.field]?.[1] : undefined;
    return [issue.field, words ?? issue.message] as const;
  });
  const names = missing.map(({ field }) => required[field]?.[0] ?? field);
  return {
    fields: Object.fromEntries(fields),
    missing: names.length > 0 ? leadMessages.missing(names) : null,
  };
}

/** What is asked was chosen among what the form offers: the two calls check the rest alike. */
const eitherSchema = contactWith([...contactRequests, ...agencyRequests]);

/** Checks a form as the call would; null when it may be sent. */
export function checkContact(given: unknown): ContactFaults | null {
  const parsed = eitherSchema.safeParse(given);
  if (parsed.success) return null;
  return faultsOf(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}
