import { useSyncExternalStore } from 'react';
import { MAP_COLUMN_COOKIE } from '#contract/constants.ts';

/** Six months. */
const LIFE_SECONDS = 182 * 86_400;

/** Said during this visit; null: as the page came. */
let said: boolean | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Puts the map beside the lists away, or back; the server knows it from the next page on. */
export function foldMap(folded: boolean): void {
  said = folded;
  const life = folded ? LIFE_SECONDS : 0;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${MAP_COLUMN_COOKIE}=folded; Path=/; SameSite=Lax; Max-Age=${life}${secure}`;
  for (const tell of listeners) tell();
}

/** Whether that map is put away: `came` is what the server read. */
export function useMapFolded(came: boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => said ?? came,
    () => came,
  );
}
