import { afterEach, describe, expect, test, vi } from 'vitest';
import { comparePath, readCompared } from './comparison.ts';
import { compared } from './parts/compared.tsx';

test('numbers are read from an address as they come, once each; what is none is dropped', () => {
  expect(readCompared('12,34,12')).toEqual([12, 34]);
  expect(readCompared('12;34 5')).toEqual([12, 34, 5]);
  expect(readCompared('/annonce/12,https://vigie.example/annonce/34?lots=prix 56')).toEqual([12, 34, 56]);
  for (const none of [
    null,
    'https://x.example/12',
    '/annonce/',
    '/annonce/12a',
    '',
    ',,',
    'abc',
    '-1',
    '0',
    '1e9',
    '9'.repeat(30),
  ])
    expect([none, readCompared(none)]).toEqual([none, []]);
  expect(comparePath([12, 34], { only: true })).toBe('/comparer?annonces=12,34&differences=oui');
  expect(comparePath([])).toBe('/comparer');
});

describe('the choice of this browser', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('window', globalThis);
  afterEach(() => compared.clear());

  test('holds four, tells each change, and is kept', () => {
    expect([1, 2, 3, 4, 5].map((id) => compared.add(id))).toEqual(['kept', 'kept', 'kept', 'kept', 'full']);
    expect(compared.add(4)).toBe('kept');
    expect(kept.get('compare')).toBe('1,2,3,4');
    compared.remove(2);
    expect(compared.get()).toEqual([1, 3, 4]);
    compared.clear();
    expect(kept.has('compare')).toBe(false);
  });

  test('lives as long as the page where nothing can be kept', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('No room', 'QuotaExceededError');
      },
      removeItem: () => {},
    });
    expect(compared.add(7)).toBe('of this page');
    expect(compared.get()).toEqual([7]);
  });
});
