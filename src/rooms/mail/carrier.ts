/**
 * Carrier: hands one finished message over, to a folder or to an SMTP server.
 */
import type { Attachment } from './contract.ts';

export interface Parcel {
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Left of the @ of the Message-ID. */
  readonly messageKey: string;
  readonly date: Date;
  readonly attachment?: Attachment | null;
}

/**
 * delivered: accepted. later: try again (`away`: the server itself does not answer, so nothing else will pass
 * now). refused: never (`recipient`: because of the address).
 */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'later'; readonly away: boolean; readonly reason: string }
  | { readonly kind: 'refused'; readonly recipient: boolean; readonly reason: string };

export interface Carrier {
  /** How many mails it may be handed at once. */
  readonly lanes: number;
  carry(parcel: Parcel): Promise<Outcome>;
  close(): void;
}
