import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { confirmAllValues } from '#rooms/listings/decisions.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulSale } from '../../../tests/kit/law.ts';
import { lawfulFacts, lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { importFeed } from './importing.server.ts';

const prices = path.resolve('../shared/data/public-reports/03-prix-invraisemblable/prix.zip');
const absent = !existsSync(prices);

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
beforeAll(async () => {
  site = await testApp();
  space = await lawfulSpace(site, 'Essai public', 'public@essai.test');
  await sql`update agency set owner_reference = 'essai-public' where id = ${space.agency.id}`.execute(
    site.db,
  );
});

const ask = (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown) =>
  site.call(method, `/api/agence/listings${address}`, {
    cookie: space.cookie,
    ...(body === undefined ? {} : { body }),
  });
const statusOf = async (id: number) => (await ask('GET', `/${id}`)).json.data.status;
/** Prices that its page tells, the first one first. */
const told = async (id: number) =>
  (
    await sql<{
      price: number;
    }>`select price from listing_price where listing_id = ${id} order by at`.execute(site.db)
  ).rows.map(({ price }) => price);

/** What the software of the agency says of one listing, as its law lets it be. */
async function sent(price: number, now: Date) {
  const drafts = await judgeDrafts(site.db, {
    agencyId: space.agency.id,
    source: 'poliris',
    drafts: [lawfulSale('cours', { price })],
    now,
  });
  const given = { agencyId: space.agency.id, source: 'poliris', run: null, now, drafts } as const;
  const { outcomes } = await site.db.transaction().execute((tx) => applyListings(tx, given));
  return outcomes.get('cours')?.id ?? 0;
}

test('prices of a mistake are held with the bound that was passed, the good one is on line', async ({
  skip,
}) => {
  skip(absent, '../shared is absent: the public report was not read');
  const { publication } = await importFeed(site.services, { file: prices, collect: true });
  const by = new Map(publication.map((one) => [one.reference.slice(-4), one]));
  for (const [reference, side, value] of [
    ['PRA1', 'least', 320],
    ['PRA2', 'least', 1_000],
    ['PRA3', 'least', 25_200],
    ['PRL1', 'least', 1_450],
    ['PRL2', 'most', 25_200_000],
  ] as const) {
    const one = by.get(reference);
    expect([reference, one?.status]).toEqual([reference, 'refused']);
    expect(one?.held).toMatchObject([{ measure: 'price', value, side, bound: expect.any(Number) }]);
    expect(one?.rules).toContain('C8');
    expect(one?.findings.find(({ rule }) => rule === 'C8')?.remedy).toContain('Vérifiez le prix');
  }
  expect(by.get('PRA4')).toMatchObject({ status: 'online', held: [] });
  const page = await site.call('GET', '/api/listings?transaction=achat&lieux=toulouse-31000');
  expect(page.json.data.listings.map(({ price }: { price: number }) => price)).toEqual([25_200_000]);
});

test('a confirmation by the agency holds for that value only, and is taken back', async () => {
  const { json } = await ask('POST', '', {
    transaction: 1,
    propertyType: 'apartment',
    placeCode: '30189',
    price: 252,
  });
  const { id, version } = json.data;
  const facts = { ...lawfulFacts(), price: 25_200, surface: 64 };
  const typed = await ask('PUT', `/${id}`, { version, facts });
  const refused = await ask('POST', `/${id}/publish`);
  expect(refused.status).toBe(422);
  expect(refused.json.details.findings[0]).toMatchObject({
    rule: 'C8',
    severity: 'block',
    field: 'price',
    held: { measure: 'price', value: 25_200, side: 'least', key: 'price=25200' },
  });
  expect(
    (await ask('POST', `/${id}/confirm-values`, { keys: ['price=25200'] })).json.data.legal.hold,
  ).toBeNull();
  expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'online' });
  const other = await ask('PUT', `/${id}`, { version: typed.json.data.version, facts: { price: 25_300 } });
  expect([other.status, other.json.details.findings[0].held.key]).toEqual([422, 'price=25300']);
  await ask('POST', `/${id}/confirm-values`, { keys: ['price=25200'], confirmed: false });
  expect(await statusOf(id)).toBe('refused');
  const { rows } = await sql`
    select value_key, confirmed from listing_confirmed_value where listing_id = ${id} order by id
  `.execute(site.db);
  expect(rows).toEqual([
    { valueKey: 'price=25200', confirmed: true },
    { valueKey: 'price=25200', confirmed: false },
  ]);
});

test('a price that is held is in no history, and brings no fall; confirmed, it is the next one', async () => {
  // Before the confirmation, which comes now.
  const day = (rank: number) => new Date(Date.now() - (10 - rank) * 60_000);
  const id = await sent(25_000_000, day(0));
  expect(await statusOf(id)).toBe('online');
  await sent(2_500_000_000, day(1));
  expect([await statusOf(id), await told(id)]).toEqual(['refused', [25_000_000]]);
  await sent(24_000_000, day(2));
  expect([await statusOf(id), await told(id)]).toEqual(['online', [25_000_000, 24_000_000]]);
  const { listing } = (await site.call('GET', `/api/listings/${id}`)).json.data;
  expect(listing.previousPrice).toBe(25_000_000);
  await sent(240_000, day(3));
  expect(await statusOf(id)).toBe('refused');
  const said = { listingId: id, reason: 'Vendu aux enchères, vu avec l’agence', by: 'Ana' };
  expect(await confirmAllValues(site.services, { ...said, confirmed: true })).toEqual({
    status: 'online',
    keys: ['price=240000'],
  });
  expect(await told(id)).toEqual([25_000_000, 24_000_000, 240_000]);
  expect(await confirmAllValues(site.services, { ...said, confirmed: false })).toMatchObject({
    status: 'refused',
  });
});

test('surfaces and the lots of a programme are held too', async () => {
  const { json } = await ask('POST', '', {
    transaction: 1,
    propertyType: 'apartment',
    placeCode: '30189',
    price: 25_000_000,
  });
  const small = await ask('POST', `/${json.data.id}/check`, {
    facts: { ...lawfulFacts(), surface: 1.05, rooms: 3 },
  });
  expect(small.json.data.findings.filter(({ held }: { held?: object }) => held)).toMatchObject([
    { field: 'surface', held: { measure: 'surface', value: 1.05, side: 'least' } },
  ]);
  const lot = { rooms: 2, floor: 1, vat: 20, status: 'available', propertyType: 'apartment' };
  const programme = await ask('POST', `/${json.data.id}/check`, {
    facts: {
      propertyType: 'programme',
      units: [
        { ...lot, reference: 'A1', surface: 42, price: 20_000_000 },
        { ...lot, reference: 'A2', surface: 1, price: 21_000_000 },
        { ...lot, reference: 'A3', surface: 42, price: 210 },
      ],
    },
  });
  const keys = programme.json.data.findings.flatMap(
    ({ held }: { held?: { key: string } }) => held?.key ?? [],
  );
  expect(keys).toEqual(expect.arrayContaining(['A2:surface=1', 'A3:price=210']));
  expect(keys.filter((key: string) => key.startsWith('A1'))).toEqual([]);
});
