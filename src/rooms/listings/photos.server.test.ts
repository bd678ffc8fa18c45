import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { photoAgency, plain, publishPhotos } from '../../../tests/kit/pictures.ts';
import type { PhotoDraft } from './contract.ts';
import { sweepPhotos, workOnPhotos } from './photos.server.ts';
import { photoFile, photoPath, photoSizes, photoSources, photoStorageKey, readPhotoFile } from './photos.ts';

const { db } = await testDb();
const folder = mkdtempSync(path.join(tmpdir(), 'vigie-photos-'));
const storage = diskStore(folder);
const env = readEnv({ NODE_ENV: 'test', VIGIE_DATA: folder, FEED_PHOTO_HOSTS: '127.0.0.1' });
const services = { db, storage, env, log: openLog({ LOG_LEVEL: 'silent' }) };

const pictures = new Map<string, Buffer>();
let requests: string[] = [];
let status = 200;
let hold: Promise<void> | null = null;
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  void (async () => {
    await hold;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(pictures.get(request.url ?? ''));
  })();
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pictures.set('/wide.jpg', await plain(1600, 1200).jpeg().toBuffer());
  pictures.set('/other.jpg', await plain(500, 400).jpeg().toBuffer());
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => moveClock(0));

let agencyId: number;
let references = 0;
beforeEach(async () => {
  await sql`truncate agency, listing_photo_dropped cascade`.execute(db);
  references += 1;
  agencyId = await photoAgency(db, `agence-${references}`);
  requests = [];
  status = 200;
  hold = null;
});

const publish = (photos: PhotoDraft[], technicalId = 'A') => publishPhotos(db, agencyId, photos, technicalId);

const url = (name: string): PhotoDraft => ({ source: `${origin}${name}`, kind: 'url', caption: null });

async function rows() {
  const found = await sql<{
    status: string;
    storageKey: string | null;
    width: number | null;
    height: number | null;
    placeholder: string | null;
    attempts: number;
    error: string | null;
  }>`select * from listing_photo order by listing_id, position`.execute(db);
  return found.rows;
}

async function stored(key: string, slot: number, format: 'webp' | 'avif' = 'webp'): Promise<Buffer | null> {
  const file = await storage.get(photoStorageKey(photoFile(key, slot, format)));
  return file && Buffer.concat(await file.stream.toArray());
}

