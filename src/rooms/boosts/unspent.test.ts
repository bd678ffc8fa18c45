import { describe, expect, test } from 'vitest';
import { daysNotBegun, shownDays, unspentBudget } from './unspent.ts';

const at = (text: string) => new Date(text);
const DAY_MS = 86_400_000;
/** Seven days at 50 €, begun on the first of June at noon in Paris. */
const week = {
  mediaBudget: 5_000,
  days: 7,
  startedAt: at('2027-06-01T10:00:00Z'),
  endsAt: at('2027-06-08T10:00:00Z'),
  pausedAt: null,
} as const;
const spent = (...spends: number[]) => spends.map((spend, rank) => ({ day: `2027-06-0${rank + 1}`, spend }));

describe('what was not spent', () => {
  test.each([
    [
      'everything was reported',
      { endedAt: at('2027-06-04T10:00:00Z'), ledger: spent(700, 700, 700, 250) },
      2_650,
    ],
    ['nothing was, after three days', { endedAt: at('2027-06-04T10:00:00Z'), ledger: [] }, 2_857],
    [
      'one of four days was not',
      { endedAt: at('2027-06-04T10:00:00Z'), ledger: spent(700, 700, 700) },
      2_185,
    ],
    ['all of its days passed in silence', { endedAt: at('2027-06-08T10:00:00Z'), ledger: [] }, 0],
    [
      'the network spent less than the budget',
      { endedAt: at('2027-06-08T10:00:00Z'), ledger: spent(600, 600, 600, 600, 600, 600, 600, 300) },
      500,
    ],
    ['the network spent more', { endedAt: at('2027-06-03T10:00:00Z'), ledger: spent(3_000, 3_000, 10) }, 0],
  ])('when %s', (_, said, unspent) => {
    expect(unspentBudget({ ...week, ...said })).toBe(unspent);
  });

  test('of a boost that never began is all of it', () => {
    const ended = { ...week, startedAt: null, endsAt: null, endedAt: at('2027-06-04T10:00:00Z'), ledger: [] };
    expect([unspentBudget(ended), daysNotBegun(ended)]).toEqual([5_000, 7]);
  });

  test('does not count the days of a pause in which it ended', () => {
    // Paused after two days, stopped a week later: five days did not begin.
    const pausedAt = new Date(week.startedAt.getTime() + 2 * DAY_MS);
    const endedAt = new Date(pausedAt.getTime() + 7 * DAY_MS);
    expect(daysNotBegun({ ...week, pausedAt, endedAt })).toBe(5);
    expect(unspentBudget({ ...week, pausedAt, endedAt, ledger: [] })).toBe(3_571);
  });
});

test('days are those of Paris, the one of an end at midnight left out', () => {
  const startedAt = at('2027-06-01T22:30:00Z');
  expect(shownDays({ startedAt, endedAt: at('2027-06-03T22:00:00Z') })).toEqual(['2027-06-02', '2027-06-03']);
  expect(shownDays({ startedAt, endedAt: at('2027-06-03T22:00:01Z') })).toHaveLength(3);
  expect(shownDays({ startedAt: null, endedAt: startedAt })).toEqual([]);
});
