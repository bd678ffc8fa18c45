import { TOAST_DURATION_MS, TOAST_REMOVAL_MS, TOASTS_SHOWN } from '#contract/constants.ts';

/** A confirmation to show; what needs an action is said inline instead. */
export interface ToastInput {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Milliseconds. */
  duration?: number;
  /** « Annuler », for what was done at once. */
  action?: { label: string; onSelect: () => void };
}

interface Toast {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly variant: 'default' | 'destructive';
  readonly duration: number;
  readonly action: ToastInput['action'] | undefined;
  /** False once dismissed: it stays mounted a little, so that its leaving can be seen. */
  readonly open: boolean;
}

const NONE: readonly Toast[] = [];
let shown: readonly Toast[] = NONE;
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, newest first, three at most (specification 9). Returns its id. */
export function toast({
  title,
  description,
  variant = 'default',
  duration = TOAST_DURATION_MS,
  action,
}: ToastInput): string {
  count += 1;
  const id = `toast-${count}`;
  set([{ id, title, description, variant, duration, action, open: true }, ...shown].slice(0, TOASTS_SHOWN));
  return id;
}

/** Closes a toast; it is removed 4 s later. */
export function dismissToast(id: string): void {
  if (!shown.some((each) => each.id === id && each.open)) return;
  set(shown.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => set(shown.filter((each) => each.id !== id)), TOAST_REMOVAL_MS);
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Toast[] => shown,
  onServer: (): readonly Toast[] => NONE,
};