describe('the work', () => {
  test('makes the waiting pictures of addresses and archives ready', async () => {
    await storage.put('feeds/photos/abc.jpg', pictures.get('/other.jpg')!);
    await publish([url('/wide.jpg'), { source: 'feeds/photos/abc.jpg', kind: 'file', caption: 'Séjour' }]);
    expect(await workOnPhotos(services)).toBe(false);
    const [wide, file] = await rows();
    expect(wide).toMatchObject({ status: 'ready', width: 1600, height: 1200, error: null });
    expect(file).toMatchObject({ status: 'ready', width: 500, height: 400 });
    expect((await sharp((await stored(wide!.storageKey!, 1280))!).metadata()).width).toBe(1280);
    expect((await sharp((await stored(file!.storageKey!, 800))!).metadata()).width).toBe(500);
    expect(await stored(file!.storageKey!, 1280)).toBeNull();
    // Done is done.
    expect(await workOnPhotos(services)).toBe(false);
    expect(requests).toEqual(['/wide.jpg']);
  });

  test('takes the first pictures first, a few at a time, until none waits', async () => {
    await publish([url('/wide.jpg'), url('/other.jpg'), url('/wide.jpg?2')], 'A');
    await publish([url('/other.jpg?1'), url('/other.jpg?2')], 'B');
    for (const name of ['/wide.jpg?2', '/other.jpg?1', '/other.jpg?2'])
      pictures.set(name, pictures.get('/other.jpg')!);
    expect(await workOnPhotos(services)).toBe(true);
    expect(requests.toSorted()).toEqual(['/other.jpg', '/other.jpg?1', '/other.jpg?2', '/wide.jpg']);
    await workOnPhotos(services);
    expect((await rows()).map((row) => row.status)).toEqual(Array(5).fill('ready'));
  });

  test('tries again later, five times, then gives up', async () => {
    status = 503;
    await publish([url('/wide.jpg')]);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await workOnPhotos(services);
      expect((await rows())[0]).toMatchObject({
        attempts: attempt,
        error: 'réponse 503',
        status: attempt < 5 ? 'pending' : 'failed',
      });
      // Not before its time.
      await workOnPhotos(services);
      expect(requests).toHaveLength(attempt);
      moveClock(attempt * 3 * 3_600_000);
    }
    await workOnPhotos(services);
    expect(requests).toHaveLength(5);
  });

  test('gives up at once what can never work', async () => {
    pictures.set('/page', Buffer.from('<html></html>'));
    await publish([
      url('/page'),
      { source: 'http://10.0.0.1/a.jpg', kind: 'url', caption: null },
      { source: '../../etc/passwd', kind: 'file', caption: null },
    ]);
    await workOnPhotos(services);
    expect((await rows()).map((row) => [row.status, row.error])).toEqual([
      ['failed', 'pas une image connue'],
      ['failed', 'adresse privée'],
      ['failed', 'fichier inconnu'],
    ]);
  });

  test('cut short at any point, is done by the next worker once the lease is over', async () => {
    await publish([url('/wide.jpg')]);
    let free = () => {};
    hold = new Promise((resolve) => {
      free = resolve;
    });
    const stuck = workOnPhotos(services);
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await workOnPhotos(services)).toBe(false);
    expect(requests).toHaveLength(1);
    moveClock(121_000);
    hold = null;
    await workOnPhotos(services);
    const [done] = await rows();
    expect(done?.status).toBe('ready');
    // The first one was not dead after all: the same files, the same row.
    free();
    await stuck;
    expect(await rows()).toEqual([done]);
    expect((await sql`select * from listing_photo_dropped`.execute(db)).rows).toEqual([]);
  });

  test('stopped by the house, gives its pictures back at once', async () => {
    await publish([url('/wide.jpg')]);
    hold = new Promise(() => {});
    const abort = new AbortController();
    const running = workOnPhotos(services, abort.signal);
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    await running;
    hold = null;
    expect((await rows())[0]).toMatchObject({ status: 'pending', attempts: 0, error: null });
    await workOnPhotos(services);
    expect((await rows())[0]?.status).toBe('ready');
  });

  test('a full disk is not the fault of the picture', async () => {
    await publish([url('/wide.jpg')]);
    const full = { ...storage, put: () => Promise.reject(new Error('ENOSPC')) };
    await expect(workOnPhotos({ ...services, storage: full })).rejects.toThrow('ENOSPC');
    expect((await rows())[0]).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('a picture that its listing no longer has leaves only files to sweep', async () => {
    await publish([url('/wide.jpg')]);
    let free = () => {};
    hold = new Promise((resolve) => {
      free = resolve;
    });
    const running = workOnPhotos(services);
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await publish([url('/other.jpg')]);
    free();
    await running;
    expect((await rows())[0]).toMatchObject({ status: 'pending', storageKey: null });
    const { rows: dropped } = await sql<{ storageKey: string }>`select * from listing_photo_dropped`.execute(
      db,
    );
    expect(dropped).toHaveLength(1);
    expect(await sweepPhotos(services)).toBe(0);
    expect(await stored(dropped[0]!.storageKey, 400)).not.toBeNull();
    moveClock(91 * 86_400_000);
    expect(await sweepPhotos(services)).toBe(1);
    expect(await stored(dropped[0]!.storageKey, 400)).toBeNull();
  });
});

test('two workers never take the same picture', async () => {
  await publish(Array.from({ length: 8 }, (_, n) => url(`/other.jpg?${n}`)));
  for (let n = 0; n < 8; n += 1) pictures.set(`/other.jpg?${n}`, pictures.get('/other.jpg')!);
  await Promise.all([workOnPhotos(services), workOnPhotos(services), workOnPhotos(services)]);
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
  expect((await rows()).filter((row) => row.status === 'ready')).toHaveLength(8);
});

describe('addresses of stored pictures', () => {
  test('offer the widths that exist', () => {
    expect(photoSizes(300)).toEqual([{ slot: 400, width: 300 }]);
    expect(photoSizes(800).map(({ width }) => width)).toEqual([400, 800]);
    expect(photoSizes(4000).map(({ width }) => width)).toEqual([400, 800, 1280]);
    const photo = { key: '12-0123456789abcdef', width: 1000 };
    expect(photoPath(photo, 500)).toBe('/photos/12-0123456789abcdef-800.webp');
    expect(photoPath(photo, 5000)).toBe('/photos/12-0123456789abcdef-1280.webp');
    expect(photoSources(photo).at(-1)).toEqual({ url: '/photos/12-0123456789abcdef-1280.webp', width: 1000 });
    expect(photoSources(photo, 'avif')[0]).toEqual({
      url: '/photos/12-0123456789abcdef-400.avif',
      width: 400,
    });
    expect(readPhotoFile('12-0123456789abcdef-400.avif')).toEqual({
      key: '12-0123456789abcdef',
      slot: 400,
      format: 'avif',
    });
    expect(photoStorageKey('12-0123456789abcdef-400.avif')).toBe('photos/01/12-0123456789abcdef-400.avif');
  });

  test.each([
    '../x',
    '12-0123456789abcdef-800.webp/..',
    'a-0123456789abcdef-800.webp',
    '12-0123456789abcdef-800.svg',
    '',
  ])('%j is none', (file) => {
    expect(readPhotoFile(file)).toBeNull();
    expect(() => photoStorageKey(file)).toThrow(RangeError);
  });
});
