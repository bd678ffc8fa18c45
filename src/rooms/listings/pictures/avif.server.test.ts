import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { testDb } from '../../../../tests/kit/db.ts';
import { photoAgency, plain, publishPhotos, scene } from '../../../../tests/kit/pictures.ts';
import type { PhotoDraft } from '../contract.ts';
import { sweepPhotos, workOnPhotos } from '../photos.server.ts';
import { photoFile, photoMasterKey, photoStorageKey } from '../photos.ts';
import { publicListing } from '../reading.server.ts';
import { workOnAvif } from './avif.server.ts';

const { db } = await testDb();
const folder = mkdtempSync(path.join(tmpdir(), 'vigie-avif-'));
const storage = diskStore(folder);
const services = {
  db,
  storage,
  env: readEnv({ NODE_ENV: 'test', VIGIE_DATA: folder }),
  log: openLog({ LOG_LEVEL: 'silent' }),
};
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => moveClock(0));

let agencyId: number;
beforeEach(async () => {
  await sql`truncate agency, listing_photo_dropped cascade`.execute(db);
  agencyId = await photoAgency(db, 'agence-du-port');
});

const file = (name: string): PhotoDraft => ({ source: `feeds/${name}.jpg`, kind: 'file', caption: null });

/** A listing whose photos of these names are shown. Returns its id. */
async function shown(...names: string[]): Promise<number> {
  for (const name of names)
    await storage.put(`feeds/${name}.jpg`, await scene(name, 300, 200).jpeg().toBuffer());
  const id = await publishPhotos(db, agencyId, names.map(file));
  while (await workOnPhotos(services));
  return id;
}

async function rows() {
  const found = await sql<{
    storageKey: string;
    avif: string;
    avifAttempts: number;
    avifNextAt: Date | null;
    status: string;
  }>`select * from listing_photo order by listing_id, position`.execute(db);
  return found.rows;
}

async function stored(key: string): Promise<Buffer | null> {
  const found = await storage.get(key);
  return found && Buffer.concat(await found.stream.toArray());
}

const avifOf = (key: string, slot: number) => stored(photoStorageKey(photoFile(key, slot, 'avif')));

test('pages hear of AVIF files once all of them are stored', async () => {
  await storage.put('feeds/large.jpg', await scene('large', 900, 600).jpeg().toBuffer());
  const id = await publishPhotos(db, agencyId, [file('large')]);
  await workOnPhotos(services);
  const before = await publicListing(db, String(id), new Date());
  expect(before).toMatchObject({ listing: { photo: { avif: false } } });
  const { storageKey } = (await rows())[0]!;
  expect(await avifOf(storageKey, 400)).toBeNull();
  expect(await stored(photoMasterKey(storageKey))).not.toBeNull();

  expect(await workOnAvif(services)).toBe(true);
  expect(await workOnAvif(services)).toBe(false);
  expect(await rows()).toMatchObject([{ avif: 'ready', avifAttempts: 1, avifNextAt: null }]);
  expect(await publicListing(db, String(id), new Date())).toMatchObject({
    listing: { photo: { avif: true } },
  });
  for (const [slot, width] of [
    [400, 400],
    [800, 800],
    [1280, 900],
  ] as const) {
    expect(await sharp((await avifOf(storageKey, slot))!).metadata()).toMatchObject({
      format: 'heif',
      width,
    });
  }
  // Its work is done.
  expect(await stored(photoMasterKey(storageKey))).toBeNull();
});

test('waits until no photo waits to be shown at all', async () => {
  await shown('a');
  await publishPhotos(db, agencyId, [file('b')], 'B');
  expect(await workOnAvif(services)).toBe(false);
  expect((await rows())[0]).toMatchObject({ avif: 'pending', avifAttempts: 0 });
  await workOnPhotos(services);
  // The picture of B does not exist: it is tried again later, and does not stand in the way meanwhile.
  expect(await workOnAvif(services)).toBe(true);
  expect((await rows())[0]).toMatchObject({ avif: 'ready' });
});

