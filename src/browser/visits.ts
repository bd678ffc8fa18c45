import { CONSENT_KEY, LAST_VISIT_KEY } from '../contract/constants.ts';
import { parisDay } from '../contract/day.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whether the reader agreed to audience measurement. Nothing said is no. */
export function measurementAllowed(store: Pick<Store, 'getItem'>): boolean {
  try {
    const consent = JSON.parse(store.getItem(CONSENT_KEY) ?? 'null') as { measurement?: unknown } | null;
    return consent?.measurement === true;
  } catch {
    return false;
  }
}

/**
 * Notes today's visit and answers how many days have passed since the one before, when it was on another day
 * (specification 4). Without consent nothing is kept, and nothing is known (interface.md, fine points 14).
 */
export function returnVisit(store: Store, now: Date): { days: number } | null {
  if (!measurementAllowed(store)) {
    store.removeItem(LAST_VISIT_KEY);
    return null;
  }
  const { day: today } = parisDay(now);
  const before = store.getItem(LAST_VISIT_KEY) ?? '';
  store.setItem(LAST_VISIT_KEY, today);
  const days = Math.round((Date.parse(today) - Date.parse(before)) / 86_400_000);
  return days > 0 ? { days } : null;
}

/** Tells whoever measures, if anyone does: a DOM event `vigie:measure`, with its name and figures. */
export function measure(name: string, figures: Readonly<Record<string, number>>): void {
  window.dispatchEvent(new CustomEvent('vigie:measure', { detail: { name, ...figures } }));
}
