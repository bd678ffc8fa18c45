/**
 * Replies: what either side of a lead writes by mail to the address that Vigie gave it.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { bounceErrors } from '#rooms/mail/bounces.ts';
import { inboundErrors } from '#rooms/mail/inbound.ts';

/** Most bytes of one mail with its files. Larger: 413, and its sender’s server says so to the person who wrote it. */
const LETTER_BYTES = 15_000_000;

export const replyErrors = defineErrors({
  MAIL_BOX_UNKNOWN: [404, 'Aucune conversation n’a cette adresse\u00a0: elle est fausse, ou close.'],
});

/**
 * What became of it, for each address of ours. `taken`: kept and forwarded; `known`: it had been; `noted`: an automatic
 * answer, kept and forwarded to nobody; `ignored`: a report, a mail of our own, an address that opens nothing.
 */
const inboundSchema = z.object({ taken: z.int(), known: z.int(), noted: z.int(), ignored: z.int() });
export type InboundOutcome = z.output<typeof inboundSchema>;

/** 2xx: it is kept, or there is nothing to keep. 4xx but 429: not worth sending again. 429 and 5xx: later. */
export const mailInboundCall = defineCall({
  method: 'POST',
  path: '/mail/inbound',
  access: 'token',
  tier: 'often',
  signed: true,
  letter: LETTER_BYTES,
  summary: 'Réponses par courriel aux demandes, remises et signées par le prestataire qui les reçoit',
  body: z.object({
    /** The whole mail, as text or in base64. */
    raw: z.string(),
    encoding: z.optional(z.enum(['utf8', 'base64'])),
    /** Whom the envelope was for; unless said, its headers tell. */
    recipients: z.optional(z.array(z.string().check(z.maxLength(320))).check(z.maxLength(50))),
  }),
  answer: inboundSchema,
  errors: [
    bounceErrors.MAIL_SIGNATURE,
    inboundErrors.MAIL_UNREADABLE,
    replyErrors.MAIL_BOX_UNKNOWN,
    sharedErrors.RATE_LIMIT_EXCEEDED,
  ],
});
