import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type Server as HttpServer, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, diskStore } from './storage.server.ts';
import { type S3Settings, s3Store } from './storage-s3.server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'vigie-storage-'));
const BUCKET = 'photos';
const server = new S3rver({
  port: 0,
  silent: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: BUCKET, configs: [] }],
});
let endpoint = '';
const bucketOf = (settings: Partial<S3Settings> = {}) =>
  s3Store({ endpoint, bucket: BUCKET, key: 'S3RVER', secret: 'S3RVER', ...settings });

beforeAll(async () => {
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

async function read(store: BlobStore, key: string): Promise<Buffer | null> {
  const found = await store.get(key);
  if (!found) return null;
  const bytes = await buffer(found.stream);
  expect(bytes.length).toBe(found.size);
  return bytes;
}

describe.each([
  ['a folder', () => diskStore(path.join(folder, 'disk'))],
  ['a bucket', () => bucketOf()],
])('files in %s', (_, open) => {
  it('come back as they were put', async () => {
    const store = open();
    const bytes = randomBytes(50_000);
    await store.put('photos/a/b-400.webp', bytes);
    expect(await read(store, 'photos/a/b-400.webp')).toEqual(bytes);
    await store.put('photos/a/b-400.webp', Buffer.from('autre'));
    expect(String(await read(store, 'photos/a/b-400.webp'))).toBe('autre');
  });

  it('of any size come from a stream', async () => {
    const store = open();
    // Below a part, two parts exactly, three parts and a bit.
    for (const size of [0, 1, 65_537, 16 * 1024 * 1024, 25 * 1024 * 1024 + 3]) {
      const bytes = randomBytes(size);
      const pieces = Array.from({ length: Math.ceil(size / 100_000) }, (__, index) =>
        bytes.subarray(index * 100_000, (index + 1) * 100_000),
      );
      await store.put(`feeds/of-${size}.zip`, Readable.from(pieces));
      expect(md5((await read(store, `feeds/of-${size}.zip`)) ?? Buffer.from('none'))).toBe(md5(bytes));
    }
  });

  it('that are not there are null, and may be deleted all the same', async () => {
    const store = open();
    expect(await store.get('photos/nobody.webp')).toBeNull();
    await store.delete('photos/nobody.webp');
    await store.put('photos/somebody.webp', Buffer.from('x'));
    await store.delete('photos/somebody.webp');
    expect(await store.get('photos/somebody.webp')).toBeNull();
  });

  it.each([100_000, 20 * 1024 * 1024])('whose stream breaks after %i bytes leave nothing', async (size) => {
    const store = open();
    async function* broken() {
      yield randomBytes(size);
      throw new Error('coupé');
    }
    await expect(store.put('photos/half.webp', Readable.from(broken()))).rejects.toThrow('coupé');
    expect(await store.get('photos/half.webp')).toBeNull();
  });

  it.each(['../secret', '/etc/passwd', 'A.webp', 'a..b', '', 'a/', `a${'b'.repeat(200)}`])(
    'never have a key like %j',
    async (key) => {
      const store = open();
      if (key === 'a/') return expect(await store.get(key)).toBeNull();
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(store.get(key)).rejects.toThrow(RangeError);
      await expect(store.delete(key)).rejects.toThrow(RangeError);
    },
  );
});

/** The same bucket behind who refuses what it would have answered with such a status, as AWS says it. */
async function refusing(refused: (status: number) => boolean, code = 'AccessDenied'): Promise<string> {
  const guard = createHttpServer((asked, answer) => {
    const { method = '', url = '', headers } = asked;
    const passed = request(new URL(url, endpoint), { method, headers }, (found) => {
      const status = found.statusCode ?? 500;
      if (!/^(GET|HEAD)$/.test(method) || !refused(status)) {
        answer.writeHead(status, found.headers);
        found.pipe(answer);
        return;
      }
      found.resume();
      const said = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
      answer.writeHead(403, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? '' : said);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => guard.listen(0, '127.0.0.1', listening));
  guards.push(guard);
  return `http://127.0.0.1:${(guard.address() as AddressInfo).port}`;
}
const guards: HttpServer[] = [];
afterAll(() => {
  for (const guard of guards) guard.close();
});

describe('a bucket that may not be listed', () => {
  it('has files, and misses those that are not there', async () => {
    const store = bucketOf({ endpoint: await refusing((status) => status === 404) });
    await store.put('photos/there.webp', Buffer.from('x'));
    expect(String(await read(store, 'photos/there.webp'))).toBe('x');
    expect(await store.get('photos/nobody.webp')).toBeNull();
    expect(await store.get('photos/nobody-else.webp')).toBeNull();
  });

  it('nor be read says so, instead of having no files', async () => {
    const store = bucketOf({ endpoint: await refusing(() => true) });
    await store.put('photos/there.webp', Buffer.from('x'));
    await expect(store.get('photos/there.webp')).rejects.toThrow('AccessDenied');
    await expect(store.get('photos/nobody.webp')).rejects.toThrow('AccessDenied');
  });

  it.each(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'RequestTimeTooSkewed'])(
    'nor to whom it says %s',
    async (code) => {
      const store = bucketOf({ endpoint: await refusing((status) => status === 404, code) });
      await expect(store.get('photos/nobody.webp')).rejects.toThrow(code);
    },
  );
});

describe('a folder', () => {
  // Of a bucket it is the provider that promises it; the one of this test does not.
  it('put twice at once are one of the two, whole', async () => {
    const store = diskStore(path.join(folder, 'disk'));
    const [one, two] = [randomBytes(300_000), randomBytes(300_000)];
    await Promise.all([
      store.put('photos/twice.webp', one),
      store.put('photos/twice.webp', Readable.from([two])),
    ]);
    const found = await read(store, 'photos/twice.webp');
    expect([md5(one), md5(two)]).toContain(md5(found ?? Buffer.from('none')));
  });
});

describe('a bucket', () => {
  it('that is missing says so, instead of having no files', async () => {
    await expect(bucketOf({ bucket: 'nowhere' }).get('photos/a.webp')).rejects.toThrow();
  });

  it.each([
    ['before it answers', ''],
    ['in the middle of a file', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
  ])('that falls silent %s is given up', async (_, said) => {
    const mute = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(said));
    });
    await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening));
    try {
      const { port } = mute.address() as AddressInfo;
      const settings = {
        endpoint: `http://127.0.0.1:${port}`,
        bucket: BUCKET,
        key: 'S3RVER',
        secret: 'S3RVER',
      };
      await expect(read(s3Store(settings, 200), 'photos/a.webp')).rejects.toThrow();
    } finally {
      mute.close();
    }
  });

  it('keeps no part of what broke', async () => {
    const names = await readdir(path.join(folder, 's3'), { recursive: true });
    expect(names.filter((name) => /half/.test(name))).toEqual([]);
  });
});
