import { expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/constants.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';

const { db, call } = await testApp();
const agency = await makeAgency({ db });
await agency.publish(
  ...Array.from({ length: 30 }, (_, index) =>
    flat(`n${index}`, {
      price: (200_000 + index * 1000) * 100,
      floor: index < 3 ? null : index % 4,
      exactLat: 43.83,
      exactLng: 4.36,
      address: '1 rue secrète',
      contactPhone: '+33612345678',
    }),
  ),
  flat('house', { propertyType: 'house' }),
  flat('rent', { transaction: 2, price: 90_000 }),
  flat('paris', { placeCode: '75111', cityCode: '75056', departmentCode: '75', postalCode: '75011' }),
);

test('a page of listings, and the position of the next one, until the end', async () => {
  const seen: number[] = [];
  let next = '';
  for (let turn = 0; turn < 5; turn += 1) {
    const { status, json } = await call(
      'GET',
      `/api/listings?lieux=nimes-30000&type=appartement&tri=prix&apres=${next}`,
    );
    expect(status).toBe(200);
    expect(json.data.count).toEqual({ yes: 30, maybe: 0 });
    expect(json.data.listings.length).toBeLessThanOrEqual(PAGE_SIZE);
    seen.push(...json.data.listings.map(({ id }: { id: number }) => id));
    next = json.data.next;
    if (!next) break;
  }
  expect(seen).toHaveLength(30);
  expect(new Set(seen).size).toBe(30);
});

test('a silent listing is maybe, and says on what', async () => {
  const { json } = await call('GET', '/api/listings?lieux=nimes-30000&type=appartement&rdc=non&page=2');
  const maybe = json.data.listings.filter(({ verdict }: { verdict: string }) => verdict === 'maybe');
  expect(json.data.count.maybe).toBe(3);
  expect(maybe.map(({ unknown }: { unknown: string[] }) => unknown)).toEqual([['rdc'], ['rdc'], ['rdc']]);
});

test('the count answers the same words', async () => {
  const count = async (query: string) => (await call('GET', `/api/listings/count?${query}`)).json.data;
  expect(await count('lieux=nimes-30000')).toEqual({ yes: 31, maybe: 0 });
  expect(await count('lieux=nimes-30000&type=maison&type=appartement')).toEqual({ yes: 31, maybe: 0 });
  expect(await count('lieux=nimes-30000,paris-75000')).toEqual({ yes: 32, maybe: 0 });
  expect(await count('lieux=paris-11e-arrondissement-75011')).toEqual({ yes: 1, maybe: 0 });
  expect(await count('lieux=gard-30&transaction=location')).toEqual({ yes: 1, maybe: 0 });
  expect(await count('transaction=neuf')).toEqual({ yes: 0, maybe: 0 });
  expect(await count('')).toEqual({ yes: 32, maybe: 0 });
  expect(await count('lieux=nulle-part')).toEqual({ yes: 0, maybe: 0 });
});

test('nothing private leaves', async () => {
  const { json } = await call('GET', '/api/listings?lieux=nimes-30000');
  expect(JSON.stringify(json)).not.toMatch(/secr|0612|33612|43\.83|contact|exact|address/i);
});

test.for([
  'prixMax=cher&tri=x&page=-1&apres=%00',
  'lieux=%27%3B--&type[]=maison&prixMin=1&prixMin=2',
  `lieux=${'a-1,'.repeat(400)}`,
  'apres=99999999999999999_1&tri=prix',
  'apres=r0.0000000001_1&tri=surface',
  'apres=-999999999999999999_1',
  'apres=r-99999999999999999_1',
  'page=999999',
  '__proto__=1&constructor=2',
])('%s gets an orderly answer', async (query) => {
  for (const path of ['/api/listings', '/api/listings/count']) {
    const { status, json } = await call('GET', `${path}?${query}`);
    expect({ status, success: json.success }).toEqual({ status: 200, success: true });
  }
});

test('each option says exactly how many listings the search would have with it', async () => {
  const search = 'lieux=nimes-30000&prixMax=220000&rdc=non';
  const { json } = await call('GET', `/api/listings/options?${search}&mots=arènes`);
  const { options } = json.data;
  const count = async (query: string) =>
    (await call('GET', `/api/listings/count?lieux=nimes-30000&prixMax=220000&mots=arènes&${query}`)).json.data
      .yes;
  for (const [word, value, rest] of [
    ['type', 'appartement', 'rdc=non'],
    ['type', 'maison', 'rdc=non'],
    ['dpe', 'C', 'rdc=non'],
    ['etat', 'bon', 'rdc=non'],
    ['rdc', 'oui', ''],
    ['rdc', 'non', ''],
    ['balcon', 'oui', 'rdc=non'],
    ['meuble', 'oui', 'rdc=non'],
    ['louable', '2034', 'rdc=non'],
    ['louable', '2028', 'rdc=non'],
    ['depuis', '1', 'rdc=non'],
    ['depuis', '30', 'rdc=non'],
  ] as const) {
    expect(options[word][value], `${word}=${value}`).toBe(await count(`${word}=${value}&${rest}`));
  }
  expect(options.type.appartement).toBeGreaterThan(5);
  expect(options.prixMax).toBeUndefined();
  expect(options.louable['2034']).toBeGreaterThan(5);
  expect(Object.keys(options.depuis)).toEqual(['1', '3', '7', '14', '30']);
  expect((await call('GET', '/api/listings/options?lieux=nulle-part')).json.data.options).toEqual({});
});

test.for([
  'mots=%22%22%22,*,%00&sans=((|&budgetMax=1e9&louable=9999&disponibleAvant=2026-13-45&agence=%27;--&depuis=9999999999',
  `mots=${'a b c d e f g "h i j k l m n" '.repeat(40)}`,
  `sans=${'x'.repeat(3000)}&mots=%F0%9F%98%80,%3A*,!,%26`,
  'budgetMax=0&honorairesMax=0&depuis=0&chauffage=gaz,gaz,plutonium&exposition=haut&etat=',
])('criteria %s never fail', async (query) => {
  for (const path of ['/api/listings', '/api/listings/count', '/api/listings/options']) {
    const { status } = await call('GET', `${path}?lieux=nimes-30000&${query}`);
    expect(status).toBe(200);
  }
});
