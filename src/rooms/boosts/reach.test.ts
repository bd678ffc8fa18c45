import { expect, test } from 'vitest';
import { estimateReach } from './reach.ts';

const around = { mediaBudget: 11_000, days: 14, radiusKm: 30, population: 900_000 };

test('is a range that grows with the budget and never passes half of the inhabitants', () => {
  const one = estimateReach(around);
  expect(one.low).toBeGreaterThan(0);
  expect(one.high).toBeGreaterThan(one.low);
  const more = estimateReach({ ...around, mediaBudget: 22_000 });
  expect([more.low > one.low, more.high > one.high]).toEqual([true, true]);
  expect(estimateReach({ ...around, days: 60 }).low).toBeLessThan(one.low);
  const village = estimateReach({ ...around, population: 1_900 });
  expect([village.low, village.high]).toEqual([950, 950]);
  expect(estimateReach({ ...around, population: 0 })).toMatchObject({ low: 0, high: 0 });
});

test('says how it is made, and that it is no promise', () => {
  const { method } = estimateReach(around);
  const plain = method.replaceAll('\u00a0', ' ');
  expect(plain).toBe(
    'Estimation, jamais une promesse : 110,00 € à un prix supposé de 4,00 € à 9,00 € pour mille affichages, chaque personne voyant la publicité de 1,5 à 2,9 fois en 14 jours, parmi la moitié des 900 000 habitants à moins de 30 km.',
  );
  expect(method.match(/\./g)).toHaveLength(1);
});
