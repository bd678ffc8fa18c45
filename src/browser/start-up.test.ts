import { expect, it } from 'vitest';
import { forgetAgency, forgetUser, tidyStorage } from './start-up.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);

function storeOf(entries: Record<string, string>) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    removeItem: (key: string) => void map.delete(key),
  };
}

const cart = (age: number) => JSON.stringify({ timestamp: NOW - age, items: [] });

it.each([
  ['a fresh cart stays', { boost_cart: cart(DAY - 1) }, ['boost_cart']],
  ['a cart of exactly 24 h stays', { boost_cart: cart(DAY) }, ['boost_cart']],
  ['an older cart leaves', { boost_cart: cart(DAY + 1) }, []],
  ['a cart without its date leaves', { boost_cart: '{"items":[]}' }, []],
  ['a corrupt cart leaves', { boost_cart: '{"time' }, []],
  [
    'sound data stays',
    { user: '{"id":1}', agency_data: '{"id":2}', token: 'opaque' },
    ['user', 'agency_data', 'token'],
  ],
  ['corrupt data leaves alone', { user: 'undefined', agency_data: '[1]', token: 'opaque' }, ['token']],
  [
    'keys of earlier versions leave',
    { userdata: '{}', remembermeu: 'a', remembermep: 'b', authToken: 'x', agencyData: '{}', autre: 'à elle' },
    ['autre'],
  ],
])('%s', (_, entries, kept) => {
  const store = storeOf(entries);
  tidyStorage(store, NOW);
  expect([...store.map.keys()]).toEqual(kept);
});

it('forgets the individual, not the agency', () => {
  const store = storeOf({ user: '{}', token: 'a', agency_data: '{}', agency_token: 'b' });
  forgetUser(store);
  expect([...store.map.keys()]).toEqual(['agency_data', 'agency_token']);
});

it('forgets the agency, not the individual', () => {
  const store = storeOf({ user: '{}', token: 'a', agency_data: '{}', agency_token: 'b' });
  forgetAgency(store);
  expect([...store.map.keys()]).toEqual(['user', 'token']);
});
