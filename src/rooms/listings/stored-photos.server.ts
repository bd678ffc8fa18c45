import type { Services } from '#platform/context.server.ts';
import { type Photo, photoSources, photoStorageKey, readPhotoFile } from './photos.ts';
import { drawPhoto } from './pictures/drawing.server.ts';

/** The bytes (WebP) of the narrowest file of a picture at least this wide, else of its widest; null when there is none. */
export async function photoBytes(
  photo: Pick<Photo, 'key' | 'width'>,
  atLeast: number,
  services: Pick<Services, 'readDb' | 'storage' | 'log'>,
): Promise<Buffer | null> {
  const sources = photoSources(photo);
  const { url } = sources.find(({ width }) => width >= atLeast) ?? sources.at(-1)!;
  const file = url.slice(url.lastIndexOf('/') + 1);
  const name = readPhotoFile(file);
  const stored = name && (await services.storage.get(photoStorageKey(file)));
  if (stored) return Buffer.concat(await stored.stream.toArray());
  const drawn = name && (await drawPhoto(name, services));
  return drawn ? Buffer.from(drawn) : null;
}
