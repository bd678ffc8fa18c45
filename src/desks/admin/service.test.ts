import { expect, test } from 'vitest';
import { jobs } from '../../worker.server.ts';
import { cronWords, tasks } from './service.ts';

test.each([
  ['20 4 * * *', 'chaque jour à 04:20'],
  ['5 0 * * *', 'chaque jour à 00:05'],
  ['10 6,10,14,18 * * *', 'chaque jour à 06:10, 10:10, 14:10 et 18:10'],
  ['*/10 * * * *', 'toutes les 10\u00a0minutes'],
  ['0 8 * * 1', '0 8 * * 1'],
])('%s is said %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});

test('every scheduled task has its words, and no other', () => {
  const scheduled = jobs.filter(({ schedule }) => schedule !== undefined).map(({ name }) => name);
  expect(Object.keys(tasks).toSorted()).toEqual(scheduled.toSorted());
});
