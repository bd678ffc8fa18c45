import { expect, test } from 'vitest';
import { readPoint, writePoint } from './point.ts';

test.each([
  ['43.8367, 4.3601', [4.3601, 43.8367]],
  ['43,8367 ; 4,3601', [4.3601, 43.8367]],
  ['43,8367, 4,3601', [4.3601, 43.8367]],
  ['  (48.85661,2.35222) ', [2.35222, 48.85661]],
  ['-21.1151° 55.5364°', [55.5364, -21.1151]],
  ['43.83671234567, 4.36012345678', [4.36012, 43.83671]],
  ['48, -4', [-4, 48]],
])('« %s » is read', (text, point) => {
  expect(readPoint(text)).toEqual(point);
});

test.each([
  '',
  '43.8367',
  'Nîmes',
  '91, 4',
  '43, 181',
  '43.8367, 4.3601, 12',
  '43.8.3, 4',
  '1e3, 4',
  '43,8367',
])('« %s » is no point', (text) => {
  expect(readPoint(text)).toBeNull();
});

test('what is written is read again', () => {
  for (const point of [
    [4.3601, 43.8367],
    [-4.4861, 48.39039],
    [55.5364, -21.1151],
  ] as const)
    expect(readPoint(writePoint(point))).toEqual(point);
});
