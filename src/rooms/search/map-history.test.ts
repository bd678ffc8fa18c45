import { expect, test } from 'vitest';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { circleAround, toUnits, writeRing } from '#rooms/criteria/rings.ts';
import { arrivedAt, leavingFor, noPast } from './map-history.ts';

const zoneAt = (lng: number) => writeRing(circleAround([toUnits(lng), toUnits(43.83)], 2));
const places = ['nimes-30000'];
const at = (area: AreaWords) => ({ places, area });
const none: AreaWords = { carte: 'oui' };
const one: AreaWords = { zone: zoneAt(4.3), carte: 'oui' };
const two: AreaWords = { zone: `${zoneAt(4.3)}.${zoneAt(4.4)}`, carte: 'oui' };

/** Two zones drawn one after the other. */
function drawn() {
  const first = arrivedAt(leavingFor(noPast(at(none)), at(none), one), at(one));
  return arrivedAt(leavingFor(first, at(one), two), at(two));
}

test('what the map changed is undone step by step', () => {
  const past = drawn();
  expect(past.steps).toEqual([none, one]);
  const back = arrivedAt(leavingFor(past, at(two), one, 'back'), at(one));
  expect(back.steps).toEqual([none]);
  expect(arrivedAt(leavingFor(back, at(one), none, 'back'), at(none)).steps).toEqual([]);
});

test('nothing is undone before the page is there, and another filter changes nothing', () => {
  const asked = leavingFor(noPast(at(none)), at(none), one);
  expect(arrivedAt(asked, at(none))).toBe(asked);
  expect(asked.steps).toEqual([]);
  const past = drawn();
  expect(arrivedAt(past, at(two))).toBe(past);
});

test('an area changed from outside leaves nothing to undo', () => {
  expect(arrivedAt(drawn(), at(none)).steps).toEqual([]);
  expect(arrivedAt(drawn(), at({ ...two, rayon: '5' })).steps).toEqual([]);
  expect(arrivedAt(drawn(), { places: ['lyon-69000'], area: two }).steps).toEqual([]);
  // On the way to one area, another came.
  const asked = leavingFor(drawn(), at(two), none);
  expect(arrivedAt(asked, at(one)).steps).toEqual([]);
});

test('the box that follows the map is one step, however it is written', () => {
  const box = { bbox: '4.300000001,43.8,4.4,43.9', carte: 'oui' };
  const followed = { bbox: '4.31,43.8,4.4,43.9' };
  const first = arrivedAt(leavingFor(noPast(at(none)), at(none), box), at({ bbox: '4.3,43.8,4.4,43.9' }));
  expect(first.steps).toEqual([none]);
  expect(arrivedAt(leavingFor(first, at(box), followed, 'same'), at(followed)).steps).toEqual([none]);
});
