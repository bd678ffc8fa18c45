import { useSyncExternalStore } from 'react';
import { AUTH_STATUS_COOKIE, HIDDEN_KEY, KEPT_KEY, STORAGE_KEYS } from '#contract/constants.ts';
import type { Marks } from '../marking/shown.client.ts';
import type { MarkStore } from '../store.client.ts';

/** Of a button of a listing. */
export interface MarkProps {
  listingId: number;
  /** With its words beside the icon, where there is room. */
  wide?: boolean;
  /** What the page knows already, until this browser knows better. */
  marked?: boolean;
}

// Most visitors keep nothing: what knows of marks is loaded when there may be some, or with the first press.
let opened: MarkStore | null = null;
let opening: Promise<MarkStore> | null = null;
const listeners = new Set<() => void>();
const none: Marks = { signedIn: false, known: false, kept: new Set(), hidden: new Set(), reasons: new Map() };

function tell(): void {
  for (const listener of listeners) listener();
}

/** The marks of this tab, loaded once. */
export function openedMarks(): Promise<MarkStore> {
  opening ??= import('../store.client.ts').then(
    ({ openMarks }) => {
      opened = openMarks(tell);
      opened.arrive();
      tell();
      return opened;
    },
    (error: unknown) => {
      opening = null;
      throw error;
    },
  );
  return opening;
}

function mayHaveMarks(): boolean {
  try {
    return (
      document.cookie.includes(`${AUTH_STATUS_COOKIE}=`) ||
      [KEPT_KEY, HIDDEN_KEY].some((key) => localStorage.getItem(key) !== null)
    );
  } catch {
    return false;
  }
}

function arrive(): void {
  if (opened) opened.arrive();
  else if (mayHaveMarks()) void openedMarks().catch(() => {});
}

function onStorage({ key }: StorageEvent): void {
  if (key === STORAGE_KEYS.user || key === KEPT_KEY || key === HIDDEN_KEY) arrive();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  // After the paint: a heart that fills a little later is no harm.
  const timer = setTimeout(arrive);
  return () => {
    clearTimeout(timer);
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** What the reader keeps and hides; null where nothing can be pressed: on the server, without JavaScript. */
export function useMarks(): Marks | null {
  return useSyncExternalStore(
    subscribe,
    () => opened?.get() ?? none,
    () => null,
  );
}
