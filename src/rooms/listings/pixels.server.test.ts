import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { plain, scene } from '../../../tests/kit/pictures.ts';
import { makeAvif, makePicture, UnusablePicture } from './pixels.server.ts';

async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await makePicture(bytes).then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(UnusablePicture);
  return (error as Error).message;
}

/** The files pages may ask for, and the one they are made from. */
async function allFilesOf(bytes: Uint8Array): Promise<Buffer[]> {
  const { files, master } = await makePicture(bytes);
  return [...files.values(), master, await makeAvif(master, 400)].map((file) => Buffer.from(file));
}

/** Mean red, green and blue of a part of a picture. */
async function colourAt(file: Uint8Array, left: number, top: number, size = 20): Promise<number[]> {
  // Figures are those of the input, whatever is asked of it: the part is cut first.
  const part = await sharp(file).extract({ left, top, width: size, height: size }).png().toBuffer();
  const { channels } = await sharp(part).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header says any size, and whose few bytes of content unpack to as many as one likes. */
function pngSaying(width: number, height: number, content: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(content)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** What an iPhone sends: the box that says HEIC, and nothing that could be read. */
const heic = Buffer.concat([
  Buffer.from('00000018', 'hex'),
  Buffer.from('ftypheic', 'latin1'),
  Buffer.from('00000000', 'hex'),
  Buffer.from('heicmif1', 'latin1'),
  Buffer.alloc(200),
]);

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>',
);

describe('a picture', () => {
  test('is made smaller, upright, never larger', async () => {
    // Stored lying on its side: red above, blue below, once it stands.
    const standing = await sharp({ create: { width: 600, height: 1000, channels: 3, background: '#ff0000' } })
      .composite([
        {
          input: { create: { width: 600, height: 500, channels: 3, background: '#0000ff' } },
          top: 500,
          left: 0,
        },
      ])
      .png()
      .toBuffer();
    const lying = await sharp(standing).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(lying).metadata()).toMatchObject({ width: 1000, height: 600 });
    const made = await makePicture(lying);
    expect([made.width, made.height]).toEqual([600, 1000]);
    expect([...made.files.keys()]).toEqual([400, 800]);
    const widest = made.files.get(800)!;
    const metadata = await sharp(widest).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', 600, 1000]);
    const [above, below] = [await colourAt(widest, 300, 100), await colourAt(widest, 300, 900)];
    expect(above[0]).toBeGreaterThan(200);
    expect(above[2]).toBeLessThan(50);
    expect(below[0]).toBeLessThan(50);
    expect(below[2]).toBeGreaterThan(200);
    expect(Buffer.from(made.placeholder, 'base64').length).toBeGreaterThan(5);
  });

  test('keeps none of what was written beside it: place, camera, colours, XMP', async () => {
    const told = await scene('a', 900, 600)
      .withExif({ IFD0: { Copyright: 'le-nom-du-photographe' }, IFD3: { GPSLatitude: '43/1 36/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-adresse/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(told).metadata();
    expect([before.exif, before.icc, before.xmp].map((part) => part !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
    for (const file of await allFilesOf(told)) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(file).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(file.includes('photographe')).toBe(false);
      expect(file.includes('secret-adresse')).toBe(false);
    }
  });

  test.each(['png', 'gif', 'webp', 'avif', 'jpeg'] as const)('may be %s', async (format) => {
    const made = await makePicture(await plain(20, 10).toFormat(format).toBuffer());
    expect([made.width, [...made.files.keys()]]).toEqual([20, [400]]);
  });

  test('of 16 bits, in CMYK or in grey becomes an ordinary one', async () => {
    const scenery = await scene('b', 600, 400).png().toBuffer();
    const expected = await colourAt(scenery, 100, 100);
    const deep = await sharp(scenery).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    const inks = await sharp(scenery).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(inks).metadata()).space).toBe('cmyk');
    // Inks cannot show every colour of a screen.
    for (const [bytes, tolerance] of [
      [deep, 4],
      [inks, 60],
    ] as const) {
      for (const file of (await makePicture(bytes)).files.values()) {
        expect(await sharp(file).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', channels: 3 });
      }
      const found = await colourAt((await makePicture(bytes)).files.get(800)!, 100, 100);
      for (const [rank, value] of found.entries())
        expect(Math.abs(value - expected[rank]!)).toBeLessThan(tolerance);
    }
    const grey = await sharp(scenery).toColourspace('b-w').png().toBuffer();
    expect((await sharp(grey).metadata()).channels).toBe(1);
    const [red, green, blue] = await colourAt((await makePicture(grey)).files.get(800)!, 100, 100);
    expect(Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!)).toBeLessThan(4);
  });

  test('that lets its background through lies on white', async () => {
    const clear = { create: { width: 500, height: 400, channels: 4, background: '#00000000' } } as const;
    const [red, green, blue] = await colourAt(
      (await makePicture(await sharp(clear).png().toBuffer())).files.get(800)!,
      200,
      200,
    );
    expect([red, green, blue]).toEqual([255, 255, 255]);
  });

  test('that moves is shown by its first image', async () => {
    const image = (background: string) =>
      sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await sharp([await image('#ff0000'), await image('#0000ff')], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const made = await makePicture(frames);
    expect([made.width, made.height]).toEqual([300, 200]);
    const file = made.files.get(400)!;
    expect((await sharp(file).metadata()).pages).toBeUndefined();
    expect((await colourAt(file, 100, 100))[0]).toBeGreaterThan(240);
  });

  test('drops what hides behind it: a script after a GIF, an archive after a JPEG', async () => {
    const script = Buffer.from('<script>alert(document.cookie)</script>');
    const gif = Buffer.concat([await scene('c', 300, 200).gif().toBuffer(), script]);
    const jpeg = Buffer.concat([
      await scene('c', 300, 200).jpeg().toBuffer(),
      Buffer.from('PK\u0003\u0004'),
      script,
    ]);
    for (const bytes of [gif, jpeg]) {
      for (const file of await allFilesOf(bytes)) expect(file.includes('script')).toBe(false);
    }
  });
});

describe('refused', () => {
  test.each([
    ['SVG, whatever its name', svg, 'pas une image connue'],
    [
      'SVG with an XML header',
      Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]),
      'format non accepté (xml)',
    ],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>'), 'pas une image connue'],
    ['PDF', Buffer.from('%PDF-1.7\n'), 'format non accepté (pdf)'],
    ['HEIC', heic, 'format non accepté (heic)'],
    ['nothing', Buffer.alloc(0), 'pas une image connue'],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusal(bytes)).toBe(reason);
  });

  test('TIFF, which the library could read', async () => {
    expect(await refusal(await plain(20, 10).tiff().toBuffer())).toBe('format non accepté (tif)');
  });

  test('HEIC that says AVIF', async () => {
    const liar = Buffer.from(heic.toString('latin1').replaceAll('heic', 'avif'), 'latin1');
    expect(await refusal(liar)).toMatch(/^image illisible/);
  });

  test('a JPEG cut short, and one of which only the head came', async () => {
    const whole = await scene('d', 900, 600).jpeg().toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2))).toMatch(/^image illisible/);
    expect(await refusal(whole.subarray(0, 200))).toMatch(/^image illisible/);
  });

  test('more than 40 million pixels, before they are decoded', async () => {
    const bomb = await plain(8_000, 5_001).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusal(bomb)).toContain('pixel limit');
  });

  test('a header that says billions of pixels, at once', async () => {
    expect(await refusal(pngSaying(100_000, 100_000, Buffer.alloc(1_000)))).toMatch(/^image illisible/);
    // Not a matter of its header: a size that fits is read, and found to be too short.
    expect(await refusal(pngSaying(1_000, 1_000, Buffer.alloc(1_000)))).toMatch(/^image illisible/);
    const honest = Buffer.alloc(2 * (1 + 3 * 2));
    expect((await makePicture(pngSaying(2, 2, honest))).width).toBe(2);
  });

  test('a band too long to be any photo', async () => {
    expect(await refusal(await plain(20, 20_000).png().toBuffer())).toMatch(/^image illisible/);
  });
});

test('AVIF is lighter than WebP, and as wide', async () => {
  const { files, master } = await makePicture(await scene('e', 1600, 1200).jpeg({ quality: 92 }).toBuffer());
  for (const [slot, webp] of files) {
    const avif = await makeAvif(master, slot);
    expect(avif.length).toBeLessThan(webp.length);
    const { format, compression, width } = await sharp(avif).metadata();
    expect([format, compression, width]).toEqual(['heif', 'av1', slot]);
  }
});
