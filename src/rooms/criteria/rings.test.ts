import { expect, test } from 'vitest';
import {
  boxAround,
  boxOf,
  circleAround,
  covers,
  isZone,
  type Ring,
  readRing,
  type Spot,
  toUnits,
  writeRing,
} from './rings.ts';

const square: Ring = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

test('an outline is written and read back as it was', () => {
  const ring: Ring = [
    [toUnits(4.3601), toUnits(43.8367)],
    [toUnits(4.41), toUnits(43.81)],
    [toUnits(-1.55), toUnits(47.21)],
  ];
  expect(readRing(writeRing(ring))).toEqual(ring);
  expect(writeRing(square)).toMatch(/^[\w-]+$/);
});

test.for([
  ['nothing', ''],
  ['a letter of no alphabet', 'AA!A'],
  ['half a number', `${writeRing(square)}_`],
  ['half a point', `${writeRing(square)}A`],
  ['two points', writeRing(square.slice(0, 2))],
  ['huge numbers', '_'.repeat(60)],
  [
    'ten thousand points',
    writeRing(Array.from({ length: 10_000 }, (_, index): Spot => [index, index * index])),
  ],
])('%s is no outline', ([, text = '']) => {
  expect(readRing(text)).toBeNull();
});

test('edges that cross, touch, fold or have no length make no zone', () => {
  const bow: Ring = [
    [0, 0],
    [100, 100],
    [100, 0],
    [0, 100],
  ];
  const fold: Ring = [...square.slice(0, 2), [50, 0], [0, 100]];
  const pinched: Ring = [
    [0, 0],
    [100, 0],
    [50, 50],
    [100, 100],
    [0, 100],
    [50, 50],
  ];
  const twice: Ring = [...square, [0, 100]];
  const flat: Ring = [
    [0, 0],
    [50, 0],
    [100, 0],
  ];
  const wide: Ring = square.map(([x, y]) => [x * 20_000, y]);
  const outOfEarth: Ring = square.map(([x, y]) => [x, y + toUnits(86)]);
  expect([bow, fold, pinched, twice, flat, wide, outOfEarth].map(isZone)).toEqual(Array(7).fill(false));
  expect(isZone(square)).toBe(true);
});

test('inside, on an edge, on a corner, outside', () => {
  const spots: Spot[] = [
    [50, 50],
    [0, 50],
    [50, 100],
    [100, 100],
    [0, 0],
    [101, 50],
    [-1, 100],
    [50, -1],
  ];
  expect(spots.map((spot) => covers(square, spot))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('circles and boxes for those who do not draw are zones of the size asked', () => {
  const centre: Spot = [toUnits(4.36), toUnits(43.84)];
  const circle = circleAround(centre, 5);
  const box = boxAround(centre, 4, 2);
  expect(isZone(circle) && isZone(box)).toBe(true);
  const [west, south, east, north] = boxOf(circle);
  expect(((north - south) / 100_000) * 111.195).toBeCloseTo(10, 2);
  expect(((east - west) / 100_000) * 111.195 * Math.cos((43.84 * Math.PI) / 180)).toBeCloseTo(10, 2);
  expect(covers(circle, centre)).toBe(true);
});
