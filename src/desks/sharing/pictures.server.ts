import { createHash } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import { SHARE_DEFAULT } from '#contract/share-picture.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { inLine } from '#platform/threads.server.ts';
import { GONE_AFTER_DAYS } from '#rooms/listings/contract.ts';
import { photoBytes } from '#rooms/listings/stored-photos.server.ts';
import type { Poster } from './contract.ts';
import { drawPoster } from './drawing.server.ts';
import {
  deletePictures,
  selectDepartedListings,
  selectOverflow,
  upsertPicture,
} from './pictures.sql.server.ts';
import { everyPage, posterOf } from './subjects.server.ts';

/** Version of the drawing: raised, all pictures are drawn again. */
const DRAWING = 1;
const DIGEST_BYTES = 20;

/** What kept pictures may take together: 5,000 or so, far more than are shared at a time. */
const ROOM_BYTES = 256 * 1024 * 1024;

type Needs = Pick<Services, 'db' | 'readDb' | 'storage' | 'log'>;

interface SharedPicture {
  /** JPEG, 1200 by 630. */
  readonly bytes: Buffer;
  /** Changes with what the picture says. */
  readonly digest: string;
}

const underWay = new Map<string, Promise<Buffer>>();

/**
 * The picture of the page at this path; null where there is no such page. Drawn when it is first asked for and when what it
 * says has changed, else as it was kept: the file itself tells what it was drawn from, so that each page keeps one.
 */
export async function sharedPicture(services: Needs, asked: string): Promise<SharedPicture | null> {
  const poster = await posterOf(services.readDb, asked);
  if (!poster) return null;
  // Pages of which nothing is said by itself have one picture together.
  const path = poster === everyPage ? `/${SHARE_DEFAULT}` : asked;
  const digest = createHash('sha256')
    .update(JSON.stringify([DRAWING, { ...poster, photo: poster.photo?.key ?? null }]))
    .digest()
    .subarray(0, DIGEST_BYTES);
  const name = digest.toString('hex');
  const kept = await keptPicture(services, path, digest);
  if (kept) return { bytes: kept, digest: name };
  const work =
    underWay.get(name) ?? draw(services, path, poster, digest).finally(() => underWay.delete(name));
  underWay.set(name, work);
  return { bytes: await work, digest: name };
}

async function keptPicture({ storage }: Needs, path: string, digest: Buffer): Promise<Buffer | null> {
  const file = await storage.get(pictureKey(path));
  if (!file) return null;
  const bytes = Buffer.concat(await file.stream.toArray());
  return commentOf(bytes)?.equals(digest) ? bytes : null;
}

async function draw(
  { db, readDb, storage, log }: Needs,
  path: string,
  poster: Poster,
  digest: Buffer,
): Promise<Buffer> {
  const photo = poster.photo && (await photoBytes(poster.photo, 800, { readDb, storage, log }));
  const bytes = withComment(await inLine(() => drawPoster(poster, photo)), digest);
  // A full disk costs drawing it again.
  await keepPicture({ db, storage }, pictureKey(path), bytes).catch((error: unknown) => {
    log.warn({ err: error, path }, 'image de partage non gardée');
  });
  return bytes;
}

/** Counted before it is there: what a kill leaves half done is counted too much, never too little. */
async function keepPicture({ db, storage }: Pick<Needs, 'db' | 'storage'>, key: string, bytes: Buffer) {
  await upsertPicture(db, { key, bytes: bytes.length }, clock.now());
  await storage.put(key, bytes);
  await makeRoom({ db, storage }, ROOM_BYTES);
}

/** Removes the pictures drawn longest ago until the others take no more than so many bytes. */
export async function makeRoom({ db, storage }: Pick<Needs, 'db' | 'storage'>, room: number): Promise<void> {
  const keys = await selectOverflow(db, room);
  for (const key of keys) await storage.delete(key);
  await deletePictures(db, keys);
}

/** Where the picture of a page is kept in storage: a path may be long, or hold what no key does. */
export function pictureKey(path: string): string {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return `partage/${name.slice(0, 2)}/${name}.jpg`;
}

/** How long the sweep may have failed without leaving anything behind, in days. */
const LOOKED_BACK = 30;

/** Removes the pictures of listings whose pages are gone for good. Removing one that never was is nothing. */
export async function forgetPictures(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  now: Date,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const left = await selectDepartedListings(db, {
    from: before(GONE_AFTER_DAYS + LOOKED_BACK),
    to: before(GONE_AFTER_DAYS),
  });
  const keys = left.map((id) => pictureKey(paths.listing({ propertyId: id })));
  for (const key of keys) await storage.delete(key);
  await deletePictures(db, keys);
}

const START_OF_IMAGE = Buffer.from([0xff, 0xd8]);
const COMMENT = Buffer.from([0xff, 0xfe, 0x00, DIGEST_BYTES + 2]);

/** The JPEG with these bytes as its first comment. */
function withComment(jpeg: Buffer, comment: Buffer): Buffer {
  return Buffer.concat([START_OF_IMAGE, COMMENT, comment, jpeg.subarray(2)]);
}

function commentOf(jpeg: Buffer): Buffer | null {
  if (!jpeg.subarray(2, 6).equals(COMMENT)) return null;
  return jpeg.subarray(6, 6 + DIGEST_BYTES);
}
