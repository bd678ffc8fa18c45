// Contact: the address that the leads of an agency go to; another one takes its place once it has answered.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';

export const CONTACT_HOURS = 24;
/** Addresses that one agency may try in a day, no matter who reads them (security.md, threat 22). */
export const CONTACTS_PER_DAY = 5;

/** An address that was asked to answer. */
export interface PendingContact {
  readonly email: string;
  /** ISO; its link works until then. */
  readonly until: string;
}

export const resendContactCall = defineCall({
  method: 'POST',
  path: '/agence/profile/contact',
  access: 'agency',
  tier: 'sensitive',
  summary: 'Renvoyer le lien à une adresse de prospects qui n’a pas encore répondu',
  answer: z.object({}),
  errors: [accountErrors.EMAIL_CHANGE_NONE],
});

export const cancelContactCall = defineCall({
  method: 'DELETE',
  path: '/agence/profile/contact',
  access: 'agency',
  summary: 'Renoncer à une adresse de prospects qui n’a pas encore répondu',
  answer: z.object({}),
});
