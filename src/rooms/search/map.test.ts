import { expect, test } from 'vitest';
import { boxAround, circleAround, toUnits, writeRing } from '#rooms/criteria/rings.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { dice } from '../../../tests/kit/chance.ts';
import type { MapAnswer, MapFeature } from './map.ts';
import { groupPins } from './map-grouping.ts';

const { db, call } = await testApp();
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
console.info(`SEED=${seed}`);
const random = dice(seed);

const agency = await makeAgency({ db });
const centre = { lng: 4.36, lat: 43.83 };
const flats = Array.from({ length: 2100 }, (_, index) =>
  flat(`n${index}`, {
    price: (150_000 + Math.floor(random() * 300_000)) * 100,
    floor: index % 7 === 0 ? null : 2,
    exactLat: index % 40 === 0 ? null : centre.lat + (random() - 0.5) * 0.08,
    exactLng: index % 40 === 0 ? null : centre.lng + (random() - 0.5) * 0.08,
  }),
);
await agency.publish(...flats.slice(0, 1500));
await agency.publish(
  ...flats.slice(1500),
  flat('rent', { transaction: 2, price: 90_000, exactLat: centre.lat, exactLng: centre.lng }),
);

const at = [toUnits(centre.lng), toUnits(centre.lat)] as const;
const circle = writeRing(circleAround(at, 2));
const square = writeRing(boxAround([at[0] + 3000, at[1]], 3, 2));

async function map(query: string): Promise<MapAnswer> {
  const { status, json } = await call('GET', `/api/listings/map?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return json.data as MapAnswer;
}

async function listed(query: string): Promise<{ ids: number[]; yes: number; maybe: number }> {
  const ids: number[] = [];
  let next: string | null = '';
  let count = { yes: 0, maybe: 0 };
  for (let page = 1; next !== null; page += 1) {
    const { json } = await call('GET', `/api/listings?${query}&page=${page}&apres=${next}`);
    ids.push(...json.data.listings.map(({ id }: { id: number }) => id));
    ({ next, count } = json.data);
  }
  return { ids, ...count };
}

const idsOf = (features: readonly MapFeature[]) =>
  features.flatMap(({ properties }) => (properties.kind === 'listing' ? [properties.id] : []));
const countOf = (features: readonly MapFeature[]) =>
  features.reduce((sum, { properties }) => sum + (properties.kind === 'cluster' ? properties.count : 1), 0);

test.for([
  'zone=CIRCLE',
  'zone=CIRCLE.SQUARE&prixMax=300000',
  'bbox=4.35,43.82,4.37,43.84',
  'zone=CIRCLE&bbox=4.36,43.8,4.4,43.84&rdc=non',
  'rayon=1&prixMax=200000',
])('the list, the count and the map of « %s » are the same listings', async (query) => {
  const words = `lieux=nimes-30000&${query.replace('CIRCLE', circle).replace('SQUARE', square)}`;
  const [list, answer] = await Promise.all([listed(words), map(words)]);
  const count = (await call('GET', `/api/listings/count?${words}`)).json.data;
  expect(count).toEqual({ yes: list.yes, maybe: list.maybe });
  expect(list.ids.length).toBe(list.yes + list.maybe);
  expect(answer.placed + answer.unplaced).toBe(list.ids.length);
  const pins = idsOf(answer.features);
  expect(pins.length).toBe(answer.placed);
  expect(pins.length).toBeGreaterThan(0);
  const unplaced = list.ids.filter((id) => !pins.includes(id));
  expect(unplaced.length).toBe(answer.unplaced);
  expect(pins.every((id) => list.ids.includes(id))).toBe(true);
});

test('what has no point is maybe in a zone of its place, last in the list, and says why', async () => {
  const words = `lieux=nimes-30000&zone=${circle}`;
  const { json } = await call('GET', `/api/listings?${words}&page=999`);
  const last = json.data.listings.at(-1);
  expect({ verdict: last.verdict, unknown: last.unknown }).toEqual({ verdict: 'maybe', unknown: ['place'] });
  const elsewhere = await map(`lieux=paris-75000&zone=${circle}`);
  expect(elsewhere.unplaced).toBe(0);
});

test('above two thousand listings, at most 500 clusters, whose counts and lowest prices are exact', async () => {
  const cheapest = (await call('GET', '/api/listings?lieux=nimes-30000&tri=prix')).json.data.listings;
  const placed = (await map('lieux=nimes-30000')).placed;
  expect(placed).toBeGreaterThan(2000);
  for (const zoom of ['', '&zoom=3', '&zoom=12', '&zoom=22', '&zoom=x', '&zoom=12&vue=4.2,43.7,4.5,44']) {
    const { features, unplaced } = await map(`lieux=nimes-30000${zoom}`);
    expect(features.length).toBeLessThanOrEqual(500);
    expect(features.every(({ properties }) => properties.kind === 'cluster')).toBe(true);
    expect(countOf(features) + unplaced).toBe(2100);
    expect(Math.min(...features.map(({ properties }) => properties.price))).toBeGreaterThanOrEqual(
      cheapest[0].price,
    );
  }
});

test('the view crops the map, never the search', async () => {
  const whole = await map('lieux=nimes-30000&prixMax=250000');
  const vue = [4.35, 43.82, 4.37, 43.84] as const;
  const cropped = await map(`lieux=nimes-30000&prixMax=250000&vue=${vue.join()}`);
  const inside = whole.features.filter(
    ({
      geometry: {
        coordinates: [lng, lat],
      },
    }) => lng >= vue[0] && lng <= vue[2] && lat >= vue[1] && lat <= vue[3],
  );
  expect(idsOf(cropped.features)).toEqual(idsOf(inside));
  expect([cropped.placed, cropped.unplaced]).toEqual([whole.placed, whole.unplaced]);
  const around = await map('lieux=nimes-30000&vue=4.2,43.7,4.5,44');
  expect(around.names.map(({ name }) => name)).toContain('Nîmes');
});

test('the map gathers what would overlap, and loses nothing', async () => {
  const { features } = await map(`lieux=nimes-30000&zone=${circle}`);
  for (const zoom of [3, 11.4, 13, 15.5, 18]) {
    const marks = groupPins(features, zoom);
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(features.length);
    expect(marks.flatMap(({ ids }) => ids).toSorted((a, b) => a - b)).toEqual(
      idsOf(features).toSorted((a, b) => a - b),
    );
    expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
  }
  expect(groupPins(features, 3)).toHaveLength(1);
  expect(groupPins(features, 18).length).toBeGreaterThan(20);
});

test.for([
  `zone=${'AAAA.'.repeat(20)}`,
  'zone=%00%ff&bbox=%27&rayon=zut&zoom=-1&vue=a,b,c,d',
  'bbox=1e309,-1e309,NaN,0&rayon=99999999999999999999',
  'bbox=-180,-90,180,90&lieux=nimes-30000',
  'zone=__________&zone[]=1&vue[]=2&zoom[]=3',
  'lieux=nulle-part&rayon=10',
  'rayon=10',
])('%s gets an orderly answer', async (query) => {
  for (const path of ['/api/listings', '/api/listings/count', '/api/listings/map']) {
    const { status, json } = await call('GET', `${path}?${query}`);
    expect({ path, status, success: json.success }).toEqual({ path, status: 200, success: true });
  }
});
