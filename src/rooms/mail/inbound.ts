/**
 * Inbound: mails that a provider hands us, read with mistrust. Whose they are is for the room that gave the address.
 */
import { defineErrors } from '#contract/errors.ts';

/** What is kept of the new words, and of the whole of what was written. */
export const WORDS_MAX = 10_000;
export const ORIGINAL_MAX = 20_000;

export const inboundErrors = defineErrors({
  MAIL_UNREADABLE: [422, 'Ce message n’est pas un courriel lisible (RFC 5322).'],
});

/** A mail as it was read: nothing in it is proven but the address it was sent to. */
export interface InboundMail {
  /** Without its brackets; null when it has none worth the name. */
  readonly messageId: string | null;
  /** In lower case; null when it cannot be read. */
  readonly from: string | null;
  /** Whom it says it is for, in lower case. */
  readonly recipients: readonly string[];
  /** `report`: of a mail server about another mail. `automatic`: no person wrote it (RFC 3834), or a list. */
  readonly kind: 'written' | 'automatic' | 'report';
  /** What is new in it, without what it quotes and signs. */
  readonly words: string;
  /** All that was written; null when that is what `words` says. */
  readonly original: string | null;
  /** Names of the files that came with it, pictures of signatures left out. */
  readonly files: readonly string[];
}
