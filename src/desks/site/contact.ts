// Contact: what people write to the operator of the site, with a reference that both sides quote.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { company, email, lastName, message, optionalPhone, subject } from '#contract/fields.ts';

/** Messages that one address, and one client, may send before they are asked to wait. */
export const MESSAGES_PER_ADDRESS_DAY = 5;
export const MESSAGES_PER_CLIENT_HOUR = 10;
/** Receipts that strangers may cause to an address in a day (security.md, threat 22). */
export const RECEIPTS_PER_DAY = 3;
/** After which nothing is left of a message (security.md L3), and of the network it came from. */
export const KEPT_YEARS = 3;
export const CLIENT_KEPT_HOURS = 24;

/** What the page asks (specification 3 and 5). */
export const contactSchema = z.object({
  name: lastName,
  email,
  subject,
  message,
  /** A field that people do not see: filled in, the message is marked. */
  website: z.optional(z.string()),
});

/** The same, of agencies. */
export const agencyContactSchema = z.extend(contactSchema, { company, phone: optionalPhone });

/** One per form: the same message sent again after a silence is kept once. */
const submission = z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/)));

const written = z.object({
  reference: z.string(),
  /** Whether a receipt leaves for the address. */
  receipt: z.boolean(),
});
export type ContactReceipt = z.output<typeof written>;

export const contactCall = defineCall({
  method: 'POST',
  path: '/contact',
  access: 'all',
  tier: 'sensitive',
  summary: 'Écrit à l’équipe du site',
  body: z.extend(contactSchema, { submission }),
  answer: written,
});

export const agencyContactCall = defineCall({
  method: 'POST',
  path: '/agence/contact',
  access: 'all',
  tier: 'sensitive',
  summary: 'Écrit à l’équipe du site au nom d’une agence',
  body: z.extend(agencyContactSchema, { submission }),
  answer: written,
});

export const agencySupportCall = defineCall({
  method: 'POST',
  path: '/agence/support',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Demande de l’aide depuis l’espace de l’agence',
  body: z.extend(agencyContactSchema, { submission }),
  answer: written,
});
