import type { Changes } from '../contract.ts';

/** What was typed and is not saved yet, on this device: a network that fails, a closed tab, lose nothing. */
interface KeptChanges {
  /** The version it was typed on. */
  readonly version: string;
  readonly changes: Changes;
}

const keyOf = (id: number) => `annonce-${id}`;

export const keptChanges = {
  read(id: number): KeptChanges | null {
    try {
      const text = localStorage.getItem(keyOf(id));
      const kept = text ? (JSON.parse(text) as Partial<KeptChanges>) : null;
      return kept && typeof kept.version === 'string' && typeof kept.changes === 'object'
        ? (kept as KeptChanges)
        : null;
    } catch {
      return null;
    }
  },
  keep(id: number, kept: KeptChanges): void {
    try {
      localStorage.setItem(keyOf(id), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: what is typed stays on the page.
    }
  },
  forget(id: number): void {
    try {
      localStorage.removeItem(keyOf(id));
    } catch {
      // Nothing was kept.
    }
  },
};
