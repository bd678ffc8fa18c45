import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { cleared } from '../../../tests/kit/law.ts';
import { expireListings, withdrawListings } from './availability.server.ts';
import { cellOf, type ListingDraft, type PhotoDraft } from './contract.ts';
import { applyListings, currentHashes, type ListingsToApply, listingDraftHash } from './intake.server.ts';
import { draftListing } from './intake.ts';

const { db } = await testDb();
const start = new Date('2026-03-02T08:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

let agencyId: number;
let references = 0;

beforeEach(async () => {
  await sql`truncate agency, change cascade`.execute(db);
  references += 1;
  agencyId = (await addAgency(db, { ref: `agence-${references}`, name: 'Agence du Port' })).id;
});

function draft(technicalId: string, said: Partial<ListingDraft> = {}): ListingDraft {
  return draftListing({
    technicalId,
    reference: `R-${technicalId}`,
    transaction: 1,
    propertyType: 'apartment',
    title: 'Appartement 3 pièces',
    description: 'Au calme, « sur cour » \\ avec "guillemets" et émoji 🏠.',
    placeCode: '34172',
    cityCode: '34172',
    departmentCode: '34',
    postalCode: '34000',
    price: 25_000_000,
    surface: 62.4,
    rooms: 3,
    ...said,
  });
}

function url(name: string): PhotoDraft {
  return { source: `https://photos.example/${name}.jpg`, kind: 'url', caption: null };
}

async function apply(drafts: ListingDraft[], now = start, given: Partial<ListingsToApply> = {}) {
  const judged = drafts.map(cleared);
  return db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: 'r1', now, drafts: judged, ...given }),
    );
}

async function withdraw(technicalIds: string[], now: Date) {
  return db.transaction().execute((tx) => withdrawListings(tx, { agencyId, technicalIds, run: 'r2', now }));
}

/** Events since the last call. */
async function events(): Promise<{ kind: string; ref: number; payload: unknown; run: string | null }[]> {
  const { rows } = await sql<{ kind: string; ref: number; payload: unknown; run: string | null }>`
    with taken as (delete from change returning *) select kind, ref, payload, run from taken order by seq
  `.execute(db);
  return rows;
}

async function row(technicalId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from listing where agency_id = ${agencyId} and technical_id = ${technicalId}
  `.execute(db);
  return rows[0]!;
}

async function history(table: 'listing_price' | 'listing_availability', column: string) {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} order by listing_id, at
  `.execute(db);
  return rows.map(({ value }) => value);
}

async function photos() {
  const { rows } = await sql<{ source: string; status: string; storageKey: string | null; position: number }>`
    select source, status, storage_key, position from listing_photo order by listing_id, position
  `.execute(db);
  return rows;
}

describe('what a draft says', () => {
  test('is stored field by field, and unknown stays apart from no', async () => {
    await apply([
      draft('A', {
        elevator: false,
        balcony: true,
        exposures: ['S', 'O'],
        heating: ['gas'],
        availableOn: '2026-04-01',
        floor: 0,
      }),
    ]);
    expect(await row('A')).toMatchObject({
      reference: 'R-A',
      source: 'poliris',
      status: 'online',
      price: 25_000_000,
      pricePerM2: 400_600,
      surface: 62.4,
      elevator: false,
      balcony: true,
      cellar: null,
      floor: 0,
      floors: null,
      exposures: ['S', 'O'],
      heating: ['gas'],
      availableOn: '2026-04-01',
      description: 'Au calme, « sur cour » \\ avec "guillemets" et émoji 🏠.',
      publishedAt: start,
      withdrawnAt: null,
      previousPrice: null,
    });
  });

  test('gives the same hash whatever the order of lists, another one when a fact or a photo differs', () => {
    const one = draft('A', { exposures: ['S', 'O'], photos: [url('1')] });
    const hash = listingDraftHash(one);
    expect(
      listingDraftHash({ ...one, exposures: ['O', 'S'], reference: 'autre', status: 'under_offer' }),
    ).toEqual(hash);
    expect(listingDraftHash({ ...one, elevator: false }).contentHash).not.toBe(hash.contentHash);
    expect(listingDraftHash({ ...one, description: '' }).contentHash).not.toBe(hash.contentHash);
    const other = listingDraftHash({ ...one, photos: [url('2')] });
    expect(other.contentHash).toBe(hash.contentHash);
    expect(other.photosHash).not.toBe(hash.photosHash);
    // A missing fact and a false one are not the same thing to say.
    expect(listingDraftHash({ ...one, elevator: null }).contentHash).not.toBe(
      listingDraftHash({ ...one, elevator: false }).contentHash,
    );
  });

  test('is refused when said twice in one call', async () => {
    await expect(apply([draft('A'), draft('A')])).rejects.toThrow(RangeError);
  });
});

