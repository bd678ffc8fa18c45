import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../tests/kit/app.ts';
import { lawfulFacts, lawfulSpace } from '../../../../tests/kit/portfolio.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
beforeAll(async () => {
  site = await testApp();
  space = await lawfulSpace(site, 'Agence des Arènes', 'arenes@essai.test');
});

const ask = (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown) =>
  site.call(method, `/api/agence/listings${address}`, {
    cookie: space.cookie,
    ...(body === undefined ? {} : { body }),
  });
const start = { transaction: 1, propertyType: 'apartment', placeCode: '30189', price: 25_000_000 };
const arenas = { exactLat: 43.83494, exactLng: 4.35963 };
const say = async (id: number, facts: object) => {
  const { version } = (await ask('GET', `/${id}`)).json.data;
  return ask('PUT', `/${id}`, { version, facts });
};
const made = async () => (await ask('POST', '', start)).json.data.id as number;
const metres = (from: { lat: number; lng: number }) =>
  Math.hypot(
    (from.lat - arenas.exactLat) * 111_320,
    (from.lng - arenas.exactLng) * 111_320 * Math.cos((arenas.exactLat * Math.PI) / 180),
  );
const onMap = async (id: number) => {
  const query = '?transaction=achat&lieux=nimes-30000&bbox=4.30,43.80,4.42,43.87';
  const { json } = await site.call('GET', `/api/listings/map${query}`);
  return json.data.features.some(({ properties }: { properties: { id: number } }) => properties.id === id);
};

it.each([
  ['exact', 150],
  ['street', 150],
  ['quarter', 500],
  ['commune', 2_000],
] as const)(
  'what shows « %s » is somewhere within %i m of its public point, and never on it',
  async (shown, radius) => {
    const id = await made();
    const { status } = await say(id, { ...lawfulFacts(), ...arenas, addressDisplay: shown });
    expect([status, (await ask('POST', `/${id}/publish`)).status]).toEqual([200, 200]);
    const { listing } = (await site.call('GET', `/api/listings/${id}`)).json.data;
    expect(listing.pointRadius).toBe(radius);
    expect(metres(listing)).toBeLessThanOrEqual(radius);
    expect(metres(listing)).toBeGreaterThan(1);
    expect(JSON.stringify(listing)).not.toContain(String(arenas.exactLat));
    expect(await onMap(id)).toBe(true);
  },
);

it('a listing without a point is on no map, and is on it once it has one', async () => {
  const id = await made();
  await say(id, lawfulFacts());
  expect((await ask('POST', `/${id}/publish`)).status).toBe(200);
  expect(await onMap(id)).toBe(false);
  expect((await say(id, arenas)).status).toBe(200);
  expect(await onMap(id)).toBe(true);
});

it.each([
  [{ exactLat: 48.8566, exactLng: 2.3522 }, /pas à Nîmes/],
  [{ exactLat: 43.83494, exactLng: null }, /vont ensemble/],
  [{ exactLat: null, exactLng: 4.35963 }, /vont ensemble/],
  [{ exactLat: 4.35963, exactLng: 43.83494 }, /pas à Nîmes/],
])('%j is refused by name, and nothing changes', async (facts, words) => {
  const id = await made();
  await say(id, arenas);
  const { status, json } = await say(id, facts);
  expect([status, json.details.fields]).toEqual([
    400,
    [{ field: 'exactLat', message: expect.stringMatching(words) }],
  ]);
  expect((await ask('GET', `/${id}`)).json.data.facts).toMatchObject(arenas);
});

it('is forgotten with the commune that it was in', async () => {
  const id = await made();
  await say(id, arenas);
  const { json } = await say(id, { placeCode: '34172' });
  expect(json.data).toMatchObject({
    place: { label: 'Montpellier', bbox: expect.any(Array) },
    facts: { exactLat: null, exactLng: null },
  });
});

it('goes when it is erased', async () => {
  const id = await made();
  await say(id, arenas);
  const { json } = await say(id, { exactLat: null, exactLng: null });
  expect(json.data.facts).toMatchObject({ exactLat: null, exactLng: null });
});
