import {
  AUTH_STATUS_COOKIE,
  BOOST_CART_LIFETIME_MS,
  LEFT_COOKIES,
  LEGACY_COOKIES,
  LEGACY_STORAGE_KEYS,
  STORAGE_KEYS,
} from '#contract/constants.ts';

type Store = Pick<Storage, 'getItem' | 'removeItem'>;

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const isRecord = (text: string) => parsed(text) !== null;
/** Opaque, but never what a program writes for nothing. */
const isToken = (text: string) => !/^\s*("?(undefined|null)"?|\[object Object\]|)\s*$/.test(text);

const sound = {
  [STORAGE_KEYS.user]: isRecord,
  [STORAGE_KEYS.agency]: isRecord,
  [STORAGE_KEYS.token]: isToken,
  [STORAGE_KEYS.agencyToken]: isToken,
} as const;

/**
 * What the browser keeps, put in order when the product starts: keys of earlier versions leave, corrupt user,
 * agency or cart data too, and so does a boost cart older than 24 hours (specification 4 and 9).
 */
export function tidyStorage(store: Store, now: number): void {
  for (const key of LEGACY_STORAGE_KEYS) store.removeItem(key);
  for (const [key, isSound] of Object.entries(sound)) {
    const text = store.getItem(key);
    if (text !== null && !isSound(text)) store.removeItem(key);
  }
  const cart = store.getItem(STORAGE_KEYS.boostCart);
  if (cart === null) return;
  const since = parsed(cart)?.timestamp;
  // Of the past or, by a clock that was ahead, of the future.
  if (typeof since !== 'number' || !(Math.abs(now - since) <= BOOST_CART_LIFETIME_MS))
    store.removeItem(STORAGE_KEYS.boostCart);
}

/** Cookies of earlier versions leave too: one of them held a password. */
export function tidyCookies(page: { cookie: string }): void {
  for (const name of LEGACY_COOKIES) {
    if (new RegExp(`(^|; )${name}=`).test(page.cookie)) page.cookie = `${name}=; Max-Age=0; Path=/`;
  }
}

/** The individual's local data; the agency's stays (specification 6: each logout clears its own). */
export function forgetUser(store: Store): void {
  store.removeItem(STORAGE_KEYS.user);
  store.removeItem(STORAGE_KEYS.token);
}

/** Whether something of an agency is stored here, of its session or of one that died. */
export function keepsAgency(): boolean {
  const store = localStore();
  return [STORAGE_KEYS.agency, STORAGE_KEYS.agencyToken].some((key) => store?.getItem(key) != null);
}

/** The agency's local data; the individual's stays. */
export function forgetAgency(store: Store): void {
  store.removeItem(STORAGE_KEYS.agency);
  store.removeItem(STORAGE_KEYS.agencyToken);
}

/** What an agency was about to order: who signs out leaves it to nobody on this machine. */
export function forgetCart(store: Store): void {
  store.removeItem(STORAGE_KEYS.boostCart);
}

/** The browser's storage, or null where it is refused (private mode, settings). */
export function localStore(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export function hasAuthCookie(page: { readonly cookie: string } = document): boolean {
  return new RegExp(`(^|; )${AUTH_STATUS_COOKIE}=`).test(page.cookie);
}

/** Whether the browser holds this page for a safe one: cookies that only such pages write are left alone by others. */
const secured = () => (window.isSecureContext ? '; Secure' : '');

/** Deletes the auth status cookie, whether or not the server hears of it. */
export function forgetAuthCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${AUTH_STATUS_COOKIE}=; Max-Age=0; Path=/${secured()}`;
}

/** Longest life of a session, in seconds. */
const LEFT_SECONDS = 90 * 86_400;

/**
 * Marks a session whose logout the server did not hear: the next request of this browser ends it, before anything is
 * shown.
 */
export function markSessionLeft(audience: keyof typeof LEFT_COOKIES): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${LEFT_COOKIES[audience]}=1; Max-Age=${LEFT_SECONDS}; Path=/; SameSite=Lax${secured()}`;
}

/** Whether anything here says that somebody signed in, and perhaps out since: then the session is looked at without delay. */
export function knowsSomeone(
  store: Pick<Storage, 'getItem'> | null,
  page?: { readonly cookie: string },
): boolean {
  const { user, token } = STORAGE_KEYS;
  return hasAuthCookie(page) || [user, token].some((key) => Boolean(store?.getItem(key)));
}
