import { expect, test } from 'vitest';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { frameOf, readable, SKETCH_HEIGHT, SKETCH_WIDTH, scaleOf, spreadPins } from './sketch.ts';

const chance = chanceOf();

test(`points fall inside the drawing, however far apart, north above south (SEED=${chance.seed})`, () => {
  for (let round = 0; round < 200; round += 1) {
    const spread = 10 ** -(round % 4);
    const spots = Array.from({ length: 1 + (round % 3) }, () => ({
      lat: 46 + (chance.int(-500, 500) / 1_000) * spread,
      lng: 2 + (chance.int(-500, 500) / 1_000) * spread,
    }));
    const { place, metresPerUnit } = frameOf(spots);
    for (const { x, y } of spots.map(place)) {
      expect(x > 20 && x < SKETCH_WIDTH - 20 && y > 20 && y < SKETCH_HEIGHT - 20).toBe(true);
    }
    const [south, north] = [place({ lat: 45, lng: 2 }), place({ lat: 47, lng: 2 })];
    expect(north.y).toBeLessThan(south.y);
    expect(scaleOf(metresPerUnit).length).toBeLessThanOrEqual(SKETCH_WIDTH / 4);
  }
});

test('pins of one point stand side by side, and no name is written on them', () => {
  const points = spreadPins([1, 2, 3].map((listingId) => ({ listingId, x: 160, y: 90 })));
  expect(points.map(({ x }) => x)).toEqual([160, 180, 140]);
  const names = ['Nîmes', 'Caveirac', 'Bouillargues'].map((name, index) => ({
    name,
    x: 160,
    y: 90 + index * 30,
  }));
  expect(readable(names, points).map(({ name, textY }) => [name, textY])).toEqual([
    ['Nîmes', 74],
    ['Caveirac', 114],
    ['Bouillargues', 144],
  ]);
  expect(readable([{ name: 'Au bord', x: 4, y: 60 }], points)).toEqual([]);
});
