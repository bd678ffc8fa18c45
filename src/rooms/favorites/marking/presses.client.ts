import type { ToastInput } from '#browser/toasts.ts';
import type { MarkKind } from './shown.client.ts';
import type { browserMarks } from './this-browser.client.ts';

export interface Presses {
  /** `signIn` leads to the login page and back. */
  keep(listingId: number, signIn: () => void): void;
  unkeep(listingId: number): void;
  /** `quiet`: what replaces the listing says it, and how to undo it. */
  hide(listingId: number, options?: { quiet?: boolean }): void;
  showAgain(listingId: number, options?: { quiet?: boolean }): void;
}

interface Surroundings {
  /** Somebody may have come or left since the page was drawn. */
  readonly arrive: () => void;
  readonly here: ReturnType<typeof browserMarks>;
  readonly signedIn: () => boolean;
  /** Shows a mark of the account, and tells the server. */
  readonly set: (kind: MarkKind, id: number, on: boolean, signIn?: () => void) => void;
  readonly say: (input: ToastInput) => void;
}

/** What a press does, with an account or without, and what it says, with how to undo it. */
export function pressesOf({ arrive, here, signedIn, set, say }: Surroundings): Presses {
  const undo = (onSelect: () => void) => ({ label: 'Annuler', onSelect });
  return {
    keep(id, signIn) {
      arrive();
      if (!signedIn()) return here.keep(id, signIn);
      set('kept', id, true, signIn);
      say({ title: 'Gardée dans vos favoris', action: undo(() => set('kept', id, false)) });
    },
    unkeep(id) {
      arrive();
      if (signedIn()) set('kept', id, false);
      else here.drop('kept', id);
      say({
        title: signedIn() ? 'Retirée de vos favoris' : 'Annonce plus gardée',
        action: undo(() => {
          if (signedIn()) set('kept', id, true);
          else here.keepAgain(id);
        }),
      });
    },
    hide(id, { quiet = false } = {}) {
      arrive();
      if (!signedIn()) return here.hide(id);
      set('hidden', id, true);
      if (!quiet)
        say({
          title: 'Annonce masquée',
          description: 'Elle ne paraîtra plus dans vos recherches.',
          action: undo(() => set('hidden', id, false)),
        });
    },
    showAgain(id, { quiet = false } = {}) {
      arrive();
      if (!signedIn()) return here.drop('hidden', id);
      set('hidden', id, false);
      if (!quiet) say({ title: 'Annonce de nouveau visible', action: undo(() => set('hidden', id, true)) });
    },
  };
}
