import { expect, test } from 'vitest';
import { importContours } from '#rooms/places/contours.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import type { CityPage } from './city.ts';
import { mapPicturePath } from './map-picture.ts';

const { db, app } = await testApp();
const agency = await makeAgency({ db });
await agency.publish(
  ...Array.from({ length: 600 }, (_, index) =>
    flat(`n${index}`, {
      price: (200_000 + index * 1000) * 100,
      exactLat: 43.81 + (index % 25) * 0.002,
      exactLng: 4.3 + Math.floor(index / 25) * 0.004,
    }),
  ),
);

async function ask(query: string) {
  const { statusCode, headers, body } = await app.inject({ url: `/carte.svg?${query}` });
  return { status: statusCode, headers, body };
}

/** How a limit is drawn. */
const LIMIT = 'stroke-dasharray="6 4"';
const spots = (svg: string) =>
  [...svg.matchAll(/<rect x="([^"]+)" y="([^"]+)" width="([^"]+)"/g)].map(([, ...at]) => at.map(Number));
/** What the pins say, one of 200 000 € being one listing. */
const pinned = (svg: string) =>
  [...svg.matchAll(/font-weight="700"[^>]*>([^<]+)</g)].reduce(
    (sum, [, said = '']) => sum + Number(/^(\d+) dès/.exec(said)?.[1] ?? 1),
    0,
  );

test('shows every listing, gathered, within the drawing, and may be kept for a minute', async () => {
  const { status, headers, body } = await ask('transaction=achat&lieux=nimes-30000');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(headers['cache-control']).toMatch(/^public, max-age=60\b/);
  expect(headers['set-cookie']).toBeUndefined();
  expect(pinned(body)).toBe(600);
  expect(body).toContain('Marguerittes</text>');
  expect(spots(body).length).toBeGreaterThan(5);
  for (const [x = 0, y = 0, wide = 0] of spots(body)) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(480);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(700);
  }
  expect(body.length).toBeLessThan(40_000);
});

test('follows the filters and draws the limits that are asked', async () => {
  const few = await ask('transaction=achat&lieux=nimes-30000&prixMax=209000');
  expect(pinned(few.body)).toBe(10);
  expect(few.body).not.toContain(LIMIT);
  const around = await ask('transaction=achat&lieux=nimes-30000&prixMax=1&rayon=5');
  expect(pinned(around.body)).toBe(0);
  expect(around.body).toContain(LIMIT);
  expect(around.body).toContain('Nîmes</text>');
});

test.for([
  ['', 404],
  ['lieux=nulle-part-00000', 404],
  ['lieux=%00%ff&zone=%00', 404],
  ['lieux=nimes-30000&bbox=-180,-90,180,90', 200],
  ['lieux=nimes-30000&bbox=4,43,4.00001,43.00001', 200],
  ['lieux=nimes-30000&bbox=1e999,,,&rayon=-4&prixMax=99999999999999999999&zone=....', 200],
  ['lieux=nimes-30000&zone=TOO_LONG', 200],
  ['lieux=gard-30&transaction=%27', 200],
] as const)('« %s » is answered in order', async ([query, status]) => {
  const answer = await ask(query.replace('TOO_LONG', 'AB_9'.repeat(3000)));
  expect(answer.status).toBe(status);
  expect(answer.body).not.toMatch(/NaN|Infinity|undefined/);
  expect(answer.body.length).toBeLessThan(40_000);
});

test('draws the outline of the place where it holds at this scale, and says whose it is', async () => {
  const ring = [
    [4.2, 43.7],
    [4.5, 43.7],
    [4.5, 43.9],
    [4.2, 43.7],
  ];
  const file = await openDataFile(
    'nimes.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { code: '30189' },
          geometry: { type: 'Polygon', coordinates: [ring] },
        },
      ],
    }),
  );
  const drawn = async (withinMetres: number | null) => {
    await importContours(db, { file, withinMetres });
    const { body } = await ask('transaction=achat&lieux=nimes-30000');
    return [body.includes('fill-rule="evenodd"'), body.includes('IGN Admin Express')];
  };
  expect(await drawn(550)).toEqual([false, false]);
  expect(await drawn(null)).toEqual([true, true]);
});

test('shows towns, waters and roads under names and pins, whose source it says', async () => {
  const { body } = await ask('transaction=achat&lieux=lyon-69000');
  const landmarks = body.lastIndexOf('<path ');
  expect(landmarks).toBeGreaterThan(-1);
  expect(landmarks).toBeLessThan(body.indexOf('Lyon</text>'));
  expect(body).toContain('· Natural Earth</text>');
  expect(body.length).toBeLessThan(40_000);
  // Saint-Pierre, far from any tile.
  const away = await ask('transaction=achat&lieux=saint-pierre-97500');
  expect(away.status).toBe(200);
  expect(away.body).not.toContain('Natural Earth');
});

test('its address carries the search, not whether the map is open', () => {
  const place = { slug: 'nimes-30000', area: { rayon: '5', carte: 'oui' } } as CityPage['place'];
  expect(mapPicturePath({ transaction: 'location', place, filters: { prixMax: 900 } })).toBe(
    '/carte.svg?transaction=location&lieux=nimes-30000&prixMax=900&rayon=5',
  );
});