test('two workers never take the same picture', async () => {
  await shown('a', 'b', 'c');
  await Promise.all([workOnAvif(services), workOnAvif(services), workOnAvif(services)]);
  expect((await rows()).map(({ avif, avifAttempts }) => [avif, avifAttempts])).toEqual(
    Array.from({ length: 3 }, () => ['ready', 1]),
  );
});

test('killed at any point, is done by the next worker once the lease is over', async () => {
  await shown('a');
  const { storageKey } = (await rows())[0]!;
  // As a kill leaves it: taken, nothing written.
  const cut = { ...storage, put: () => new Promise<void>(() => {}) };
  void workOnAvif({ ...services, storage: cut });
  await expect.poll(async () => (await rows())[0]?.avifAttempts).toBe(1);
  expect(await workOnAvif(services)).toBe(false);
  moveClock(121_000);
  expect(await workOnAvif(services)).toBe(true);
  expect(await rows()).toMatchObject([{ avif: 'ready', avifAttempts: 2 }]);
  expect(await avifOf(storageKey, 400)).not.toBeNull();
});

test('a full disk is not the fault of the picture; a picture that cannot be encoded is left in WebP', async () => {
  await shown('a');
  const { storageKey } = (await rows())[0]!;
  const full = { ...storage, put: () => Promise.reject(new Error('ENOSPC')) };
  await expect(workOnAvif({ ...services, storage: full })).rejects.toThrow('ENOSPC');
  expect(await rows()).toMatchObject([{ avif: 'pending', avifAttempts: 0 }]);

  await storage.put(photoMasterKey(storageKey), Buffer.from('no picture at all'));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    moveClock(attempt * 3_600_000);
    expect(await workOnAvif(services)).toBe(true);
    expect(await rows()).toMatchObject([{ avif: 'pending', avifAttempts: attempt }]);
  }
  moveClock(6 * 3_600_000);
  await workOnAvif(services);
  expect(await rows()).toMatchObject([{ status: 'ready', avif: 'failed' }]);
  expect(await stored(photoMasterKey(storageKey))).toBeNull();
});

test('a listing that changes its pictures keeps what was made of those it keeps', async () => {
  const id = await shown('a', 'b');
  await workOnAvif(services);
  const before = await rows();
  expect(before.map(({ avif }) => avif).toSorted()).toEqual(['pending', 'ready']);
  await publishPhotos(db, agencyId, [file('b'), file('a')]);
  const { rows: after } = await sql<{ perceptualHash: string; storageKey: string; avif: string }>`
    select perceptual_hash::text, storage_key, avif from listing_photo where listing_id = ${id} order by position
  `.execute(db);
  expect(after.map(({ storageKey, avif }) => [storageKey, avif])).toEqual(
    before.map(({ storageKey, avif }) => [storageKey, avif]).toReversed(),
  );
  for (const { perceptualHash } of after) expect(perceptualHash).toMatch(/^-?\d{10,}$/);
  while (await workOnAvif(services));
  expect((await rows()).map(({ avif }) => avif)).toEqual(['ready', 'ready']);
});

test('what a listing dropped leaves nothing behind, in any format', async () => {
  await shown('a');
  const { storageKey } = (await rows())[0]!;
  await workOnAvif(services);
  await storage.put(photoMasterKey(storageKey), await plain(10, 10).jpeg().toBuffer());
  await publishPhotos(db, agencyId, []);
  moveClock(91 * 86_400_000);
  expect(await sweepPhotos(services)).toBe(1);
  for (const key of [
    photoMasterKey(storageKey),
    photoStorageKey(photoFile(storageKey, 400)),
    photoStorageKey(photoFile(storageKey, 400, 'avif')),
  ])
    expect(await stored(key)).toBeNull();
});
