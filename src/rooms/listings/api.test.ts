import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared } from '../../../tests/kit/law.ts';
import { unit } from '../../../tests/kit/legal-rows.ts';
import { withdrawListings } from './availability.server.ts';
import { type ListingDraft, pricePerM2Of } from './contract.ts';
import { applyListings } from './intake.server.ts';
import { draftListing } from './intake.ts';
import { workOnPhotos } from './photos.server.ts';
import { listingsByIds } from './reading.server.ts';
import { listingViewSchema } from './reading.ts';

const DAY_MS = 86_400_000;
let site: TestApp;
let agencyId: number;

beforeAll(async () => {
  site = await testApp();
  agencyId = (await addAgency(site.db, { ref: 'ecusson', name: 'Agence de l’Écusson', siren: '732829320' }))
    .id;
});
afterEach(async () => {
  moveClock(0);
  await sql`truncate listing cascade`.execute(site.db);
});

const secrets = {
  address: '12 rue Secrète',
  exactLat: 43.611_234_5,
  exactLng: 3.876_543_2,
  mandateNumber: 'MANDAT-77',
  contactName: 'Nom Privé',
  contactPhone: '+33612345678',
  contactEmail: 'prive@agence.example',
};

async function publish(
  technicalId: string,
  said: Partial<ListingDraft> = {},
  now = new Date(),
): Promise<number> {
  const draft = draftListing({
    technicalId,
    reference: `R-${technicalId}`,
    transaction: 1,
    propertyType: 'apartment',
    title: 'Trois pièces à l’Écusson',
    description: 'Calme.',
    placeCode: '34172',
    cityCode: '34172',
    departmentCode: '34',
    postalCode: '34000',
    price: 25_000_000,
    surface: 62.4,
    ...said,
  });
  const { outcomes } = await site.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts: [cleared(draft)] }),
    );
  return outcomes.get(technicalId)!.id;
}

async function withdraw(technicalId: string, now = new Date()) {
  await site.db
    .transaction()
    .execute((tx) => withdrawListings(tx, { agencyId, technicalIds: [technicalId], run: null, now }));
}

