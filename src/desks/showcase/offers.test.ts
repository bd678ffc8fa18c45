import { expect, test } from 'vitest';
import { daysSince, fallOf } from './offers.ts';

const steps = (...cents: number[]) =>
  cents.map((each, rank) => ({ at: `2026-0${rank + 1}-01`, cents: each }));

test('a fall is told with its share and its steps; a price that came back, with nothing', () => {
  expect(fallOf(steps(32_000_000, 31_000_000, 31_500_000, 30_016_000))).toBe('−6,2\u00a0% en 2\u00a0baisses');
  expect(fallOf(steps(30_000_000, 29_000_000, 30_000_000))).toBeNull();
  expect(fallOf(steps(30_000_000))).toBeNull();
});

test('days are counted from the second one on', () => {
  expect(daysSince('2026-11-20T12:00:00Z', '2026-11-21T10:00:00Z')).toBeNull();
  expect(daysSince('2026-08-16T10:00:00Z', '2026-11-21T10:00:00Z')).toBe('97\u00a0jours');
});
