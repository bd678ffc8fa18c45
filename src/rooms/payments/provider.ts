// Provider: who takes the money of orders, and what is asked of it. Each has an adapter; its words stay there.

export const CURRENCY = 'eur';

export type ProviderName = 'stripe' | 'embedded';

/** What a hosted page of payment is opened for. */
export interface SessionOrder {
  /** Of the order; also the key under which opening twice is opening once. */
  readonly reference: string;
  /** Cents, with VAT. */
  readonly amount: number;
  /** As the page shows it. */
  readonly label: string;
  readonly email: string;
  /** Absolute. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** Money that came. */
export interface Payment {
  readonly id: string;
  /** Cents, and the currency in small letters. */
  readonly amount: number;
  readonly currency: string;
}

/** What became of a hosted page. `paid` is null until its money came. */
export interface SessionState {
  readonly status: 'open' | 'complete' | 'expired';
  readonly paid: Payment | null;
}

/** What a provider announced, its signature proven. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly news:
    | { readonly kind: 'paid'; readonly reference: string; readonly payment: Payment }
    | { readonly kind: 'failed' | 'expired'; readonly reference: string }
    /** `key`: under which it was asked; null: it was not asked by us. */
    | {
        readonly kind: 'refund-failed';
        readonly refundId: string;
        readonly key: string | null;
        readonly reason: string;
      }
    | { readonly kind: 'disputed'; readonly paymentId: string }
    /** Nothing of ours. */
    | { readonly kind: 'other' };
}

/** The provider did not do what it was asked. `final`: asking again will not help. */
export class ProviderTrouble extends Error {
  readonly final: boolean;

  constructor(message: string, { final, cause }: { final: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = 'ProviderTrouble';
    this.final = final;
  }
}

/** The port. Every method but `readEvent` throws ProviderTrouble. */
export interface Provider {
  readonly name: ProviderName;
  /** The same order again answers the same session. */
  openSession(order: SessionOrder): Promise<{ id: string; url: string }>;
  readSession(id: string): Promise<SessionState>;
  /** Lets nobody pay any more, and answers what became of it: it may have been paid just before. */
  closeSession(id: string): Promise<SessionState>;
  /** Gives money back, once for each key; `again`: it may have been asked before. Answers the provider’s number of it. */
  refund(refund: {
    readonly key: string;
    readonly paymentId: string;
    readonly amount: number;
    readonly again: boolean;
  }): Promise<string>;
  /** Null: the signature is missing, false, or older than five minutes. */
  readEvent(signed: {
    readonly signature: string;
    readonly body: string | Uint8Array;
  }): Promise<ProviderEvent | null>;
}

/** Header that carries the signature of an event. */
export const EVENT_SIGNATURE_HEADER = 'stripe-signature';
