import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawer } from '#demonstration/pictures/drawer.server.ts';
import { illustrationSource } from '#demonstration/pictures/sources.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { photoAgency, publishPhotos } from '../../../../tests/kit/pictures.ts';
import { drawnPhoto, registerDrawer } from '../drawn-photos.server.ts';
import { workOnPhotos } from '../photos.server.ts';
import { photoFile, photoSources, photoStorageKey, readPhotoFile } from '../photos.ts';
import { publicListing } from '../reading.server.ts';
import { drawPhoto } from './drawing.server.ts';

registerDrawer(drawer);
const site = await testApp();
const { services } = site;
const puts = vi.spyOn(services.storage, 'put');

let agencyId: number;
let turn = 0;
beforeEach(async () => {
  turn += 1;
  agencyId = await photoAgency(site.db, `agence-${turn}`);
});
afterEach(() => puts.mockClear());

const sourceOf = (seed: string) =>
  illustrationSource({ subject: { kind: 'village-house' }, seed, light: 'golden' });

async function shown(source: string) {
  const id = await publishPhotos(site.db, agencyId, [{ source, kind: 'drawn', caption: 'La maison' }]);
  return (await publicListing(site.db, String(id), new Date())).listing;
}

test('a drawn picture is shown at once, without any work', async () => {
  const { photo } = await shown(sourceOf('a'));
  expect(photo).toMatchObject({ width: 960, height: 720, caption: 'La maison', avif: false });
  expect(readPhotoFile(photoFile(photo!.key, 400))?.key).toBe(photo!.key);
  expect(Buffer.from(photo!.placeholder!, 'base64').length).toBeGreaterThan(8);
  expect(puts).not.toHaveBeenCalled();
  // Nor does it ever wait for any.
  expect(await workOnPhotos(services)).toBe(false);
});

test('its file is drawn when first asked for, then served from the store, the same to the byte', async () => {
  const { photo } = await shown(sourceOf('b'));
  for (const { url, width } of photoSources(photo!)) {
    const first = await site.app.inject(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(first.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { format, width: drawn, height } = await sharp(first.rawPayload).metadata();
    expect([format, drawn, height]).toEqual(['webp', width, (width * 3) / 4]);
    const again = await site.app.inject(url);
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  }
  expect(puts).toHaveBeenCalledTimes(3);
});

test('asked for by many at once, it is drawn once', async () => {
  const { photo } = await shown(sourceOf('c'));
  const { url } = photoSources(photo!)[0]!;
  const answers = await Promise.all(Array.from({ length: 12 }, () => site.app.inject(url)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(puts).toHaveBeenCalledTimes(1);
});

test('many at once are all drawn', async () => {
  const sources = Array.from({ length: 8 }, (_, rank) => sourceOf(`many-${rank}`));
  await publishPhotos(
    site.db,
    agencyId,
    sources.map((source) => ({ source, kind: 'drawn', caption: null })),
  );
  const answers = await Promise.all(
    sources.map((source) => site.app.inject(`/photos/${photoFile(drawnPhoto(source)!.key, 400)}`)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(8);
});

test('two listings that show the same drawing share its file', async () => {
  const [one, other] = [await shown(sourceOf('d')), await shown(sourceOf('d'))];
  expect(one.photo?.key).toBe(other.photo?.key);
});

test('a disk that is full does not keep it from being seen', async () => {
  const { photo } = await shown(sourceOf('e'));
  const storage = { ...services.storage, put: () => Promise.reject(new Error('ENOSPC')) };
  const name = readPhotoFile(photoFile(photo!.key, 400))!;
  expect(await drawPhoto(name, { ...services, storage })).not.toBeNull();
  expect(await services.storage.get(photoStorageKey(photoFile(photo!.key, 400)))).toBeNull();
});

test('what is no brief is never drawn: the photo is said to be missing', async () => {
  for (const source of ['https://exemple.fr/a.jpg', '<svg onload="alert(1)"/>', '1.golden.any.castle.x']) {
    expect(drawnPhoto(source)).toBeNull();
    expect(await shown(source)).toMatchObject({ photo: null, photoCount: 1 });
  }
});

test.each([
  '0-0123456789abcdef-400.webp',
  '0-0123456789abcdef-400.avif',
  '7-0123456789abcdef-400.webp',
  '0-0123456789abcdef-123.webp',
])('nobody shows %s: 404, kept by no cache', async (file) => {
  const answer = await site.app.inject(`/photos/${file}`);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('only the files that pages ask for exist', async () => {
  const { key } = (await shown(sourceOf('f'))).photo!;
  for (const file of [`${key}-400.avif`, `${key}-500.webp`, `${key}-9999.webp`, `${key}-master.jpg`])
    expect((await site.app.inject(`/photos/${file}`)).statusCode).toBe(404);
});
