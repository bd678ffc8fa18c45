import type { HideReason } from '../marks.ts';
import type { MarkKind, Marks } from './shown.client.ts';

/** Tells the server; throws what `callApi` throws. */
export type SendMark = (
  kind: MarkKind,
  listingId: number,
  on: boolean,
  reason?: HideReason | null,
) => Promise<unknown>;

/** A mark as it was sent. */
export interface SentMark {
  readonly kind: MarkKind;
  readonly id: number;
  readonly wanted: boolean;
}

interface Surroundings {
  /** The marks that the tab shows. */
  readonly shown: () => Marks;
  readonly send: SendMark;
  readonly onRefused: (mark: SentMark, error: unknown, signIn?: () => void) => void;
}

/**
 * The marks of an account: what the server has, as far as it said. It is told, one call at a time for each listing, until
 * it has what the tab shows.
 */
export function accountMarks({ shown, send, onRefused }: Surroundings) {
  let truth: Record<MarkKind, Set<number>> = { kept: new Set(), hidden: new Set() };
  let loading: Promise<void> = Promise.resolve();
  const busy = new Map<string, Promise<void>>();

  /** What the server has, but as it was pressed what was pressed in the meantime. */
  function withPressed(kind: MarkKind): Set<number> {
    const next = new Set(truth[kind]);
    for (const key of busy.keys()) {
      const [of, id] = key.split(' ');
      if (of !== kind) continue;
      if (shown()[kind].has(Number(id))) next.add(Number(id));
      else next.delete(Number(id));
    }
    return next;
  }

  function note({ kind, id, wanted }: SentMark): void {
    if (wanted) truth[kind].add(id);
    else truth[kind].delete(id);
    // The server shows again what is kept.
    if (kind === 'kept' && wanted) truth.hidden.delete(id);
  }

  async function bring(kind: MarkKind, id: number, signIn?: () => void): Promise<void> {
    let wanted = shown()[kind].has(id);
    try {
      // At once, whatever the server has: the page may be left before it says so.
      if (!shown().known) {
        await send(kind, id, wanted);
        await loading;
        note({ kind, id, wanted });
      }
      await loading;
      while (shown().signedIn && truth[kind].has(id) !== shown()[kind].has(id)) {
        wanted = shown()[kind].has(id);
        await send(kind, id, wanted);
        note({ kind, id, wanted });
      }
    } catch (error) {
      onRefused({ kind, id, wanted }, error, signIn);
    }
  }

  return {
    has: (kind: MarkKind, id: number): boolean => truth[kind].has(id),
    add: (kind: MarkKind, id: number) => void truth[kind].add(id),
    /** For another reader, or nobody. */
    forget(): void {
      truth = { kept: new Set(), hidden: new Set() };
    },
    /** What the server has; answers what is to be shown. */
    learn(answer: Readonly<Record<MarkKind, readonly number[]>>): Record<MarkKind, Set<number>> {
      truth = { kept: new Set(answer.kept), hidden: new Set(answer.hidden) };
      return { kept: withPressed('kept'), hidden: withPressed('hidden') };
    },
    /** Until `work` has asked the server what it has, nothing is compared to it. */
    load(work: Promise<void>): void {
      loading = work;
    },
    loaded: () => loading,
    /** Brings the server to what is shown. */
    settle(kind: MarkKind, id: number, signIn?: () => void): void {
      const key = `${kind} ${id}`;
      if (busy.has(key)) return;
      busy.set(
        key,
        bring(kind, id, signIn).finally(() => busy.delete(key)),
      );
    },
  };
}
