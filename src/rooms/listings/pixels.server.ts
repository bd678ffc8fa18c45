import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { photoSizes, photoSlots } from './photos.ts';
import { FINGERPRINT_SIDE, fingerprintOf } from './pictures/fingerprint.server.ts';

const MAX_PIXELS = 40_000_000;
/** Decoder by type, read from the first bytes: that one must take the picture, and no other. */
const DECODERS = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'heif'],
]);
const WIDEST = photoSlots.at(-1)!;

const WEBP = { quality: 78, effort: 2 } as const;
/** At the default effort a picture takes seconds (docs/performance.md). */
const AVIF = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const;
/** What lighter formats are made from later: as small as it can be without showing. */
const MASTER = { quality: 92 } as const;

// One thread for pictures: the others of the process hash passwords and serve pages. Decoded ones are not worth keeping.
sharp.concurrency(1);
sharp.cache(false);

/** The picture itself is the trouble: trying again will not help. */
export class UnusablePicture extends Error {}

export interface MadePicture {
  /** Upright, in pixels, of the original. */
  readonly width: number;
  readonly height: number;
  /** Thumbhash, base64. */
  readonly placeholder: string;
  /** 64 bits, signed; null when the picture has nothing to tell it by. */
  readonly fingerprint: bigint | null;
  /** WebP files by slot. */
  readonly files: ReadonlyMap<number, Uint8Array>;
  /** JPEG of the widest of them, to make other formats from. */
  readonly master: Uint8Array;
}

/**
 * Makes what pages show of a stranger's picture: its type read from its first bytes, its size checked before it is
 * decoded, then encoded again, upright, opaque, in sRGB and without its metadata (security.md, threat 20). It is
 * decoded once; of an animation, the first image. Throws `UnusablePicture`.
 */
export async function makePicture(bytes: Uint8Array): Promise<MadePicture> {
  const { decoder, ext } = await typeOf(bytes);
  try {
    const original = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    // Reads the header only, and refuses there what is larger than the limit.
    const { format, autoOrient } = await original.metadata();
    if (format !== decoder) throw new UnusablePicture(`format trompeur (${ext}, ${format})`);
    const { width, height } = autoOrient;
    const upright = await pixelsOf(
      original
        .autoOrient()
        .resize({ width: WIDEST, withoutEnlargement: true })
        .flatten({ background: '#ffffff' }),
    );
    const files = new Map<number, Uint8Array>();
    for (const size of photoSizes(width)) {
      files.set(size.slot, await narrowed(from(upright), size.width, upright.width).webp(WEBP).toBuffer());
    }
    return {
      width,
      height,
      placeholder: await placeholderOf(upright),
      fingerprint: await fingerprintOfPixels(upright),
      files,
      master: await from(upright).jpeg(MASTER).toBuffer(),
    };
  } catch (error) {
    if (error instanceof UnusablePicture) throw error;
    throw new UnusablePicture(
      `image illisible (${error instanceof Error ? error.message.split('\n')[0] : ''})`,
    );
  }
}

/** Type of a picture by its first bytes, whatever its name says. Throws `UnusablePicture`. */
async function typeOf(bytes: Uint8Array) {
  const type = await fileTypeFromBuffer(bytes);
  if (!type) throw new UnusablePicture('pas une image connue');
  const decoder = DECODERS.get(type.mime);
  if (!decoder) throw new UnusablePicture(`format non accepté (${type.ext})`);
  return { decoder, ext: type.ext };
}

/**
 * The ending that a stranger's picture deserves (`jpg`, `png`…) and its sides, upright and in pixels, its header read and
 * nothing decoded: what `makePicture` would refuse at first sight is refused here. Throws `UnusablePicture`.
 */
export async function lookAtPicture(
  bytes: Uint8Array,
): Promise<{ ending: string; width: number; height: number }> {
  const { decoder, ext } = await typeOf(bytes);
  const { format, autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .metadata()
    .catch(() => {
      throw new UnusablePicture('image illisible ou trop grande');
    });
  if (format !== decoder) throw new UnusablePicture(`format trompeur (${ext}, ${format})`);
  return { ending: ext, width: autoOrient.width, height: autoOrient.height };
}

/** One AVIF file of a picture, from its master. Throws what the encoder throws. */
export async function makeAvif(master: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(master, { limitInputPixels: MAX_PIXELS })
    .resize({ width, withoutEnlargement: true })
    .avif(AVIF)
    .toBuffer();
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** One after the other: downloads overlap, encoding does not, it would take every thread of the process. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new UnusablePicture(`couleurs inconnues (${info.channels} canaux)`);
  return { data, width: info.width, height: info.height };
}

function from({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function narrowed(picture: Sharp, width: number, present: number): Sharp {
  return width === present ? picture : picture.resize({ width });
}

async function placeholderOf(upright: Pixels): Promise<string> {
  const { data, info } = await from(upright)
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

async function fingerprintOfPixels(upright: Pixels): Promise<bigint | null> {
  const grey = await from(upright)
    .resize({ width: FINGERPRINT_SIDE, height: FINGERPRINT_SIDE, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  return fingerprintOf(grey);
}
