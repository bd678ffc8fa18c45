import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../tests/kit/app.ts';
import { lawfulFacts, lawfulSpace } from '../../../../tests/kit/portfolio.ts';
import type { TypedFactName } from '../facts.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
beforeAll(async () => {
  site = await testApp();
  space = await lawfulSpace(site, 'Agence des Grues', 'grues@essai.test');
});

const ask = (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown) =>
  site.call(method, `/api/agence/listings${address}`, {
    cookie: space.cookie,
    ...(body === undefined ? {} : { body }),
  });

const start = { transaction: 1, propertyType: 'programme', placeCode: '30189', price: 19_900_000 };
const lot = {
  reference: 'A101',
  propertyType: 'apartment',
  rooms: 2,
  surface: 41.5,
  floor: 1,
  price: 19_900_000,
  vat: 20,
  status: 'available',
};
const lots = [
  lot,
  { ...lot, reference: 'A102', rooms: 3, surface: 64, price: 26_500_000, status: 'optioned' },
  { ...lot, reference: 'B201', rooms: 3, surface: 63, floor: 2, price: 27_400_000 },
];
/** What a programme says as a whole; the rest is said of its lots. */
const ofLots: readonly TypedFactName[] = ['surface', 'carrezSurface', 'rooms', 'bedrooms', 'floor'];
const facts = () => ({
  ...Object.fromEntries(
    Object.entries(lawfulFacts()).filter(([name]) => !ofLots.includes(name as TypedFactName)),
  ),
  propertyType: 'programme',
  programmeName: 'Le Clos des Grues',
  developer: 'Bâtir Ensemble',
  delivery: `${new Date().getFullYear() + 2}-T3`,
  progress: 'started',
  re2020: true,
  reducedNotaryFees: true,
  zeroRateLoan: null,
  completionGuarantee: 'Banque des Arènes',
  energyStatus: 'exempt',
  energyExemption: 'off_plan',
  feesPayer: 2,
  priceWithoutFees: null,
  feesPercent: null,
  units: lots,
});

const blocksOf = ({ findings }: { findings: { severity: string }[] }) =>
  findings.filter(({ severity }) => severity === 'block');

async function made(said: object = {}) {
  const { id, version } = (await ask('POST', '', start)).json.data;
  return ask('PUT', `/${id}`, { version, facts: { ...facts(), ...said } });
}

describe('a programme typed by hand', () => {
  it('is kept whole, new, at the price of its cheapest lot still for sale, and goes on line with its lots', async () => {
    const { status, json } = await made({ price: 1_000_000, isNew: false });
    expect([status, blocksOf(json.data.legal)]).toEqual([200, []]);
    expect(json.data.facts).toMatchObject({
      ...facts(),
      isNew: true,
      price: 19_900_000,
      title: expect.any(String),
      description: expect.any(String),
    });
    const { id } = json.data;
    expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'online' });
    const seen = (await site.call('GET', `/api/listings/${id}`)).json.data.listing;
    expect(seen).toMatchObject({
      programmeName: 'Le Clos des Grues',
      developer: 'Bâtir Ensemble',
      progress: 'started',
      completionGuarantee: 'Banque des Arènes',
      price: 19_900_000,
    });
    expect(seen.units).toHaveLength(3);
    const found = await site.call('GET', '/api/listings?transaction=neuf&lieux=nimes-30000&type=programme');
    expect(found.json.data.listings.map((card: { id: number }) => card.id)).toContain(id);
  });

  it('follows its lots: the cheapest is optioned, the price is that of the next one', async () => {
    const { json } = await made();
    const sold = [{ ...lots[0], status: 'optioned' }, ...lots.slice(1)];
    const { id, version } = json.data;
    const next = (await ask('PUT', `/${id}`, { version, facts: { units: sold } })).json.data;
    expect(next.facts.price).toBe(27_400_000);
    const none = sold.map((one) => ({ ...one, status: 'sold' }));
    const last = (await ask('PUT', `/${id}`, { version: next.version, facts: { units: none } })).json.data;
    expect(last.facts.price).toBe(27_400_000);
    expect(last.legal.findings.map(({ code }: { code: string }) => code)).toContain('no_unit_left');
  });

  it.each([
    ['no price', [{ ...lot, price: 0 }], 'facts.units.0.price', 'Le prix du lot est requis'],
    [
      'no reference',
      [{ ...lot, reference: ' ' }],
      'facts.units.0.reference',
      'La référence du lot est requise',
    ],
    ['a rate that is none', [{ ...lot, vat: 7 }], 'facts.units.0.vat', null],
    ['a programme in it', [{ ...lot, propertyType: 'programme' }], 'facts.units.0.propertyType', null],
    [
      'one reference twice',
      [lot, { ...lot, reference: 'a101' }],
      'units',
      'Deux lots portent la référence «\u00a0a101\u00a0».',
    ],
    [
      'too many',
      Array.from({ length: 401 }, (_, index) => ({ ...lot, reference: `A${index}` })),
      'facts.units',
      'Un programme compte au plus 400 lots',
    ],
  ])('is refused with lots that have %s, and nothing is written', async (_what, units, field, message) => {
    const { id, version } = (await made()).json.data;
    const { status, json } = await ask('PUT', `/${id}`, { version, facts: { units, developer: 'Autre' } });
    expect([status, json.details.fields[0].field]).toEqual([400, field]);
    if (message) expect(json.details.fields[0].message).toBe(message);
    expect((await ask('GET', `/${id}`)).json.data).toMatchObject({
      version,
      facts: { developer: 'Bâtir Ensemble', units: lots },
    });
  });

  it('is for sale, and keeps its type as long as it has lots', async () => {
    const let_ = await ask('POST', '', { ...start, transaction: 2 });
    expect([let_.status, let_.json.details.fields[0]]).toEqual([
      400,
      { field: 'transaction', message: 'Un programme neuf est à vendre.' },
    ]);
    const { id, version } = (await made()).json.data;
    const flat = await ask('PUT', `/${id}`, { version, facts: { propertyType: 'apartment' } });
    expect([flat.status, flat.json.details.fields[0].field]).toEqual([400, 'propertyType']);
    const bare = await ask('PUT', `/${id}`, { version, facts: { propertyType: 'apartment', units: null } });
    expect([bare.status, bare.json.data.facts.units]).toEqual([200, null]);
  });
});
