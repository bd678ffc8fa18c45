import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { useOnce } from '#browser/post-form.tsx';
import { sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { WantedBoost } from '#rooms/boosts/contract.ts';
import { checkoutCall } from '#rooms/payments/contract.ts';
import { boostCart, newKey } from '../ordering/cart.client.ts';

/** What is ordered: the cart, at the price and under the terms that were read. */
export interface Purchase {
  readonly boosts: WantedBoost[];
  readonly coupons: string[];
  readonly gross: number;
  readonly terms: string;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Where the payment of an order comes back to. */
export const receiptPath = (order: string) =>
  `${paths.agencyBoostPayment()}?${new URLSearchParams({ commande: order })}`;

/**
 * Orders a cart and leaves for the page where it is paid. The key of the press is kept with the cart before it is sent: pressed
 * again after an answer that was lost, it is the same order. Answers what was refused, or null on the way out.
 */
export function useBoostCheckout(ownerReference: string) {
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const navigate = useNavigate();
  // Back from the page of payment, the browser may show this one as it was left.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  async function press(purchase: Purchase, key: string): Promise<Refusal | null> {
    const order = boostCart.read(ownerReference)?.order ?? null;
    boostCart.recordPress(ownerReference, { key, order });
    try {
      const { data } = await callApi(checkoutCall, { body: { ...purchase, key } });
      boostCart.recordPress(ownerReference, { key, order: data.order });
      if (data.url === null) await navigate(receiptPath(data.order));
      else window.location.assign(data.url);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      setBusy(false);
      return { code: failure.code, message: refusedBy(failure).failure ?? failure.message };
    }
  }

  async function pay(purchase: Purchase, onRefused: (refusal: Refusal) => void): Promise<void> {
    await once(async () => {
      // Ordered from another page, or too old: what this one shows is no cart any more.
      if (boostCart.read(ownerReference) === null) return boostCart.tell();
      setBusy(true);
      const key = boostCart.read(ownerReference)?.key ?? null;
      let refusal = await press(purchase, key ?? newKey());
      // The order of an earlier press came to nothing: this is another one.
      if (refusal?.code === sharedErrors.CONFLICT.code && key !== null) {
        setBusy(true);
        refusal = await press(purchase, newKey());
      }
      if (refusal) onRefused(refusal);
    });
  }

  return { busy, pay };
}
