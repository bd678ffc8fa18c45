import { describe, expect, test } from 'vitest';
import { daysNotBegun, shownDays, unspentBudget } from './unspent.ts';

const at = (text: string) => new Date(text);
const DAY_MS = 86_400_000;
/** Seven days at 50 €, begun on the first of June at noon in Paris. */
const week = {
  mediaBudget: 5_000,
  days: 7,
  freeDays: 0,
  pauses: [],
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

  test('does not count the days of a pause as days that the network kept silent about', () => {
    // Shown for two days, paused for a week, then stopped.
    const pausedAt = new Date(week.startedAt.getTime() + 2 * DAY_MS);
    const ended = {
      ...week,
      pausedAt,
      pauses: [{ since: pausedAt, until: null }],
      endedAt: new Date(pausedAt.getTime() + 7 * DAY_MS),
    };
    expect(unspentBudget({ ...ended, ledger: spent(600, 600, 250) })).toBe(3_550);
    // Of the three days that were shown in part, the last one is lacking.
    expect(unspentBudget({ ...ended, ledger: spent(600, 600) })).toBe(3_085);
  });

  test('of a boost with given days is in proportion to those that were bought', () => {
    // The network has 100 € for fourteen days.
    const given = { ...week, freeDays: 7, endsAt: new Date(week.startedAt.getTime() + 14 * DAY_MS) };
    const half = at('2027-06-08T10:00:00Z');
    expect(
      unspentBudget({ ...given, endedAt: half, ledger: spent(700, 700, 700, 700, 700, 700, 700, 100) }),
    ).toBe(2_500);
    expect(unspentBudget({ ...given, endedAt: half, ledger: [] })).toBe(2_500);
    expect(
      unspentBudget({ ...given, endedAt: given.endsAt, ledger: [{ day: '2027-06-01', spend: 10_000 }] }),
    ).toBe(0);
  });
});

test('days wholly inside a pause are not shown; those in which it begins or is over are', () => {
  const pauses = [{ since: at('2027-06-02T10:00:00Z'), until: at('2027-06-05T10:00:00Z') }];
  expect(shownDays({ startedAt: week.startedAt, endedAt: at('2027-06-06T10:00:00Z'), pauses })).toEqual([
    '2027-06-01',
    '2027-06-02',
    '2027-06-05',
    '2027-06-06',
  ]);
});

test('days are those of Paris, the one of an end at midnight left out', () => {
  const startedAt = at('2027-06-01T22:30:00Z');
  expect(shownDays({ startedAt, endedAt: at('2027-06-03T22:00:00Z') })).toEqual(['2027-06-02', '2027-06-03']);
  expect(shownDays({ startedAt, endedAt: at('2027-06-03T22:00:01Z') })).toHaveLength(3);
  expect(shownDays({ startedAt: null, endedAt: startedAt })).toEqual([]);
});
