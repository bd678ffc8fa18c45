import { createHash } from 'node:crypto';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Tile } from './base-map.ts';

/** Made by scripts/base-map.ts: an entry `zoom/x/y` is a vector tile in gzip. */
const ARCHIVE = path.resolve('data/map/natural-earth-zoom-4-7.zip');

interface LandmarksTile {
  /** In gzip. */
  readonly packed: Buffer;
  /** Weak: the same for the tile in gzip and out of it. */
  readonly etag: string;
}

let reading: Promise<ReadonlyMap<string, LandmarksTile>> | null = null;

/** A tile of what the built-in map shows beside the land; null: it shows nothing there. */
export async function landmarksTile({ z, x, y }: Tile): Promise<LandmarksTile | null> {
  // The 250 kB are read when a map is first opened, and kept.
  reading ??= readArchive();
  const tiles = await reading.catch((error: unknown) => {
    reading = null;
    throw error;
  });
  return tiles.get(`${z}/${x}/${y}`) ?? null;
}

async function readArchive(): Promise<ReadonlyMap<string, LandmarksTile>> {
  const zip = await yauzl.openPromise(ARCHIVE, { lazyEntries: true, autoClose: false });
  try {
    const tiles = new Map<string, LandmarksTile>();
    for await (const entry of zip.eachEntry()) {
      const packed = await buffer(await zip.openReadStreamPromise(entry));
      const digest = createHash('sha256').update(packed).digest('base64url').slice(0, 16);
      tiles.set(entry.fileName, { packed, etag: `W/"${digest}"` });
    }
    return tiles;
  } finally {
    zip.close();
  }
}
