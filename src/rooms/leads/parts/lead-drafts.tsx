import { useSyncExternalStore } from 'react';

const kept = new Map<string, string>();
const listeners = new Set<() => void>();
const keyOf = (name: string) => `prospect ${name}`;

function read(name: string): string {
  const known = kept.get(name);
  if (known !== undefined) return known;
  let found = '';
  try {
    found = sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    // Storage refused: the words live as long as the page.
  }
  kept.set(name, found);
  return found;
}

/** Keeps what is typed, for this tab, until it is sent; an empty text forgets it. */
export function saveDraft(name: string, text: string): void {
  kept.set(name, text);
  try {
    if (text === '') sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), text);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was typed under this name: another lead may be opened meanwhile, or the page made again. */
export function useDraft(name: string): string {
  return useSyncExternalStore(
    subscribe,
    () => read(name),
    () => '',
  );
}