describe('a new listing', () => {
  test('appears once, with its history', async () => {
    const result = await apply([draft('A'), draft('B', { price: 90_000, transaction: 2 })]);
    expect(result).toMatchObject({ created: 2, updated: 0, unchanged: 0, returned: 0, priceFalls: 0 });
    const ids = [...result.outcomes.values()].map(({ id }) => id);
    expect(await events()).toEqual([
      { kind: 'listing.appeared', ref: ids[0], run: 'r1', payload: { price: 25_000_000 } },
      { kind: 'listing.appeared', ref: ids[1], run: 'r1', payload: { price: 90_000 } },
    ]);
    expect(await history('listing_price', 'price')).toEqual([25_000_000, 90_000]);
    expect(await history('listing_availability', 'status')).toEqual(['online', 'online']);
  });

  test('off line makes no event until it is on line', async () => {
    await apply([draft('A', { status: 'draft' })]);
    expect(await events()).toEqual([]);
    expect((await row('A')).publishedAt).toBeNull();
    await apply([draft('A')], day(1));
    expect((await events()).map(({ kind }) => kind)).toEqual(['listing.appeared']);
    expect((await row('A')).publishedAt).toEqual(day(1));
  });
});

describe('the same drafts again', () => {
  test('change no row and tell nothing, but confirm', async () => {
    await apply([draft('A', { photos: [url('1')] }), draft('B')]);
    await events();
    const state = () =>
      sql`select *, xmin::text as version, ctid::text as at from listing order by id`.execute(db);
    const before = await state();
    const result = await apply([draft('B'), draft('A', { photos: [url('1')] })], day(1));
    expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect((await state()).rows).toEqual(before.rows);
    expect(await events()).toEqual([]);
    const { rows } = await sql`select distinct at from listing_confirmation`.execute(db);
    expect(rows).toEqual([{ at: day(1) }]);
  });
});

