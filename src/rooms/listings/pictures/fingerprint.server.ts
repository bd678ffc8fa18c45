/**
 * What tells a picture from another when its bytes do not: the signs of the 64 slowest waves of its grey levels
 * (pHash: DCT of 32 x 32 cells, without the mean). Encoding again, another size, a thin crop or a watermark move few
 * of them. A picture without structure (a plain wall, a gradient) has waves no stronger than noise: it has no
 * fingerprint, else all of them would be the same picture.
 */

/** Cells across and down of the grey picture. */
export const FINGERPRINT_SIDE = 32;

const BITS = 64;
const PARTS = 4;
/** Half of the waves are at least this strong, in grey levels summed over the cells; noise of a wall stays below 10. */
const FAINTEST = 24;

const N = FINGERPRINT_SIDE;
/** Diagonal by diagonal: the slowest first. */
const WAVES = slowestWaves();
const SLOWEST = 1 + Math.max(...WAVES.flat());
const COSINES = Array.from({ length: SLOWEST }, (_, wave) =>
  Float64Array.from({ length: N }, (_, cell) => Math.cos(((2 * cell + 1) * wave * Math.PI) / (2 * N))),
);

function slowestWaves(): [across: number, down: number][] {
  const waves: [number, number][] = [];
  for (let diagonal = 1; waves.length < BITS; diagonal += 1) {
    for (let across = 0; across <= diagonal && waves.length < BITS; across += 1) {
      waves.push([across, diagonal - across]);
    }
  }
  return waves;
}

/**
 * Fingerprint of 32 x 32 grey levels, row by row: 64 bits, as a signed number; null when the picture has nothing to
 * tell it by.
 */
export function fingerprintOf(grey: Uint8Array): bigint | null {
  const strengths = strengthsOf(grey);
  const middle = strengths.map(Math.abs).toSorted((a, b) => a - b)[BITS / 2]!;
  if (middle < FAINTEST) return null;
  let bits = 0n;
  for (const [rank, strength] of strengths.entries()) {
    if (strength <= 0) continue;
    // Slow and fast waves in each quarter of the bits: searches go by quarters, and slow waves are alike in many pictures.
    bits |= 1n << BigInt((rank % PARTS) * (BITS / PARTS) + Math.floor(rank / PARTS));
  }
  return BigInt.asIntN(BITS, bits);
}

function strengthsOf(grey: Uint8Array): number[] {
  const columns = COSINES.map((cosines) => {
    const sums = new Float64Array(N);
    for (let row = 0; row < N; row += 1) {
      let sum = 0;
      for (let cell = 0; cell < N; cell += 1) sum += grey[row * N + cell]! * cosines[cell]!;
      sums[row] = sum;
    }
    return sums;
  });
  return WAVES.map(([across, down]) => {
    const [sums, cosines] = [columns[across]!, COSINES[down]!];
    let sum = 0;
    for (let row = 0; row < N; row += 1) sum += sums[row]! * cosines[row]!;
    return sum;
  });
}
