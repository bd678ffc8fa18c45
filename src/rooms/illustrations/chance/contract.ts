// Draws: what the demonstration leaves to chance, the same chance each time.
// Owns nothing.
// Announces nothing.

/** Draws that depend on nothing but a seed: same seed, same demonstration on every machine. */
export interface Chance {
  /** From 0 to 1, 1 excluded. */
  next(): number;
  between(least: number, most: number): number;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  /** True for this share of the draws. */
  maybe(share: number): boolean;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  /** The same list in another order. */
  shuffle<T>(list: readonly T[]): T[];
  /** Draws of their own: what is drawn there does not shift what is drawn here. */
  branch(name: string): Chance;
}