describe('a change', () => {
  test('of price: a fall is told, a rise is not; both are kept in the history', async () => {
    await apply([draft('A')]);
    await events();
    const { outcomes, ...counts } = await apply([draft('A', { price: 24_000_000 })], day(1));
    expect(counts).toMatchObject({ updated: 1, priceFalls: 1 });
    expect(await events()).toEqual([
      {
        kind: 'listing.priceFell',
        ref: outcomes.get('A')?.id,
        run: 'r1',
        payload: { price: 24_000_000, previousPrice: 25_000_000 },
      },
    ]);
    expect(await row('A')).toMatchObject({ previousPrice: 25_000_000, priceChangedAt: day(1) });
    await apply([draft('A', { price: 26_000_000 })], day(2));
    expect(await events()).toEqual([]);
    expect(await row('A')).toMatchObject({ previousPrice: 24_000_000, priceChangedAt: day(2) });
    expect(await history('listing_price', 'price')).toEqual([25_000_000, 24_000_000, 26_000_000]);
    // Another fact changes: the last price change is still the last.
    await apply([draft('A', { price: 26_000_000, rooms: 4 })], day(3));
    expect(await row('A')).toMatchObject({ previousPrice: 24_000_000, priceChangedAt: day(2), rooms: 4 });
  });

  test('of reference, text or photos alters the row and tells nothing', async () => {
    await apply([draft('A', { photos: [url('1'), url('2')] })]);
    await events();
    const result = await apply(
      [draft('A', { reference: 'NOUVELLE', title: 'T3', photos: [url('2'), url('3')] })],
      day(1),
    );
    expect(result.updated).toBe(1);
    expect(await row('A')).toMatchObject({
      reference: 'NOUVELLE',
      title: 'T3',
      photoCount: 2,
      updatedAt: day(1),
    });
    expect(await events()).toEqual([]);
    expect((await photos()).map(({ source }) => source)).toEqual([url('2').source, url('3').source]);
    const hashes = (await currentHashes(db, agencyId)).get('A');
    expect(hashes).toMatchObject({ reference: 'NOUVELLE', status: 'online', price: 25_000_000 });
  });

  test('from known to unknown clears the fact', async () => {
    await apply([draft('A', { elevator: true, exactLat: 43.61, exactLng: 3.87 })]);
    await apply([draft('A')], day(1));
    expect(await row('A')).toMatchObject({
      elevator: null,
      lat: null,
      lng: null,
      cell: null,
      pointRadius: null,
    });
  });

  test('from sale to rental is another market: it appears there, its price did not fall', async () => {
    await apply([draft('A')]);
    await events();
    await apply([draft('A', { transaction: 2, price: 90_000 })], day(1));
    expect((await events()).map(({ kind }) => kind)).toEqual(['listing.appeared']);
    expect((await row('A')).previousPrice).toBeNull();
  });
});

describe('photos', () => {
  test('keep what was made of them when their source stays, wherever they move', async () => {
    await apply([draft('A', { photos: [url('1'), url('2')] })]);
    await sql`
      update listing_photo set status = 'ready', storage_key = 'photos/aa/' || id, width = 800, height = 600
    `.execute(db);
    const before = await photos();
    await apply([draft('A', { photos: [url('2'), url('new')] })], day(1));
    expect(await photos()).toEqual([
      { ...before[1], position: 0 },
      { source: url('new').source, status: 'pending', storageKey: null, position: 1 },
    ]);
    const { rows } = await sql`select storage_key, at from listing_photo_dropped`.execute(db);
    expect(rows).toEqual([{ storageKey: before[0]?.storageKey, at: day(1) }]);
  });

  test('said twice are shown once', async () => {
    await apply([draft('A', { photos: [url('1'), url('2'), url('1')] })]);
    expect((await photos()).map(({ source }) => source)).toEqual([url('1').source, url('2').source]);
    expect((await row('A')).photoCount).toBe(2);
  });
});

