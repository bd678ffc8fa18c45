import { createHash } from 'node:crypto';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { UploadedFile } from '#platform/api.server.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { lookAtPicture, UnusablePicture } from '#rooms/listings/pixels.server.ts';
import { type OwnListing, PHOTO_BYTES_MAX, PHOTOS_MAX, portfolioErrors } from './contract.ts';
import { addPictures, alone, ownToType } from './own-listings.server.ts';

/**
 * Adds pictures to a listing of the agency: looked at before anything is kept (their type in their first bytes, not in
 * their name), stored under the hash of their content, then worked on like those of feeds. All of them or none. Throws
 * NOT_FOUND, LISTING_FROM_FEED, PHOTO_REFUSED, PHOTO_TOO_HEAVY, PHOTOS_TOO_MANY, VALIDATION_ERROR.
 */
export async function addPhotos(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  agencyId: AgencyId,
  word: string,
  files: readonly UploadedFile[],
): Promise<OwnListing> {
  if (files.length === 0) throw fail(sharedErrors.VALIDATION_ERROR, undefined, 'Aucune photo n’est jointe.');
  await roomFor(await ownToType(db, agencyId, word), files.length);
  const photos = await Promise.all(
    files.map(async ({ name, bytes }) => {
      if (bytes.length > PHOTO_BYTES_MAX) throw fail(portfolioErrors.PHOTO_TOO_HEAVY, { name });
      const ending = await endingOf(name, bytes);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
      return {
        bytes,
        source: `agencies/${agencyId}/${hash}.${ending}`,
        kind: 'file' as const,
        caption: null,
      };
    }),
  );
  for (const { source, bytes } of photos) await storage.put(source, bytes);
  return alone(db, agencyId, async (tx) => {
    await roomFor(await ownToType(tx, agencyId, word), files.length);
    return addPictures(
      tx,
      agencyId,
      word,
      photos.map(({ source, kind, caption }) => ({ source, kind, caption })),
    );
  });
}

async function roomFor(
  { pictures }: { readonly pictures: readonly unknown[] },
  added: number,
): Promise<void> {
  if (pictures.length + added > PHOTOS_MAX)
    throw fail(portfolioErrors.PHOTOS_TOO_MANY, { present: pictures.length, added });
}

async function endingOf(name: string, bytes: Uint8Array): Promise<string> {
  try {
    return (await lookAtPicture(bytes)).ending;
  } catch (error) {
    if (error instanceof UnusablePicture)
      throw fail(portfolioErrors.PHOTO_REFUSED, { name: name.slice(0, 100), reason: error.message });
    throw error;
  }
}
