import { localStore } from '#browser/start-up.ts';
import { COMPARED_KEY, COMPARED_MAX, readCompared } from '../contract.ts';

const NONE: readonly number[] = [];
const listeners = new Set<() => void>();
let chosen: readonly number[] | null = null;

function read(): readonly number[] {
  try {
    return readCompared(localStore()?.getItem(COMPARED_KEY) ?? null).slice(0, COMPARED_MAX);
  } catch {
    return NONE;
  }
}

function set(next: readonly number[]): void {
  chosen = next;
  try {
    const store = localStore();
    if (next.length === 0) store?.removeItem(COMPARED_KEY);
    else store?.setItem(COMPARED_KEY, next.join(','));
  } catch {
    // Nothing is kept: the choice lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function hear({ key }: StorageEvent): void {
  if (key !== COMPARED_KEY && key !== null) return;
  chosen = read();
  for (const listener of listeners) listener();
}

/** The listings chosen in this browser, the first chosen first; a new array at each change. */
export const compared = {
  get(): readonly number[] {
    chosen ??= read();
    return chosen;
  },
  /** On the server, and until the page is alive: none. */
  onServer: (): readonly number[] => NONE,
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', hear);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', hear);
    };
  },
  /** False when there is no room for one more. */
  add(id: number): boolean {
    const now = compared.get();
    if (now.includes(id)) return true;
    if (now.length >= COMPARED_MAX) return false;
    set([...now, id]);
    return true;
  },
  remove(id: number): void {
    set(compared.get().filter((each) => each !== id));
  },
  clear(): void {
    set(NONE);
  },
};
