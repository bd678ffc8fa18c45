import type { HideReason } from '../marks.ts';

export type MarkKind = 'kept' | 'hidden';

/** What this browser knows of the reader's listings; a new object at each change. */
export interface Marks {
  readonly signedIn: boolean;
  /** False until the server said what it has. */
  readonly known: boolean;
  readonly kept: ReadonlySet<number>;
  readonly hidden: ReadonlySet<number>;
  /** Why, of what this browser hides without account. */
  readonly reasons: ReadonlyMap<number, HideReason | null>;
}

/** The marks that a tab shows; `changed` is called after each change. */
export function shownMarks(first: Marks, changed: () => void) {
  let marks = first;
  function show(change: Partial<Marks>): void {
    marks = { ...marks, ...change };
    changed();
  }
  return {
    get: () => marks,
    show,
    mark(kind: MarkKind, id: number, on: boolean): void {
      const next = new Set(marks[kind]);
      if (on) next.add(id);
      else next.delete(id);
      show({ [kind]: next });
    },
  };
}
