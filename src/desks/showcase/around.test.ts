import { expect, test } from 'vitest';
import { distanceText, frameOf, MAP_HEIGHT, MAP_WIDTH, scaleOf, wayBetween } from './around.ts';

const nimes = { lat: 43.8367, lng: 4.3601 };

test('ways are told in metres and towards a wind', () => {
  const north = wayBetween(nimes, { ...nimes, lat: nimes.lat + 0.01 });
  expect(Math.round(north.metres)).toBe(1_113);
  expect(north.wind).toBe('nord');
  expect(wayBetween(nimes, { lat: nimes.lat - 0.01, lng: nimes.lng - 0.0139 }).wind).toBe('sud-ouest');
  expect(wayBetween(nimes, { ...nimes, lng: nimes.lng + 0.01 }).wind).toBe('est');
  expect([distanceText(430), distanceText(1_240)]).toEqual(['450\u00a0m', '1,2\u00a0km']);
});

test('the drawing holds the circle, and the middle of the commune when it is near', () => {
  const centre = { lat: nimes.lat + 0.02, lng: nimes.lng };
  const { place, perMetre, bbox } = frameOf(nimes, 300, centre);
  expect(place(nimes)).toEqual({ x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 });
  const { y } = place(centre);
  expect(y).toBeGreaterThan(0);
  expect(300 * perMetre).toBeLessThan(MAP_HEIGHT / 2);
  const [west, south, east, north] = bbox;
  expect(west < nimes.lng && nimes.lng < east && south < nimes.lat && nimes.lat < north).toBe(true);
  // A wide circle takes a wide drawing.
  const wide = frameOf(nimes, 5_000, null);
  expect(5_000 * wide.perMetre).toBeLessThan(MAP_HEIGHT);
  expect(scaleOf(perMetre).length).toBeLessThanOrEqual(MAP_WIDTH / 4);
});
