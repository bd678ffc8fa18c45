import { localStore } from '#browser/start-up.ts';
import { COMPARED_KEY, COMPARED_MAX, readCompared } from '../comparison.ts';

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

/** Whether this browser keeps it; where nothing can be kept, the choice lives as long as the page. */
function keep(next: readonly number[]): boolean {
  try {
    const store = localStore();
    if (next.length === 0) store?.removeItem(COMPARED_KEY);
    else store?.setItem(COMPARED_KEY, next.join(','));
    return store !== null;
  } catch {
    return false;
  }
}

function set(next: readonly number[]): boolean {
  chosen = next;
  const isKept = keep(next);
  for (const listener of listeners) listener();
  return isKept;
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
  /** `full`: there is no room for one more; `of this page`: the browser keeps nothing, the next page begins without it. */
  add(id: number): 'kept' | 'of this page' | 'full' {
    const now = compared.get();
    if (now.includes(id)) return 'kept';
    if (now.length >= COMPARED_MAX) return 'full';
    return set([...now, id]) ? 'kept' : 'of this page';
  },
  remove(id: number): void {
    set(compared.get().filter((each) => each !== id));
  },
  clear(): void {
    set(NONE);
  },
};
