import { LAST_VISIT_KEY } from '#contract/constants.ts';
import { parisDay } from '#contract/day.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Notes today's visit and answers how many days have passed since the one before, when it was on another day
 * (specification 4). Without consent nothing is kept, and nothing is known (interface.md, fine points 14).
 */
export function returnVisit(store: Store, agreed: boolean, now: Date): { days: number } | null {
  if (!agreed) {
    store.removeItem(LAST_VISIT_KEY);
    return null;
  }
  const { day: today } = parisDay(now);
  const before = store.getItem(LAST_VISIT_KEY) ?? '';
  if (before !== today) store.setItem(LAST_VISIT_KEY, today);
  const days = Math.round((Date.parse(today) - Date.parse(before)) / 86_400_000);
  return days > 0 ? { days } : null;
}
