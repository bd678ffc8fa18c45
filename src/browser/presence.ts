/**
 * Whether this tab was logged out by itself (an expired session, a network that went away) although the page was
 * made for somebody: until they sign in again, or reload, it shows nobody.
 */
let away = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (away === next) return;
  away = next;
  for (const listener of listeners) listener();
}

export const presence = {
  leave: () => set(true),
  comeBack: () => set(false),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isAway: (): boolean => away,
  onServer: (): boolean => false,
};
