import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { paperCodeOf } from './printing.server.ts';

test('the strokes of the code are its dark squares, row by row', () => {
  const address = 'https://vigie.example/annonce/123456';
  const { size, path } = paperCodeOf(address);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  let [x, y] = [0, 0];
  for (const [, command, first = '', second = ''] of path.matchAll(/([Mmh])(-?\d+)(?: (-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(first), Math.floor(Number(second))];
    else if (command === 'm') x += Number(first);
    else for (const end = x + Number(first); x < end; x += 1) drawn[y]![x] = true;
  }
  expect(drawn).toEqual(encode(address, { ecc: 'M', border: 0 }).data);
  // The three corners that readers look for.
  for (const [row, column] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    expect(drawn[row]!.slice(column, column + 7)).toEqual(Array(7).fill(true));
  expect(path.length).toBeLessThan(2_500);
});
