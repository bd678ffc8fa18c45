import { storageRefused } from '#browser/refused-cookies.ts';
import type { ToastInput } from '#browser/toasts.ts';
import { HIDDEN_KEY, KEPT_KEY } from '#contract/constants.ts';
import { type HideReason, KEPT_HERE_MAX, readIds, readReasons } from '../marks.ts';

const SIGN_IN_MS = 10_000;

interface Surroundings {
  readonly store: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
  readonly say: (input: ToastInput) => void;
  /** Shows it. */
  readonly mark: (kind: 'kept' | 'hidden', listingId: number, on: boolean) => void;
}

/** What a browser keeps and hides for somebody without account. */
export function browserMarks({ store, say, mark }: Surroundings) {
  function read<Value>(key: string, parse: (text: string | null) => Value): Value {
    try {
      return parse(store()?.getItem(key) ?? null);
    } catch {
      return parse(null);
    }
  }

  /** Null leaves nothing behind; false where nothing can be written. */
  function write(key: string, value: unknown): boolean {
    try {
      const here = store();
      if (value === null) here?.removeItem(key);
      else here?.setItem(key, JSON.stringify(value));
      return here !== null;
    } catch {
      return false;
    }
  }

  const kept = (): number[] => read(KEPT_KEY, readIds);
  const writeKept = (ids: readonly number[]) => write(KEPT_KEY, ids.length === 0 ? null : ids);
  /** With the reason that was given. */
  const hidden = (): Map<number, HideReason | null> => read(HIDDEN_KEY, readReasons);
  const writeHidden = (reasons: ReadonlyMap<number, HideReason | null>) =>
    write(HIDDEN_KEY, reasons.size === 0 ? null : Object.fromEntries(reasons));

  /** Answers what a tab shows of it. */
  function marks() {
    const reasons = hidden();
    return { kept: new Set(kept()), hidden: new Set(reasons.keys()), reasons };
  }

  function forget(kind: 'kept' | 'hidden', id: number): void {
    if (kind === 'kept') writeKept(kept().filter((each) => each !== id));
    else {
      const reasons = hidden();
      reasons.delete(id);
      writeHidden(reasons);
    }
  }

  function drop(kind: 'kept' | 'hidden', id: number): void {
    forget(kind, id);
    mark(kind, id, false);
  }

  function keep(id: number, signIn: () => void): void {
    const before = kept();
    const action = { label: 'Se connecter', onSelect: signIn };
    if (before.includes(id)) return mark('kept', id, true);
    if (before.length >= KEPT_HERE_MAX)
      return say({
        title: `${KEPT_HERE_MAX} annonces gardées, c’est le maximum sans compte`,
        description: 'Connectez-vous pour en garder plus.',
        variant: 'destructive',
        duration: SIGN_IN_MS,
        action,
      });
    if (!writeKept([...before, id])) {
      const { says, canSignIn } = storageRefused();
      return say({
        title: 'L’annonce n’a pas été gardée',
        description: says,
        variant: 'destructive',
        duration: SIGN_IN_MS,
        ...(canSignIn ? { action } : {}),
      });
    }
    mark('kept', id, true);
    // As with an account, what is kept is no longer hidden.
    drop('hidden', id);
    // Said with the first one only.
    say(
      before.length === 0
        ? {
            title: 'Gardée dans ce navigateur',
            description: 'Connectez-vous pour la retrouver partout.',
            duration: SIGN_IN_MS,
            action,
          }
        : { title: 'Annonce gardée', action: { label: 'Annuler', onSelect: () => drop('kept', id) } },
    );
  }

  /** After « Annuler ». */
  function keepAgain(id: number): void {
    if (writeKept([...kept(), id])) mark('kept', id, true);
  }

  /** The page says what it does; what cannot be done is said here. */
  function hide(id: number, reason: HideReason | null = null): void {
    const reasons = hidden();
    const full = !reasons.has(id) && reasons.size >= KEPT_HERE_MAX;
    if (!full && writeHidden(reasons.set(id, reason))) return mark('hidden', id, true);
    say({
      title: full
        ? `${KEPT_HERE_MAX} annonces masquées, c’est le maximum sans compte`
        : 'L’annonce n’a pas été masquée',
      description: full ? 'Connectez-vous pour en masquer plus.' : storageRefused().says,
      variant: 'destructive',
      duration: SIGN_IN_MS,
    });
  }

  return { kept, hidden, marks, keep, keepAgain, hide, drop, forget };
}
