import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { zipFiles } from '#demonstration/poliris/writer.server.ts';
import { archiveLimits, openArchive } from './archive.server.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function onDisk(bytes: Uint8Array): Promise<string> {
  count += 1;
  const file = path.join(folder, `${count}.zip`);
  await writeFile(file, bytes);
  return file;
}

const text = (value: string) => Buffer.from(value);
const csv = { name: 'Annonces.csv', bytes: text('"demo"!#"a"\n') };

async function readAll(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** The code of the refusal, whether it comes at opening or while reading. */
async function refusalOf(bytes: Uint8Array, limits = archiveLimits): Promise<string> {
  try {
    const archive = await openArchive(await onDisk(bytes), limits);
    try {
      await readAll(archive.readListings());
    } finally {
      archive.close();
    }
    return 'read';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.message).toMatch(/^[A-ZL].*\.$/);
    return error.spec.code;
  }
}

/** Replaces a name by one of the same length wherever it stands, in the directory as before the data. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

describe('what is read', () => {
  test('names in any case and in a sub-folder, side files, pictures by base name', async () => {
    const zip = await zipFiles([
      { name: 'export/ANNONCES.CSV', bytes: text('hello') },
      { name: 'export/config.TXT', bytes: text('Version=4.12\r\n') },
      { name: 'photos.cfg', bytes: text('Mode=FULL') },
      { name: 'export/Img_1.JPG', bytes: text('picture') },
      { name: '__MACOSX/Annonces.csv', bytes: text('junk') },
      { name: 'lisezmoi.doc', bytes: text('x') },
      { name: 'photos.zip', bytes: text('x') },
    ]);
    const archive = await openArchive(await onDisk(zip));
    expect(await readAll(archive.readListings())).toBe('hello');
    expect(await readAll(archive.readListings())).toBe('hello');
    expect(archive.config).toContain('4.12');
    expect(archive.photosConfig).toBe('Mode=FULL');
    expect([...archive.pictures.keys()]).toEqual(['img_1.jpg']);
    expect(await readAll((await archive.openPicture('IMG_1.jpg')) ?? fail())).toBe('picture');
    expect(await archive.openPicture('other.jpg')).toBeNull();
    expect(archive.notes).toHaveLength(2);
    archive.close();
  });
});

function fail(): never {
  throw new Error('unexpected null');
}

describe('what is refused', () => {
  test('no zip, nothing, a zip cut short, a zip without files', async () => {
    expect(await refusalOf(text('Ceci est un texte'))).toBe('FEED_UNREADABLE');
    expect(await refusalOf(Buffer.alloc(0))).toBe('FEED_EMPTY_ARCHIVE');
    expect(await refusalOf(await zipFiles([]))).toBe('FEED_EMPTY_ARCHIVE');
    const zip = await zipFiles([csv]);
    for (const share of [0.2, 0.5, 0.9]) {
      expect(await refusalOf(zip.subarray(0, Math.floor(zip.length * share)))).toBe('FEED_TRUNCATED');
    }
  });

  test('no listings file, several, or one only inside another archive', async () => {
    expect(await refusalOf(await zipFiles([{ name: 'Config.txt', bytes: text('x') }]))).toBe(
      'FEED_NO_LISTINGS_FILE',
    );
    expect(await refusalOf(await zipFiles([csv, { ...csv, name: 'b/annonces.csv' }]))).toBe('FEED_UNSAFE');
    const inner = await zipFiles([csv]);
    expect(await refusalOf(await zipFiles([{ name: 'flux.zip', bytes: inner }]))).toBe(
      'FEED_NO_LISTINGS_FILE',
    );
  });

  test('paths that leave the folder, whatever entry carries them', async () => {
    const zip = await zipFiles([csv, { name: 'aa/photo.jpg', bytes: text('x') }]);
    expect(await refusalOf(renamed(zip, 'aa/photo.jpg', '../photo.jpg'))).toBe('FEED_UNSAFE');
    expect(await refusalOf(renamed(zip, 'aa/photo.jpg', '..\\photo.jpg'))).toBe('FEED_UNSAFE');
    expect(await refusalOf(renamed(zip, 'aa/photo.jpg', '/aaphoto.jpg'))).toBe('FEED_UNSAFE');
    expect(await refusalOf(renamed(zip, 'aa/photo.jpg', 'C:/photo.jpg'))).toBe('FEED_UNSAFE');
    const own = await zipFiles([{ ...csv, name: 'aa/Annonces.csv' }]);
    expect(await refusalOf(renamed(own, 'aa/Annonces.csv', '../Annonces.csv'))).toBe('FEED_UNSAFE');
  });

  test('a compression that is not read is named, and AES is a password', async () => {
    const zip = await zipFiles([csv]);
    const central = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    const packed = (method: number) => {
      const copy = Buffer.from(zip);
      copy.writeUInt16LE(method, 8);
      copy.writeUInt16LE(method, central + 10);
      return copy;
    };
    // BZIP2, LZMA, and what stands for the method of an entry under AES.
    expect(await refusalOf(packed(12))).toBe('FEED_COMPRESSION');
    expect(await refusalOf(packed(14))).toBe('FEED_COMPRESSION');
    expect(await refusalOf(packed(99))).toBe('FEED_ENCRYPTED');
  });

  test('links and passwords', async () => {
    const zip = await zipFiles([csv]);
    const central = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    const link = Buffer.from(zip);
    link.writeUInt32LE((0o120777 << 16) >>> 0, central + 38);
    expect(await refusalOf(link)).toBe('FEED_UNSAFE');
    const locked = Buffer.from(zip);
    locked.writeUInt16LE(locked.readUInt16LE(central + 8) | 1, central + 8);
    expect(await refusalOf(locked)).toBe('FEED_ENCRYPTED');
  });

  test('content that does not match its checksum or its length', async () => {
    const bytes = text('"demo"!#"a"\n'.repeat(500));
    const zip = await zipFiles([{ name: 'Annonces.csv', bytes }]);
    const central = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    const altered = Buffer.from(zip);
    altered.writeUInt32LE(0x12_34_56_78, central + 16);
    expect(await refusalOf(altered)).toBe('FEED_DAMAGED');
    const longer = Buffer.from(zip);
    longer.writeUInt32LE(bytes.length - 1, central + 24);
    expect(await refusalOf(longer)).toBe('FEED_DAMAGED');
    const broken = Buffer.from(zip);
    broken.fill(0xff, 42, 52);
    expect(await refusalOf(broken)).toBe('FEED_DAMAGED');
  });
});

describe('bombs', () => {
  test('a file that swells is stopped, declared or not', async () => {
    const zeros = Buffer.alloc(30 * 1024 * 1024);
    const zip = await zipFiles([{ name: 'Annonces.csv', bytes: zeros }]);
    expect(zip.length).toBeLessThan(100_000);
    expect(await refusalOf(zip)).toBe('FEED_TOO_BIG');
    // The directory says 500 kB: only the bytes that come out tell.
    const central = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    zip.writeUInt32LE(500_000, central + 24);
    expect(['FEED_TOO_BIG', 'FEED_DAMAGED']).toContain(await refusalOf(zip));
  });

  test('a small file may compress as well as it can', async () => {
    expect(deflateRawSync(Buffer.alloc(900_000)).length).toBeLessThan(2000);
    const zip = await zipFiles([{ name: 'Annonces.csv', bytes: Buffer.alloc(900_000, '\n') }]);
    expect(await refusalOf(zip)).toBe('read');
  });

  test('too many entries, too many bytes in all or in one', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `${index}.txt`, bytes: text('x') }));
    expect(await refusalOf(await zipFiles([csv, ...many]), { ...archiveLimits, entries: 30 })).toBe(
      'FEED_TOO_BIG',
    );
    const zip = await zipFiles([csv, { name: '1.jpg', bytes: Buffer.alloc(5000, 'x') }]);
    expect(await refusalOf(zip, { ...archiveLimits, total: 4000 })).toBe('FEED_TOO_BIG');
    expect(await refusalOf(zip, { ...archiveLimits, listings: 5 })).toBe('FEED_TOO_BIG');
  });

  test('a picture over its limit stops while it is read, and reading many times over is counted', async () => {
    const file = await onDisk(await zipFiles([csv, { name: '1.jpg', bytes: Buffer.alloc(3000, 'x') }]));
    const small = await openArchive(file, { ...archiveLimits, photo: 1000 });
    await expect(readAll((await small.openPicture('1.jpg')) ?? fail())).rejects.toMatchObject({
      spec: { code: 'FEED_TOO_BIG' },
    });
    small.close();
    const counted = await openArchive(file, { ...archiveLimits, total: 3500, listings: 100 });
    await readAll((await counted.openPicture('1.jpg')) ?? fail());
    await expect(readAll((await counted.openPicture('1.jpg')) ?? fail())).rejects.toMatchObject({
      spec: { code: 'FEED_TOO_BIG' },
    });
    counted.close();
  });
});
