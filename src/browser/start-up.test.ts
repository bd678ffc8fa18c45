import { expect, it } from 'vitest';
import { forgetAgency, forgetCart, forgetUser, knowsSomeone, tidyCookies, tidyStorage } from './start-up.ts';

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
  ['a cart of a clock that was ahead leaves', { boost_cart: cart(-2 * DAY) }, []],
  ['a cart whose date is no number leaves', { boost_cart: '{"timestamp":"hier"}' }, []],
  ['data of another shape leaves', { user: '"Claire"', agency_data: 'null' }, []],
  ['tokens that say nothing leave', { token: 'undefined', agency_token: ' ' }, []],
  ['a token that an object became leaves', { token: '[object Object]', agency_token: 'null' }, []],
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

it.each([
  [{}, '', false],
  [{ favoris: '[1]', agency_data: '{"id":2}' }, 'theme=x', false],
  [{ user: '{"id":1}' }, '', true],
  [{ token: 'opaque' }, '', true],
  [{}, 'theme=x; auth_status=1', true],
])('who kept %j and has the cookies %j was signed in here: %s', (entries, cookie, known) => {
  expect(knowsSomeone(storeOf(entries), { cookie })).toBe(known);
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

it('forgets the cart of an agency that signs out, and nothing else', () => {
  const store = storeOf({ boost_cart: cart(0), agency_data: '{}', user: '{}' });
  forgetAgency(store);
  expect([...store.map.keys()]).toEqual(['boost_cart', 'user']);
  forgetCart(store);
  expect([...store.map.keys()]).toEqual(['user']);
});

it('clears the cookies of earlier versions, and no other', () => {
  const written: string[] = [];
  const page = {
    get cookie() {
      return 'auth_status=1; remembermep=Secret1; userdata=%7B%7D; monremembermeu=x';
    },
    set cookie(text: string) {
      written.push(text);
    },
  };
  tidyCookies(page);
  expect(written).toEqual(['userdata=; Max-Age=0; Path=/', 'remembermep=; Max-Age=0; Path=/']);
});
