import { expect, test } from 'vitest';
import type { ListingView } from '#rooms/listings/reading.ts';
import { importContours } from '#rooms/places/contours.server.ts';
import { loadShippedContours } from '#rooms/places/places.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { aroundOf } from './around.server.ts';

const { db } = await testDb();

async function limitsAround(code: string, lat: number, lng: number) {
  const place = { code } as ListingView['place'];
  const around = await aroundOf(db, { lat, lng, pointRadius: 300, place });
  return around && { outline: around.outline, attribution: around.attribution };
}
const lyon3 = () => limitsAround('69383', 45.755, 4.86);
const nimes = () => limitsAround('30189', 43.8367, 4.3601);

test('limits are drawn where their outline holds so close, with whose it is', async () => {
  expect(await lyon3()).toEqual({ outline: null, attribution: null });
  await loadShippedContours(db);
  const drawn = await lyon3();
  expect(drawn?.outline).toMatch(/^(M-?\d+ -?\d+l[-\d ]+z)+$/);
  expect(drawn?.outline?.length).toBeLessThan(1_000);
  expect(drawn?.attribution).toContain('IGN Admin Express');
  // That of a commune is right to some 550 m, which are 37 units of this drawing.
  expect(await nimes()).toEqual({ outline: null, attribution: null });
  const ring = [
    [4.3, 43.8],
    [4.4, 43.8],
    [4.4, 43.9],
    [4.3, 43.8],
  ];
  const feature = {
    type: 'Feature',
    properties: { code: '30189' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
  const text = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
  await importContours(db, { file: await openDataFile('fine.geojson', text) });
  expect((await nimes())?.outline).toMatch(/^M/);
});
