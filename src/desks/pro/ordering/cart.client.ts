import { localStore } from '#browser/start-up.ts';
import { STORAGE_KEYS } from '#contract/constants.ts';
import { type Cart, type CartChange, cartOf, changedCart, emptyCart, isFresh, parseCart } from './cart.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The cart of this browser. Where storage is refused or full it lives as long as the page, and `isKept` says so; nothing here
 * throws. The other tabs hear of each change.
 */
export function cartKeeper(store: () => Store | null, clock: () => number) {
  /** What the storage would not take: it is newer than what stands there. */
  let unkept: string | null = null;
  let refused = false;
  /** The last text that was read, and what it says: the same cart is the same object. */
  let known: { readonly text: string | null; readonly cart: Cart | null } = { text: null, cart: null };
  let shown: { readonly cart: Cart; readonly ownerReference: string; readonly seen: Cart | null } | null =
    null;
  const listeners = new Set<() => void>();

  function text(): string | null {
    if (unkept !== null) return unkept;
    try {
      return store()?.getItem(STORAGE_KEYS.boostCart) ?? null;
    } catch {
      return null;
    }
  }

  function current(): Cart | null {
    const now = clock();
    const said = text();
    if (said !== known.text) known = { text: said, cart: parseCart(said, now) };
    return known.cart && isFresh(known.cart, now) ? known.cart : null;
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function write(cart: Cart): void {
    const said = JSON.stringify(cart);
    try {
      const here = store();
      here?.setItem(STORAGE_KEYS.boostCart, said);
      refused = here === null;
    } catch {
      refused = true;
    }
    unkept = refused ? said : null;
    tell();
  }

  /** The cart that an agency sees: its own, or the one made here before anybody signed in. The same object while it is the same. */
  function read(ownerReference: string): Cart | null {
    const cart = current();
    if (!cart) return null;
    if (shown?.cart !== cart || shown.ownerReference !== ownerReference)
      shown = { cart, ownerReference, seen: cartOf(cart, ownerReference) };
    return shown.seen;
  }

  /** Who has not signed in sees what was chosen before a sign-in only. */
  function readBefore(): Cart | null {
    const cart = current();
    return cart?.ownerReference === null ? cart : null;
  }

  function isKeptForAgency(): boolean {
    const cart = current();
    return cart !== null && cart.ownerReference !== null && cart.items.length > 0;
  }

  function drop(): void {
    unkept = null;
    try {
      store()?.removeItem(STORAGE_KEYS.boostCart);
    } catch {
      // Nothing is kept there.
    }
    tell();
  }

  return {
    read,
    readBefore,
    /**
     * Changes the cart of an agency, or with null of who has not signed in. An agency replaces another one's; who has not signed
     * in leaves alone what an agency has chosen: it waits for the next sign-in.
     */
    change(ownerReference: string | null, change: (cart: Cart) => CartChange): void {
      const now = clock();
      if (ownerReference === null && isKeptForAgency()) return;
      const seen = ownerReference === null ? readBefore() : read(ownerReference);
      const cart = seen ?? emptyCart(ownerReference, now);
      write(changedCart(cart, change(cart), now));
    },
    /** From now on the cart that was made before anybody signed in is this agency's. Its time goes on. */
    adopt(ownerReference: string): void {
      const cart = current();
      if (cart?.ownerReference === null) write({ ...cart, ownerReference });
    },
    /** Keeps what belongs to one press of « Payer »: its key, then the order that it made. */
    recordPress(ownerReference: string, press: Pick<Cart, 'key' | 'order'>): void {
      const cart = read(ownerReference);
      if (cart) write({ ...cart, ...press });
    },
    /** Empties the cart of an order that is paid; one that was filled since, or that is another agency's, stays. */
    dropOrdered(ownerReference: string, order: string): void {
      if (read(ownerReference)?.order === order) drop();
    },
    /** After an order that came to nothing: what is in the cart is ordered anew. */
    forgetPress(ownerReference: string, order: string): void {
      const cart = read(ownerReference);
      if (cart?.order === order) write({ ...cart, key: null, order: null });
    },
    drop,
    /** Has every reader look again: what they show is past. */
    tell,
    /** False: nothing stays once the page is closed. */
    isKept(): boolean {
      try {
        return !refused && store() !== null;
      } catch {
        return false;
      }
    },
    subscribe(listener: () => void): () => void {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === STORAGE_KEYS.boostCart || key === null) listener();
      };
      // Shown again as it was left, after a payment for one, a page has heard of nothing meanwhile.
      const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener();
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      window.addEventListener('pageshow', onShow);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pageshow', onShow);
      };
    },
  };
}

/** Of one press of « Payer »: 128 bits that nobody guesses, where the page is not served securely too. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export const boostCart = cartKeeper(localStore, Date.now);
