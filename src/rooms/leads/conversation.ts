/**
 * Conversation: the addresses by which both sides of a lead write to each other, and the mails that they have of it.
 */

/** Who writes to an address of a lead, or reads a mail of it. */
export type Side = 'agency' | 'person';

/** Signs what the person does. */
export const PERSON = 'person';
