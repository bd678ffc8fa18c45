// The credentials of an administrator, in the storage of the tab (specification 4): apart from the calls that use them,
// so that the login page and the bar of administrators are light.
import { ADMIN_STORAGE_KEY } from '#contract/constants.ts';

const listeners = new Set<() => void>();

function tabStore(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** The authorization header of this tab; null when nobody signed in here. */
export function adminHeader(): string | null {
  return tabStore()?.getItem(ADMIN_STORAGE_KEY) ?? null;
}

export function notifyAdmin(): void {
  for (const listener of listeners) listener();
}

export function subscribeAdmin(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The name in the credentials of this tab; null when nobody signed in here. */
export function adminName(): string | null {
  const encoded = /^Basic (.+)$/.exec(adminHeader() ?? '')?.[1];
  try {
    const bytes = Uint8Array.from(atob(encoded ?? ''), (letter) => letter.codePointAt(0) ?? 0);
    return new TextDecoder().decode(bytes).split(':')[0] || null;
  } catch {
    return null;
  }
}

/** Keeps credentials in this tab; nobody is notified until they are verified. Throws where the browser keeps nothing. */
export function keepAdmin(name: string, password: string): void {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  window.sessionStorage.setItem(ADMIN_STORAGE_KEY, `Basic ${btoa(String.fromCodePoint(...bytes))}`);
}

/** Forgets the credentials of this tab. */
export function leaveAdmin(): void {
  tabStore()?.removeItem(ADMIN_STORAGE_KEY);
  notifyAdmin();
}
