import { expect, test } from 'vitest';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
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
  expect(few.body).not.toContain('stroke-dasharray');
  const around = await ask('transaction=achat&lieux=nimes-30000&prixMax=1&rayon=5');
  expect(pinned(around.body)).toBe(0);
  expect(around.body).toContain('stroke-dasharray');
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

test('its address carries the search, not whether the map is open', () => {
  const place = { slug: 'nimes-30000', area: { rayon: '5', carte: 'oui' } } as CityPage['place'];
  expect(mapPicturePath({ transaction: 'location', place, filters: { prixMax: 900 } })).toBe(
    '/carte.svg?transaction=location&lieux=nimes-30000&prixMax=900&rayon=5',
  );
});
