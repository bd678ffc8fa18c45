/**
 * Unspent: what a boost that ended did not spend of its media budget, as the terms of sale count it.
 */
import { dayBefore, parisDay, parisMidnight } from '#contract/day.ts';

const DAY_MS = 86_400_000;

/** A pause of a boost; `until` is null while it lasts, or when the boost ended in it. */
export interface Pause {
  readonly since: Date;
  readonly until: Date | null;
}

interface Bought {
  /** Cents that were bought for the network. */
  readonly mediaBudget: number;
  /** Days that were bought. */
  readonly days: number;
  /** Days that were given besides. */
  readonly freeDays: number;
}

interface Ended extends Bought {
  /** Null: it never began. */
  readonly startedAt: Date | null;
  /** When it was to end, its pauses counted; and, when it ended during a pause, when that pause began. */
  readonly endsAt: Date | null;
  readonly pausedAt: Date | null;
  readonly endedAt: Date;
  readonly pauses: readonly Pause[];
  /** Reported days, `YYYY-MM-DD` in Paris, and cents. */
  readonly ledger: readonly { readonly day: string; readonly spend: number }[];
}

/** Cents that the network has for all days: those that were given are shown as those that were bought. */
export function networkBudget({ mediaBudget, days, freeDays }: Bought): number {
  return Math.round((mediaBudget * (days + freeDays)) / days);
}

/**
 * The days in Paris from its first to its last, both included, but for those that lie wholly inside a pause; none when it
 * never began.
 */
export function shownDays({
  startedAt,
  endedAt,
  pauses = [],
}: Pick<Ended, 'startedAt' | 'endedAt'> & Partial<Pick<Ended, 'pauses'>>): string[] {
  if (!startedAt || endedAt < startedAt) return [];
  // An end at midnight belongs to the day before.
  const last = parisDay(new Date(Math.max(startedAt.getTime(), endedAt.getTime() - 1))).day;
  const days: string[] = [];
  for (let { day } = parisDay(startedAt); day <= last; day = dayBefore(day, -1))
    if (!pauses.some((pause) => isInside(day, pause))) days.push(day);
  return days;
}

function isInside(day: string, { since, until }: Pause): boolean {
  return since <= parisMidnight(day) && (until === null || parisMidnight(dayBefore(day, -1)) <= until);
}

/** Days of those that were bought and given that did not begin. */
export function daysNotBegun({
  days,
  freeDays,
  startedAt,
  endsAt,
  pausedAt,
  endedAt,
}: Omit<Ended, 'mediaBudget' | 'ledger' | 'pauses'>) {
  const total = days + freeDays;
  if (!startedAt || !endsAt) return total;
  const left = endsAt.getTime() - (pausedAt ?? endedAt).getTime();
  return Math.max(0, Math.min(total, Math.floor(left / DAY_MS)));
}

/**
 * Cents that were not spent, from 0 to the media budget. What the network reported counts; a day that began and that it
 * never reported counts as spent for its share; days that did not begin, or on which it was paused, are not spent. The
 * network spends on given days too: what it spent counts in proportion to the days that were bought.
 */
export function unspentBudget(ended: Ended): number {
  const { days, freeDays, ledger } = ended;
  const total = days + freeDays;
  const budget = networkBudget(ended);
  const reported = new Set(ledger.map(({ day }) => day));
  const spent = ledger.reduce((total, { spend }) => total + spend, 0);
  const silent = shownDays(ended).filter((day) => !reported.has(day)).length;
  const begun = total - daysNotBegun(ended);
  const share = Math.ceil((budget * Math.min(silent, begun)) / total);
  return Math.floor((Math.max(0, budget - spent - share) * days) / total);
}
