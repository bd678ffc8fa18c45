import { describe, expect, test } from 'vitest';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { type GridOutline, type GridPoint, readTopology, writeTopology } from './topology.server.ts';

const { seed, int, chance } = chanceOf();
const departments = ['34', '2A', '97'];
/** Lengths of the streams, before them. */
const LENGTHS = 32;

/** Squares side by side with crooked borders; some have an island, some a hole. */
function mosaic(side: number): GridOutline[] {
  const nodes = new Map<string, GridPoint>();
  const node = (column: number, row: number): GridPoint => {
    const key = `${column} ${row}`;
    const known = nodes.get(key);
    if (known) return known;
    const point: GridPoint = [column * 100 + int(-20, 20) - 500, row * 100 + int(-20, 20) - 500];
    nodes.set(key, point);
    return point;
  };
  const borders = new Map<string, GridPoint[]>();
  const between = ([x, y]: GridPoint, [toX, toY]: GridPoint): readonly GridPoint[] => {
    const known = borders.get(`${toX} ${toY} ${x} ${y}`);
    if (known) return known.toReversed();
    const points = Array.from({ length: int(0, 2) }, (_, rank): GridPoint => {
      const part = (rank + 1) / 3;
      return [Math.round(x + (toX - x) * part) + int(-9, 9), Math.round(y + (toY - y) * part) + int(-9, 9)];
    });
    borders.set(`${x} ${y} ${toX} ${toY}`, points);
    return points;
  };
  return Array.from({ length: side * side }, (_, rank): GridOutline => {
    const [column, row] = [rank % side, Math.floor(rank / side)];
    const corners = [
      node(column, row),
      node(column + 1, row),
      node(column + 1, row + 1),
      node(column, row + 1),
    ];
    const ring = corners.flatMap((corner, at) => [
      corner,
      ...between(corner, corners[(at + 1) % 4] as GridPoint),
    ]);
    const apart = Array.from({ length: chance(0.2) ? int(1, 2) : 0 }, (): GridPoint[] => {
      const [x, y] = [int(-1e6, 1e6), int(-1e6, 1e6)];
      return [
        [x, y],
        [x, y + 3],
        [x + 3, y],
      ];
    });
    const department = departments[column % departments.length] ?? '';
    return { code: department + String(rank).padStart(3, '0'), rings: [ring, ...apart] };
  });
}

/** The same whatever the order of the rings and the point where each begins. */
function canonical(outlines: readonly GridOutline[]): string[] {
  const canonicalRing = (ring: readonly GridPoint[]) =>
    ring
      .map((_, first) => [...ring.slice(first), ...ring.slice(0, first)].join(' '))
      .toSorted()
      .at(0) ?? '';
  return outlines
    .map(({ code, rings }) => `${code}: ${rings.map(canonicalRing).toSorted().join(' | ')}`)
    .toSorted();
}

describe('outlines as a topology', () => {
  test(`are read back as they were written (SEED=${seed})`, () => {
    for (const side of [1, 2, 9, 25]) {
      const outlines = mosaic(side);
      expect(canonical(readTopology(writeTopology(outlines)))).toEqual(canonical(outlines));
    }
    expect(readTopology(writeTopology([]))).toEqual([]);
  });

  test('hold a border between two places once', () => {
    const outlines = mosaic(20).map(({ code, rings }) => ({ code, rings: rings.slice(0, 1) }));
    const weigh = (some: readonly GridOutline[]) => writeTopology(some).length - LENGTHS;
    const alone = outlines.reduce((sum, one) => sum + weigh([one]), 0);
    expect(weigh(outlines)).toBeLessThan(alone * 0.75);
  });

  test('need not be well drawn', () => {
    const square: GridPoint[] = [
      [0, 0],
      [0, 9],
      [9, 9],
      [9, 0],
    ];
    const outlines: GridOutline[] = [
      { code: '34001', rings: [square, square] },
      // The same land again, and its borders in the same direction.
      { code: '34002', rings: [square] },
      { code: '34003', rings: [square.toReversed()] },
      { code: '34004', rings: [[[5, 5]]] },
      {
        code: '34005',
        rings: [
          [
            [5, 5],
            [5, 5],
            [6, 5],
            [5, 5],
          ],
        ],
      },
      {
        code: '34006',
        rings: [
          [
            [-1, -2],
            [-3, -4],
          ],
        ],
      },
    ];
    expect(canonical(readTopology(writeTopology(outlines)))).toEqual(canonical(outlines));
  });

  test('are refused when the bytes are not whole', () => {
    const bytes = writeTopology(mosaic(5));
    for (const length of [0, 3, LENGTHS, Math.floor(bytes.length / 2), bytes.length - 1])
      expect(() => readTopology(bytes.subarray(0, length)), `${length}`).toThrow('damaged');
    expect(() => readTopology(Buffer.concat([bytes, Buffer.from([0])]))).toThrow('damaged');
  });
});
