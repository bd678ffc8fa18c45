import { describe, expect, it } from 'vitest';
import { centre, districtGeometry, type Located, nearest, union } from './geometry.server.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('nearest', () => {
  it(`finds what looking at every pair finds (SEED=${SEED})`, () => {
    const random = randomFrom(SEED);
    const places: Located[] = Array.from({ length: 400 }, (_, index) => ({
      code: String(index).padStart(3, '0'),
      kind: 'commune',
      cityCode: String(index).padStart(3, '0'),
      // Across the meridian and far enough north that longitudes shrink.
      spot: [-0.5 + random(), 48 + random()],
    }));
    const fast = nearest(places, 5);
    for (const place of places) {
      const [lng, lat] = place.spot ?? [0, 0];
      const shrink = Math.cos((lat * Math.PI) / 180);
      const slow = places
        .filter((other) => other.code !== place.code)
        .map(({ code, spot }) => ({ code, distance: Math.hypot((spot![0] - lng) * shrink, spot![1] - lat) }))
        .toSorted((a, b) => a.distance - b.distance)
        .slice(0, 5)
        .map(({ code }) => code);
      expect(fast.get(place.code)).toEqual(slow);
    }
  });

  it('gives communes to a commune, districts and communes but never its city to a district', () => {
    const at = (code: string, kind: Located['kind'], cityCode: string, lng: number): Located => ({
      code,
      kind,
      cityCode,
      spot: [lng, 48],
    });
    const places = [
      at('city', 'commune', 'city', 2),
      at('first', 'district', 'city', 2.01),
      at('second', 'district', 'city', 2.02),
      at('suburb', 'commune', 'suburb', 2.05),
      { code: 'lost', kind: 'commune', cityCode: 'lost', spot: null } as const,
    ];
    expect(Object.fromEntries(nearest(places, 5))).toEqual({
      city: ['suburb'],
      first: ['second', 'suburb'],
      second: ['first', 'suburb'],
      suburb: ['city'],
    });
  });
});

it('unites boxes and finds their centre', () => {
  expect(union([])).toBeNull();
  expect(
    union([
      [1, 2, 3, 4],
      [0, 3, 2, 6],
    ]),
  ).toEqual([0, 2, 3, 6]);
  expect(centre([0, 2, 3, 6])).toEqual([1.5, 4]);
});

it('keeps the centre of each district inside its box', () => {
  const rows = Object.entries(districtGeometry);
  expect(rows).toHaveLength(45);
  for (const [code, [lng, lat, west, south, east, north]] of rows) {
    expect(west < lng && lng < east && south < lat && lat < north, code).toBe(true);
  }
});
