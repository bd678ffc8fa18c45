import { readError } from '#browser/read-error.ts';
import type { ToastInput } from '#browser/toasts.ts';
import { favoriteErrors } from '../marks.ts';
import type { SendMark } from './account.client.ts';
import type { MarkKind } from './shown.client.ts';
import type { browserMarks } from './this-browser.client.ts';

interface Surroundings {
  readonly here: ReturnType<typeof browserMarks>;
  readonly send: SendMark;
  readonly say: (input: ToastInput) => void;
  /** The account has it, or `taken` is false: the listing is gone. */
  readonly onAnswer: (kind: MarkKind, id: number, taken: boolean) => void;
}

/** Sends what this browser kept and hid to the account of its reader, one by one. */
export function joiningMarks({ here, send, say, onAnswer }: Surroundings) {
  let merging: Promise<void> | null = null;
  /** How many joined the account since somebody asked. */
  let joined = 0;

  async function sendAll(): Promise<void> {
    let sent = 0;
    const waiting = [
      ...here.kept().map((id) => ({ kind: 'kept' as const, id, reason: null })),
      ...[...here.hidden()].map(([id, reason]) => ({ kind: 'hidden' as const, id, reason })),
    ];
    for (const { kind, id, reason } of waiting) {
      try {
        await send(kind, id, true, reason);
        onAnswer(kind, id, true);
        joined += 1;
        if (kind === 'kept') sent += 1;
      } catch (error) {
        const { status, code, message } = readError(error);
        // A listing that is gone is of no use; anything else is tried again on another page.
        if (status !== 404) {
          if (code === favoriteErrors.FAVORITE_LIMIT.code)
            say({
              title: 'Toutes vos annonces n’ont pas pu rejoindre vos favoris',
              description: message,
            });
          break;
        }
        onAnswer(kind, id, false);
      }
      here.forget(kind, id);
    }
    if (sent > 0)
      say({
        title: sent === 1 ? 'Une annonce a rejoint vos favoris' : `${sent} annonces ont rejoint vos favoris`,
        description: 'Elles étaient gardées dans ce navigateur.',
      });
  }

  return {
    join(): Promise<void> {
      if (here.kept().length + here.hidden().size === 0) return Promise.resolve();
      merging ??= sendAll().finally(() => {
        merging = null;
      });
      return merging;
    },
    takeCount(): number {
      const count = joined;
      joined = 0;
      return count;
    },
  };
}
