import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { BOOSTS_MAX } from '#rooms/payments/contract.ts';
import type { Boostable } from '../ordering/boostable.ts';
import { boostCart, newKey } from '../ordering/cart.client.ts';
import {
  type Cart,
  type DraftBoost,
  type DraftDefaults,
  newDraft,
  showSame,
  withFormula,
} from '../ordering/cart.ts';

// On the server there is no cart, nor its module: it is asked for in the browser only.
const subscribe = (listener: () => void) => boostCart.subscribe(listener);
const readBefore = () => boostCart.readBefore();
const notKnown = () => undefined;

/** The cart of this browser as this agency sees it; null: empty. Undefined until the browser is known. */
export function useBoostCart(ownerReference: string): Cart | null | undefined {
  useEffect(() => boostCart.adopt(ownerReference), [ownerReference]);
  return useSyncExternalStore(subscribe, () => boostCart.read(ownerReference), notKnown);
}

/** Makes a boost of these listings; one of the same listings that is in the cart already is answered instead. Null: the cart is full. */
export function addBoost(
  ownerReference: string,
  listings: { readonly ids: readonly number[]; readonly place: Boostable['place'] },
  defaults: DraftDefaults,
): string | null {
  const items = boostCart.read(ownerReference)?.items ?? [];
  const same = items.find((item) => showSame(item, listings.ids));
  if (same) return same.id;
  if (items.length >= BOOSTS_MAX) return null;
  const id = newId();
  const draft = newDraft({ id, listingIds: [...listings.ids], place: listings.place }, defaults);
  boostCart.change(ownerReference, (cart) => ({ items: [...cart.items, draft] }));
  return id;
}

const newId = () => `boost-${newKey().slice(0, 8)}`;

/** The cart of who has not signed in, with a boost of the formula that was chosen. Null: empty; undefined until the browser is known. */
export function useCartBefore(chosen: DraftDefaults | null): Cart | null | undefined {
  const choose = useEffectEvent(() => {
    if (!chosen) return;
    const draft = newDraft({ id: newId(), listingIds: [], place: null }, chosen);
    boostCart.change(null, ({ items }) => ({ items: withFormula(items, draft) }));
  });
  const formula = chosen?.formula ?? '';
  useEffect(() => {
    if (formula !== '') choose();
  }, [formula]);
  return useSyncExternalStore(subscribe, readBefore, notKnown);
}

/** What a person changes in the cart of their agency. */
export function cartActs(ownerReference: string) {
  return {
    changeBoost(id: string, part: Partial<Omit<DraftBoost, 'id'>>): void {
      boostCart.change(ownerReference, ({ items }) => ({
        items: items.map((item) => (item.id === id ? { ...item, ...part } : item)),
      }));
    },
    removeBoost(id: string): void {
      boostCart.change(ownerReference, ({ items }) => ({ items: items.filter((item) => item.id !== id) }));
    },
    setCoupons(coupons: readonly string[]): void {
      boostCart.change(ownerReference, () => ({ coupons: [...coupons] }));
    },
  };
}

/** Gives a formula to the boosts that have no listing yet. Answers the first of them; null: none waits for one. */
function chooseFormula(ownerReference: string, defaults: DraftDefaults): string | null {
  const waiting = boostCart.read(ownerReference)?.items.find(({ listingIds }) => listingIds.length === 0);
  if (!waiting) return null;
  const draft = newDraft({ id: newId(), listingIds: [], place: null }, defaults);
  boostCart.change(ownerReference, ({ items }) => ({ items: withFormula(items, draft) }));
  return waiting.id;
}

interface Asked {
  readonly ownerReference: string;
  /** Key of the formula that the address names; null: none. */
  readonly formula: string | null;
  /** Numbers that the address of the page names. */
  readonly ids: readonly number[];
  /** Those of them that may be boosted. */
  readonly listings: readonly Boostable[];
  readonly defaults: DraftDefaults;
}

interface Made {
  /** The boost that was made, or found; null: none. */
  readonly id: string | null;
  /** The cart holds as many boosts as it may. */
  readonly full: boolean;
  /** More listings were asked for than a boost shows. */
  readonly cut: boolean;
  /** Key of the formula that was asked for: the first boost of an empty cart begins with it. */
  readonly formula: string | null;
  /** That formula is for a boost that has its own: which one, the person says. */
  readonly unplaced: boolean;
}

const nothing: Made = { id: null, full: false, cut: false, formula: null, unplaced: false };

/**
 * The listings that the page was asked for become a boost once, and the formula goes to the boost that waits for one; then they
 * leave its address: reloaded, it adds nothing. What cannot be boosted is in it too, so that its price says why it goes. Answers
 * the boost to open, and what was not taken.
 */
export function useAsked({ ownerReference, ids, listings, formula, defaults }: Asked): Made {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  function made(): Made {
    if (ids.length > 0) {
      const id = addBoost(ownerReference, { ids, place: listings[0]?.place ?? null }, defaults);
      return { ...nothing, id, full: id === null, cut: ids.length > LISTINGS_MAX };
    }
    const filled = (boostCart.read(ownerReference)?.items.length ?? 0) > 0;
    const id = chooseFormula(ownerReference, defaults);
    return { ...nothing, id, formula, unplaced: filled && id === null };
  }
  const take = useEffectEvent(
    () => void navigate(pathname, { replace: true, preventScrollReset: true, state: { made: made() } }),
  );
  const words = ids.join(',');
  useEffect(() => {
    if (words !== '' || formula !== null) take();
  }, [words, formula]);
  return (state as { readonly made?: Made } | null)?.made ?? nothing;
}