describe('leaving and coming back', () => {
  test('a withdrawn listing that is said again is the same listing', async () => {
    const { outcomes } = await apply([draft('A', { photos: [url('1')] })]);
    const id = outcomes.get('A')?.id;
    await events();
    expect(await withdraw(['A', 'unknown'], day(1))).toEqual(['A']);
    expect(await events()).toEqual([
      { kind: 'listing.left', ref: id, run: 'r2', payload: { status: 'withdrawn' } },
    ]);
    expect(await row('A')).toMatchObject({ status: 'withdrawn', withdrawnAt: day(1) });
    expect(await photos()).toHaveLength(1);
    expect(await withdraw(['A'], day(2))).toEqual([]);
    expect(await events()).toEqual([]);

    const back = await apply([draft('A', { price: 24_000_000, photos: [url('1')] })], day(3));
    expect(back).toMatchObject({ returned: 1, updated: 0, created: 0, priceFalls: 0 });
    expect(back.outcomes.get('A')).toEqual({ id, outcome: 'returned' });
    expect(await events()).toEqual([
      {
        kind: 'listing.returned',
        ref: id,
        run: 'r1',
        payload: { price: 24_000_000, previousPrice: 25_000_000 },
      },
    ]);
    expect(await row('A')).toMatchObject({ withdrawnAt: null, publishedAt: start, firstSeenAt: start });
    expect(await history('listing_availability', 'status')).toEqual(['online', 'withdrawn', 'online']);
  });

  test('under offer is still on line; sold is not, and stays sold when the feed drops it', async () => {
    await apply([draft('A')]);
    await events();
    await apply([draft('A', { status: 'under_offer' })], day(1));
    expect(await events()).toEqual([]);
    await apply([draft('A', { status: 'sold' })], day(2));
    expect((await events()).map(({ payload }) => payload)).toEqual([{ status: 'sold' }]);
    expect(await withdraw(['A'], day(3))).toEqual([]);
    expect(await history('listing_availability', 'status')).toEqual(['online', 'under_offer', 'sold']);
  });

  test('a suspended listing stays suspended whatever its feed says', async () => {
    await apply([draft('A')]);
    await sql`update listing set status = 'suspended'`.execute(db);
    await events();
    expect((await apply([draft('A', { price: 1_000_000 })], day(1))).updated).toBe(1);
    expect(await withdraw(['A'], day(2))).toEqual([]);
    expect(await row('A')).toMatchObject({ status: 'suspended', price: 1_000_000 });
    expect(await events()).toEqual([]);
  });

  test('fourteen days without confirmation expire a listing, a feed brings it back', async () => {
    await apply([draft('A'), draft('B')]);
    await apply([draft('B')], day(10));
    await events();
    expect(await expireListings(db, new Date(day(14).getTime() - 1))).toBe(0);
    expect(await expireListings(db, new Date(day(14).getTime() + 1))).toBe(1);
    expect((await events()).map(({ payload }) => payload)).toEqual([{ status: 'expired' }]);
    expect((await row('A')).status).toBe('expired');
    expect((await row('B')).status).toBe('online');
    expect((await apply([draft('A')], day(15))).returned).toBe(1);
  });
});

test('on rollback neither rows nor events remain', async () => {
  await expect(
    db.transaction().execute(async (tx) => {
      await applyListings(tx, {
        agencyId,
        source: 'poliris',
        run: null,
        now: start,
        drafts: [cleared(draft('A'))],
      });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await events()).toEqual([]);
  expect((await currentHashes(db, agencyId)).size).toBe(0);
});

test('two imports of one agency at once create each listing once', async () => {
  const drafts = Array.from({ length: 50 }, (_, n) => draft(`T${n}`));
  const results = await Promise.all([apply(drafts), apply(drafts.toReversed()), apply(drafts)]);
  expect(results.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 0, 50]);
  expect(await events()).toHaveLength(50);
});

test('the stored cells are those of the stored public point, which is never the exact one', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`seed ${seed}`);
  const random = mulberry(seed);
  const drafts = Array.from({ length: 500 }, (_, n) =>
    draft(`T${n}`, {
      // Half of them on the grid of 0.0001 degree that public points use.
      exactLat: n % 2 ? 41 + random() * 10 : Math.round((41 + random() * 10) * 10_000) / 10_000,
      exactLng: n % 2 ? random() * 14 - 5 : Math.round((random() * 14 - 5) * 10_000) / 10_000,
      pointRadius: [null, 1, 150, 500, 2_000, 90_000][n % 6]!,
    }),
  );
  await apply(drafts);
  const { rows } = await sql<
    Record<'lat' | 'lng' | 'exactLat' | 'exactLng' | 'cell' | 'cell2' | 'cell3' | 'pointRadius', number>
  >`
    select lat, lng, exact_lat, exact_lng, cell, cell2, cell3, point_radius from listing
  `.execute(db);
  expect(rows).toHaveLength(500);
  for (const point of rows) {
    expect(point.cell).toBe(cellOf(point.lat, point.lng, 'fine'));
    expect(point.cell2).toBe(cellOf(point.lat, point.lng, 'coarse'));
    expect(point.cell3).toBe(cellOf(point.lat, point.lng, 'street'));
    expect([point.lat, point.lng]).not.toEqual([point.exactLat, point.exactLng]);
    const metres = Math.hypot(
      (point.lat - point.exactLat) * 111_320,
      (point.lng - point.exactLng) * 111_320 * Math.cos((point.lat * Math.PI) / 180),
    );
    expect(metres).toBeLessThanOrEqual(point.pointRadius);
  }
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
