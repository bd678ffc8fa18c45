/**
 * Writing: mails queued as what they tell, and written when their turn comes (docs/decisions/0035).
 */

/** A mail of a list, to be written later. */
export interface MailToWrite<Said> {
  /** What it is (`alert:12:import:7`): queued twice, it is carried once. */
  readonly dedupeKey: string;
  /** What withdraws it while it waits (`alert:12`). */
  readonly stream: string;
  /** One bare address. */
  readonly to: string;
  /** What it tells, as plain JSON: what may not change any more by the time it is written, and no text. */
  readonly said: Said;
}

export interface WrittenMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Beside the usual ones: `List-Unsubscribe`… */
  readonly headers: Readonly<Record<string, string>>;
}
