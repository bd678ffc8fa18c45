/**
 * Mail: carries what other rooms wrote, once, to addresses that accept it. It decides nothing else.
 * Owns the tables mail_outbox, mail_address, mail_refusal, mail_event, mail_pace and mail_asked.
 */

/** A file that goes with a mail. */
export interface Attachment {
  /** As it is saved: « F-2026-000001.pdf ». */
  readonly name: string;
  /** « application/pdf ». */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A mail to carry. Rooms write it in the transaction that makes it true. */
export interface OutgoingMail {
  /** Dedupe key (`alert:12:import:7`): queued twice, the mail is carried once. */
  readonly dedupeKey: string;
  /** Stream that withdraws it while it waits (`alert:12`). */
  readonly stream: string;
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Beside the usual ones: `List-Unsubscribe`… */
  readonly headers?: Readonly<Record<string, string>>;
  /** A stranger's address goes here, never in From (security.md, threat 21). */
  readonly replyTo?: string;
  /** Earliest time to send it; now by default. */
  readonly notBefore?: Date;
  /** Nothing is kept of it once it has left, or was given up: the last mail to somebody who is erased. */
  readonly forget?: boolean;
  readonly attachment?: Attachment;
}

/**
 * pending: waits; sending: in the hands of a process; sent: accepted by the carrier; failed: refused for good or
 * for too long; suppressed: the address refuses mail; withdrawn: no longer true when its turn came.
 */
export const mailStatuses = {
  pending: 'En attente',
  sending: 'En cours d’envoi',
  sent: 'Envoyé',
  failed: 'Échec',
  suppressed: 'Adresse écartée',
  withdrawn: 'Retiré',
} as const;
export type MailStatus = keyof typeof mailStatuses;

/** Days that the words of a mail are kept at most, and that its row is (security.md L3: technical logs). */
export const MAIL_WORDS_DAYS = 30;
export const MAIL_ROWS_DAYS = 365;

/** Woken when mails are waiting. */
export const MAIL_CHANNEL = 'vigie_mail';
