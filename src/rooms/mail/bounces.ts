/**
 * Bounces: what providers and mail servers say of mails once they are carried; who refuses them is set aside.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors } from '#contract/errors.ts';

export const bounceErrors = defineErrors({
  MAIL_SIGNATURE: [
    400,
    'La signature de cet envoi manque, est fausse ou trop ancienne. Rien n’en a été retenu.',
  ],
});

/** `Vigie-Signature: t=1794787200,v1=<HMAC-SHA256 of "t.body" in hexadecimal>`. */
export const SIGNATURE_HEADER = 'vigie-signature';
/** How old a signature may be, and how far ahead the clock of its sender (ms). */
export const SIGNATURE_MS = 300_000;

const eventSchema = z.object({
  /** Of its sender: told again under the same name, it changes nothing. */
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** `bounce`, `complaint`, `message` (a report as it came: RFC 3464, RFC 5965); any other is ignored. */
  type: z.string().check(z.maxLength(40)),
  /** Whom the mail was for; or its Message-ID, when the sender knows no more. */
  email: z.optional(z.string().check(z.maxLength(320))),
  messageId: z.optional(z.string().check(z.maxLength(400))),
  /** Of a bounce: its enhanced status code (RFC 3463), `5.1.1`; or whether it is for good. */
  status: z.optional(z.string().check(z.maxLength(20))),
  permanent: z.optional(z.boolean()),
  /** When it happened, ISO 8601; now unless said. */
  at: z.optional(z.string().check(z.maxLength(40))),
  /** Of a `message`: the whole of it. */
  message: z.optional(z.string().check(z.maxLength(90_000))),
});
export type MailEvent = z.output<typeof eventSchema>;

/** What became of them: `known` were told before, `ignored` say nothing of a mail of ours. */
const takenSchema = z.object({ taken: z.int(), known: z.int(), ignored: z.int() });
export type Taken = z.output<typeof takenSchema>;

export const mailEventsCall = defineCall({
  method: 'POST',
  path: '/mail/events',
  access: 'token',
  tier: 'often',
  signed: true,
  summary: 'Retours et plaintes, dits et signés par le prestataire qui porte les courriels',
  body: z.object({ events: z.array(eventSchema).check(z.minLength(1), z.maxLength(500)) }),
  answer: takenSchema,
  errors: [bounceErrors.MAIL_SIGNATURE],
});

/** From this sum of weights on, in `BOUNCE_MEMORY_MS`, nothing more is sent. */
export const BOUNCE_LIMIT = 4;
export const BOUNCE_MEMORY_MS = 30 * 86_400_000;

/**
 * What a bounce weighs. An address or a mailbox that does not exist any more (5.1.x, 5.2.1) weighs enough alone; another
 * final refusal counts two, one that might have passed later counts one. What is refused of ourselves (5.3, 5.5, 5.6: a
 * system, a dialogue, a content; 5.7: a policy, a list of bad senders) says nothing of the address: a day on such a
 * list must not set everybody aside.
 */
export function bounceWeight({
  status,
  permanent,
}: {
  readonly status: string | null;
  readonly permanent: boolean | null;
}): number {
  const [, level, subject, detail] = /^([245])\.(\d{1,3})\.(\d{1,3})$/.exec(status ?? '') ?? [];
  if (!level) return permanent === false ? 1 : BOUNCE_LIMIT;
  if (level === '2') return 0;
  if (/^[3567]$/.test(subject ?? '')) return 0;
  if (level === '4') return 1;
  // 5.1.7 and 5.1.8 are about the sender's own address.
  if (subject === '1') return detail === '7' || detail === '8' ? 0 : BOUNCE_LIMIT;
  return subject === '2' && detail === '1' ? BOUNCE_LIMIT : 2;
}
