/** mulberry32: the same seed gives the same numbers, 0 included, 1 excluded. */
export function dice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Chance {
  readonly seed: number;
  readonly chance: (probability: number) => boolean;
  readonly int: (min: number, max: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
  readonly some: <T>(values: readonly T[], probability?: number) => T[];
}

/** Random choices from SEED, or from a new seed: tests print it. */
export function chanceOf(seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))): Chance {
  const random = dice(seed);
  const int = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  return {
    seed,
    int,
    chance: (probability) => random() < probability,
    pick: <T>(values: readonly T[]) => values[int(0, values.length - 1)] as T,
    some: <T>(values: readonly T[], probability = 0.4) => values.filter(() => random() < probability),
  };
}
