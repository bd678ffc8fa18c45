import { expect, test } from 'vitest';
import { typedFactNames } from '../facts.ts';
import { stepOf } from './fields.ts';

test('every fact that may be typed has its place in the editor, but those that only feeds fill', () => {
  expect(typedFactNames.filter((name) => stepOf(name) === null)).toEqual([
    // The map says it with the latitude.
    'exactLng',
    ...'livingRoomSurface terraceSurface balconySurface cellarSurface separateToilets'.split(' '),
    ...'topFloor parkings boxes balconies terraces parquet doorCode alarm'.split(' '),
    ...'cupboards renovated workNeeded energyVersion energyCertificate'.split(' '),
  ]);
});
