import { describe, expect, it } from 'vitest';
import { returnVisit } from './visits.ts';

function storeOf(entries: Record<string, string>) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

describe('a return visit (specification 4)', () => {
  it.each([
    ['the first visit', undefined, '2026-11-21T09:00:00Z', null],
    ['again the same day', '2026-11-21', '2026-11-21T20:00:00Z', null],
    ['the next day, in Paris', '2026-11-21', '2026-11-21T23:30:00Z', { days: 1 }],
    ['ten days later', '2026-11-21', '2026-12-01T09:00:00Z', { days: 10 }],
    ['across a change of hour', '2026-10-24', '2026-10-26T09:00:00Z', { days: 2 }],
    ['after a clock that was ahead', '2027-01-01', '2026-11-21T09:00:00Z', null],
    ['after something unreadable', 'hier', '2026-11-21T09:00:00Z', null],
  ])('%s', (_, before, now, event) => {
    const store = storeOf(before ? { last_visit: before } : {});
    expect(returnVisit(store, true, new Date(now))).toEqual(event);
    expect(store.map.get('last_visit')).toMatch(/^2026-\d\d-\d\d$/);
  });

  it('without consent nothing is kept nor known', () => {
    const store = storeOf({ last_visit: '2026-11-01' });
    expect(returnVisit(store, false, new Date('2026-11-21T09:00:00Z'))).toBeNull();
    expect(store.map.size).toBe(0);
  });
});
