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

/** A source of draws for a seed (sfc32, seeded by FNV hashes of the text). */
export function chanceOf(seed: string): Chance {
  const draw = sfc32(seed);
  const chance: Chance = {
    next: draw,
    between: (least, most) => least + draw() * (most - least),
    whole: (least, most) => least + Math.floor(draw() * (most - least + 1)),
    maybe: (share) => draw() < share,
    pick: (list) => {
      const found = list[Math.floor(draw() * list.length)];
      if (found === undefined) throw new RangeError('rien à tirer d’une liste vide');
      return found;
    },
    shuffle: (list) => {
      const left = [...list];
      for (let index = left.length - 1; index > 0; index -= 1) {
        const other = Math.floor(draw() * (index + 1));
        [left[index], left[other]] = [left[other]!, left[index]!];
      }
      return left;
    },
    branch: (name) => chanceOf(`${seed}/${name}`),
  };
  return chance;
}

function sfc32(seed: string): () => number {
  let a = hashOf(seed, 0x81_1c_9d_c5);
  let b = hashOf(seed, a);
  let c = hashOf(seed, b);
  let count = 1;
  const draw = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < 12; turn += 1) draw();
  return draw;
}

function hashOf(text: string, start: number): number {
  let hash = start | 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c_1b_3c_6d) ^ (hash >>> 12);
}
