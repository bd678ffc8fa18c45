/**
 * Unspent: what a boost that ended did not spend of its media budget, as the terms of sale count it.
 */
import { dayBefore, parisDay } from '#contract/day.ts';

const DAY_MS = 86_400_000;

interface Ended {
  /** Cents that were bought for the network. */
  readonly mediaBudget: number;
  /** Days that were bought and given. */
  readonly days: number;
  /** Null: it never began. */
  readonly startedAt: Date | null;
  /** When it was to end, its pauses counted; and, when it ended during a pause, when that pause began. */
  readonly endsAt: Date | null;
  readonly pausedAt: Date | null;
  readonly endedAt: Date;
  /** Reported days, `YYYY-MM-DD` in Paris, and cents. */
  readonly ledger: readonly { readonly day: string; readonly spend: number }[];
}

/** The days in Paris from its first to its last, both included; none when it never began. */
export function shownDays({ startedAt, endedAt }: Pick<Ended, 'startedAt' | 'endedAt'>): string[] {
  if (!startedAt || endedAt < startedAt) return [];
  // An end at midnight belongs to the day before.
  const last = parisDay(new Date(Math.max(startedAt.getTime(), endedAt.getTime() - 1))).day;
  const days: string[] = [];
  for (let { day } = parisDay(startedAt); day <= last; day = dayBefore(day, -1)) days.push(day);
  return days;
}

/** Days of those that were bought that did not begin. */
export function daysNotBegun({
  days,
  startedAt,
  endsAt,
  pausedAt,
  endedAt,
}: Omit<Ended, 'mediaBudget' | 'ledger'>) {
  if (!startedAt || !endsAt) return days;
  const left = endsAt.getTime() - (pausedAt ?? endedAt).getTime();
  return Math.max(0, Math.min(days, Math.floor(left / DAY_MS)));
}

/**
 * Cents that were not spent, from 0 to the media budget. What the network reported counts; a day that began and that it
 * never reported counts as spent for its share; days that did not begin are not spent.
 */
export function unspentBudget(ended: Ended): number {
  const { mediaBudget, days, ledger } = ended;
  const reported = new Set(ledger.map(({ day }) => day));
  const spent = ledger.reduce((total, { spend }) => total + spend, 0);
  const silent = shownDays(ended).filter((day) => !reported.has(day)).length;
  const begun = days - daysNotBegun(ended);
  const share = Math.ceil((mediaBudget * Math.min(silent, begun)) / days);
  return Math.max(0, mediaBudget - spent - share);
}