describe('GET /listings/{id}', () => {
  test('says the price of a square metre of one home: never of a bouquet, nor of one home by the surface of another', async () => {
    const programme = { propertyType: 'programme', isNew: true, price: 20_000_000, surface: 80 } as const;
    const homes = [
      unit({ reference: 'A01', price: 20_000_000, surface: 40 }),
      unit({ reference: 'A02', price: 36_000_100, surface: 80 }),
      unit({ reference: 'A03', price: 30_000_000, surface: 80, status: 'sold' }),
      unit({ reference: 'A04', price: 10_000_000, surface: null }),
    ];
    const said: [name: string, draft: Partial<ListingDraft>, perM2: number | null][] = [
      ['flat', {}, 400_600],
      ['land', { surface: null }, null],
      ['annuity', { lifeAnnuity: true, annuityBouquet: 25_000_000, annuityMonthly: 80_000 }, null],
      ['programme', { ...programme, units: homes }, 450_000],
      ['sold', { ...programme, units: homes.slice(2) }, null],
      ['unsaid', { ...programme, units: null }, null],
    ];
    for (const [name, facts, perM2] of said) {
      const id = await publish(name, facts);
      const [listing] = await listingsByIds(site.db, [id]);
      const whole = {
        propertyType: 'apartment',
        lifeAnnuity: false,
        units: null,
        price: 25_000_000,
        surface: 62.4,
      };
      expect([name, listing?.pricePerM2, pricePerM2Of({ ...whole, ...facts } as ListingDraft)]).toEqual([
        name,
        perM2,
        perM2,
      ]);
    }
  });

  test('says what is public, its history, and nothing of what is private', async () => {
    const before = new Date(Date.now() - DAY_MS);
    const id = await publish('A', { ...secrets, elevator: false, exposures: ['S'] }, before);
    await publish('A', { ...secrets, elevator: false, exposures: ['S'], price: 24_000_000 });
    const { status, json } = await site.call('GET', `/api/listings/${id}`);
    expect(status).toBe(200);
    const { listing, available } = json.data;
    expect(available).toBe(true);
    expect(listingViewSchema.parse(listing)).toEqual(listing);
    expect(listing).toMatchObject({
      id,
      status: 'online',
      price: 24_000_000,
      previousPrice: 25_000_000,
      pricePerM2: 384_600,
      elevator: false,
      balcony: null,
      exposures: ['S'],
      place: { code: '34172', name: 'Montpellier', citySlug: 'montpellier-34000', rank: null },
      agency: { ownerReference: 'ecusson', name: 'Agence de l’Écusson', siren: '732829320' },
      publishedAt: before.toISOString(),
      photo: null,
      photos: [],
    });
    expect(listing.prices.map(({ price }: { price: number }) => price)).toEqual([25_000_000, 24_000_000]);
    expect(listing.availability).toEqual([{ at: before.toISOString(), status: 'online' }]);
    const text = JSON.stringify(json);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(String(secret));
    expect(text).not.toContain('43.6112');
    expect(text).not.toMatch(/exactL|address":"12|contactP|mandate|Hash/);
  });

  test.each(['0', '-1', '01', '1e3', 'abc', '9'.repeat(30), '999999999', '1%27', '%00'])(
    '%s is not found',
    async (id) => {
      const { status, json } = await site.call('GET', `/api/listings/${id}`);
      expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test('a listing that left is said unavailable for 90 days, then gone', async () => {
    const id = await publish('A');
    await withdraw('A');
    expect((await site.call('GET', `/api/listings/${id}`)).json.data).toMatchObject({
      available: false,
      listing: { status: 'withdrawn' },
    });
    moveClock(89 * DAY_MS);
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(200);
    moveClock(91 * DAY_MS);
    const gone = await site.call('GET', `/api/listings/${id}`);
    expect([gone.status, gone.json.code]).toEqual([410, 'GONE']);
  });

  test.each(['draft', 'pending', 'refused'] as const)('a %s listing was never public', async (status) => {
    const id = await publish('A', { status });
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(404);
  });

  test('what the law kept off line is not shown once withdrawn either', async () => {
    const id = await publish('A');
    await sql`update listing_verdict set hold = 'block' where listing_id = ${id}`.execute(site.db);
    await withdraw('A');
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(404);
  });

  test('a suspended listing is not shown at all', async () => {
    const id = await publish('A');
    await sql`update listing set status = 'suspended'`.execute(site.db);
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(404);
  });
});

test('cards come in the order asked, one statement for all, unknown ones left out', async () => {
  const [a, b] = [await publish('A'), await publish('B', { transaction: 2, price: 90_000 })];
  const cards = await listingsByIds(site.db, [b, 999_999, a]);
  expect(cards.map(({ id }) => id)).toEqual([b, a]);
  expect(cards[0]).toMatchObject({
    transaction: 2,
    place: { name: 'Montpellier' },
    agency: { ownerReference: 'ecusson' },
  });
  expect(cards[0]).not.toHaveProperty('description');
});

describe('GET /photos/{file}', () => {
  test('serves stored pictures for ever, as pictures only', async () => {
    await site.services.storage.put(
      'feeds/photos/1.jpg',
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#123456' } })
        .jpeg()
        .toBuffer(),
    );
    const id = await publish('A', {
      photos: [{ source: 'feeds/photos/1.jpg', kind: 'file', caption: 'Séjour' }],
    });
    expect((await site.call('GET', `/api/listings/${id}`)).json.data.listing).toMatchObject({
      photo: null,
      photoCount: 1,
    });
    await workOnPhotos(site.services);
    const { photo, photos } = (await site.call('GET', `/api/listings/${id}`)).json.data.listing;
    expect(photos).toEqual([photo]);
    expect(photo).toMatchObject({ width: 900, height: 600, caption: 'Séjour' });
    const response = await site.app.inject(`/photos/${photo.key}-800.webp`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { width, format } = await sharp(response.rawPayload).metadata();
    expect([width, format]).toEqual([800, 'webp']);
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
  });

  test.each([
    '1-0123456789abcdef-800.webp',
    '../secret',
    '..%2fsecret',
    'x.webp',
    '1-0123456789abcdef-800.webp%00',
  ])('%s is not found', async (file) => {
    const response = await site.app.inject(`/photos/${file}`);
    expect(response.statusCode).toBe(404);
  });
});
