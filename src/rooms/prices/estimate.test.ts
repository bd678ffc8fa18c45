import { describe, expect, test } from 'vitest';
import { readLocated } from './estimate.ts';

describe('a home described in an address', () => {
  const read = (query: string, withRooms = true) => readLocated(new URLSearchParams(query), withRooms);

  test('is read as a person writes it', () => {
    expect(read('surface=62,5&prix=250 000 €')?.home).toEqual({
      surface: 62.5,
      rooms: null,
      price: 25_000_000,
    });
    expect(read('surface=62 m²&pieces=&prix=')?.home).toEqual({ surface: 62, rooms: null, price: null });
    expect(read('surface=62&pieces=3 pièces')?.home).toEqual({ surface: 62, rooms: 3, price: null });
    expect(read('periode=1-an')).toBeNull();
  });

  test.each([
    ['surface=&prix=250000', 'surfaceError'],
    ['surface=8&prix=250000', 'surfaceError'],
    ['surface=1e3', 'surfaceError'],
    ['surface=-50', 'surfaceError'],
    ['pieces=3', 'surfaceError'],
    ['surface=50&pieces=trois', 'roomsError'],
    ['surface=50&pieces=2,5', 'roomsError'],
    ['surface=50&pieces=0', 'roomsError'],
    ['surface=50&pieces=21', 'roomsError'],
    ['surface=50&prix=abc', 'priceError'],
    ['surface=50&prix=3', 'priceError'],
    [`surface=50&prix=${'9'.repeat(400)}`, 'priceError'],
  ] as const)('%s is refused with its reason', (query, error) => {
    const located = read(query);
    expect(located?.home).toBeNull();
    expect(located?.[error]).toMatch(/\S/);
  });

  test('keeps what was typed', () => {
    expect(read('surface=<b>&pieces=deux&prix=12x')).toMatchObject({
      surface: '<b>',
      rooms: 'deux',
      price: '12x',
    });
  });

  test('has no rooms where nothing can be compared by them', () => {
    expect(read('pieces=3', false)).toBeNull();
    expect(read('surface=50&pieces=trois', false)).toMatchObject({ rooms: '', roomsError: null });
    expect(read('surface=50&pieces=trois', false)?.home).toEqual({ surface: 50, rooms: null, price: null });
  });
});
