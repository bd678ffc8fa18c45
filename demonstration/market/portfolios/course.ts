import type { Chance } from '../../chance.ts';
import type { Money } from '../money/money.ts';
import { lower } from '../money/pricing.ts';
import type { Course } from './portfolio.ts';

/** What happens to a listing between the first feed of its agency and the last. */
export function courseOf(deliveries: readonly number[], first: Money, chance: Chance): Course {
  const last = deliveries.length - 1;
  // A rent at its ceiling with a supplement is not one that is lowered, nor is an annuity.
  const firm = first.kind === 'rent' ? first.supplement !== null : first.annuity !== null;
  const ending = chance.maybe(0.045) ? endingOf(first, chance) : null;
  if (ending) return { since: 0, until: null, gap: null, ending, prices: [{ from: 0, money: first }] };
  if (last >= 2 && chance.maybe(0.025)) {
    const back = chance.whole(2, last);
    const money = firm || chance.maybe(0.4) ? first : lower(first, chance.between(0.02, 0.05));
    return {
      since: 0,
      until: null,
      gap: [back - 1, back],
      ending,
      prices: [{ from: 0, money: first }, ...(money === first ? [] : [{ from: back, money }])],
    };
  }
  // What is new today stays rare enough to be seen.
  const since = chance.maybe(0.1) ? last : last > 1 && chance.maybe(0.28) ? chance.whole(1, last - 1) : 0;
  const until = since < last && chance.maybe(0.08) ? chance.whole(since + 1, last) : null;
  const prices = [{ from: since, money: first }];
  const falls =
    !firm && chance.maybe(first.kind === 'rent' ? 0.16 : 0.3)
      ? chance.pick(last >= 3 ? [1, 1, 2, 3, 3] : [1, 1, 1, 2])
      : 0;
  for (let fall = 0; fall < falls; fall += 1) {
    const before = prices.at(-1)!;
    const from = before.from + (falls > 1 ? 1 : chance.whole(1, Math.max(1, last)));
    if (from <= last && (until === null || from < until))
      prices.push({ from, money: lower(before.money, chance.between(0.018, 0.055)) });
  }
  return { since, until, gap: null, ending: null, prices };
}

function endingOf(money: Money, chance: Chance): Course['ending'] {
  if (money.kind === 'rent') return chance.maybe(0.5) ? 'rented' : 'under_offer';
  return chance.maybe(0.4) ? 'sold' : 'under_offer';
}

/** Whether the feed of this rank holds a listing of this course. */
export function isHeld({ since, until, gap, ending }: Course, rank: number): boolean {
  if (ending !== null || rank < since || (until !== null && rank >= until)) return false;
  return gap === null || rank < gap[0] || rank >= gap[1];
}

/** What it costs in the feed of this rank. */
export function moneyAt({ prices }: Course, rank: number): Money {
  return (prices.findLast(({ from }) => from <= rank) ?? prices[0]!).money;
}
