import { useState } from 'react';
import { flushSync } from 'react-dom';
import { couponErrors } from '#rooms/coupons/contract.ts';
import { paymentErrors } from '#rooms/payments/contract.ts';
import { type Cart, firstLack } from '../ordering/cart.ts';
import { reachField } from './order-preflight.tsx';
import { BILLING, RECAP_TITLE, TERMS_BOX } from './order-recap.tsx';
import { type Refusal, useBoostCheckout } from './use-boost-checkout.tsx';
import { askedOf, type BoostQuote } from './use-boost-quote.tsx';

interface PaymentGiven {
  readonly ownerReference: string;
  readonly cart: Cart;
  readonly quote: BoostQuote;
  /** Shows the choices of a boost. */
  readonly onOpen: (id: string) => void;
}

/** Refusals after which the price is asked again, and what then takes the focus. */
const readAgain: Readonly<Record<string, string>> = {
  [paymentErrors.BOOST_PRICE_CHANGED.code]: RECAP_TITLE,
  [paymentErrors.BOOST_PREFLIGHT.code]: RECAP_TITLE,
  [paymentErrors.BOOSTS_CLOSED.code]: RECAP_TITLE,
  [paymentErrors.TERMS_CHANGED.code]: TERMS_BOX,
  [paymentErrors.BILLING_INCOMPLETE.code]: BILLING,
  ...Object.fromEntries(Object.values(couponErrors).map(({ code }) => [code, 'codes'])),
};

/** The press of « Payer »: what still lacks is shown and takes the focus, then what the server refuses. */
export function useBoostPayment({ ownerReference, cart, quote, onOpen }: PaymentGiven) {
  const { busy, pay } = useBoostCheckout(ownerReference);
  const [accepted, setAccepted] = useState<string | null>(null);
  const [termsError, setTermsError] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<{ title: string; message: string; at: number } | null>(null);
  const said = quote.quote;

  /** Of the cart as it stands: once it is changed, nothing more is said of it. */
  const tell = (title: string, message: string) => setTrouble({ title, message, at: cart.timestamp });

  function lead(id: string, field: string, message: string) {
    flushSync(() => {
      tell('Un point reste à corriger', message);
      onOpen(id);
    });
    reachField(`${id}-${field}`);
  }

  /** Leads to what keeps the cart from being ordered, as far as this page knows; false: nothing does. */
  function leadToLack(): boolean {
    for (const draft of cart.items) {
      const lack = firstLack(draft);
      if (lack) {
        lead(draft.id, lack.field === 'listingIds' ? 'listings' : lack.field, lack.message);
        return true;
      }
    }
    for (const { id } of cart.items) {
      const failure = quote.byId.get(id)?.failures[0];
      if (failure) {
        lead(id, 'verifications', failure.message);
        return true;
      }
    }
    return false;
  }

  function press() {
    setTrouble(null);
    if (leadToLack() || !said) return;
    if (said.billingLacks.length > 0) return reachField(BILLING);
    if (accepted !== said.terms) {
      setTermsError('Acceptez les conditions générales de vente.');
      return reachField(TERMS_BOX);
    }
    const { body } = askedOf(cart);
    const refused = new Set(said.coupons.flatMap(({ code, error }) => (error === null ? [] : [code])));
    const coupons = body.coupons.filter((code) => !refused.has(code));
    void pay({ ...body, coupons, gross: said.totals.gross, terms: accepted }, (refusal) => {
      void answer(refusal);
    });
  }

  /** What was refused is read again from the server, and shown where it stands. */
  async function answer({ code, message }: Refusal) {
    const isPrice = code === paymentErrors.BOOST_PRICE_CHANGED.code;
    tell(isPrice ? 'Le prix a changé' : 'Le paiement n’a pas commencé', message);
    const field = readAgain[code];
    if (field === undefined) return;
    const fresh = await quote.refresh().catch(() => null);
    if (code === paymentErrors.TERMS_CHANGED.code) setAccepted(null);
    const rank = fresh?.boosts.findIndex(({ failures }) => failures.length > 0) ?? -1;
    const id = askedOf(cart).ids[rank];
    if (code === paymentErrors.BOOST_PREFLIGHT.code && id !== undefined) {
      flushSync(() => onOpen(id));
      reachField(`${id}-verifications`);
    } else reachField(field);
  }

  return {
    accepted,
    termsError,
    trouble: trouble?.at === cart.timestamp ? trouble : null,
    busy,
    accept: (terms: string | null) => {
      setAccepted(terms);
      setTermsError(null);
    },
    pay: press,
  };
}
