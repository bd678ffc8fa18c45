import type { Services } from '#platform/context.server.ts';
import { inLine } from '#platform/threads.server.ts';
import { PICTURE_SIZE } from '#rooms/illustrations/contract.ts';
import { illustrationOf } from '#rooms/illustrations/sources/rules.server.ts';
import { type PhotoFileName, photoFile, photoSizes, photoStorageKey } from '../../contract.ts';
import { DRAWN_PREFIX } from '../rules.server.ts';
import { selectDrawnSource } from './sql.server.ts';

type Needs = Pick<Services, 'readDb' | 'storage' | 'log'>;

const underWay = new Map<string, Promise<Uint8Array | null>>();

/**
 * The file of a drawn picture that is asked for the first time: drawn, encoded, stored for the next ones. Null when
 * no listing shows such a picture, or it has no such file. Whoever asks meanwhile for the same file gets the same
 * work; a few are drawn at once, the others wait in line.
 */
export async function drawPhoto(name: PhotoFileName, services: Needs): Promise<Uint8Array | null> {
  const size = photoSizes(PICTURE_SIZE.width).find(({ slot }) => slot === name.slot);
  if (!size || name.format !== 'webp' || !name.key.startsWith(DRAWN_PREFIX)) return null;
  const file = photoFile(name.key, name.slot);
  const present = underWay.get(file);
  if (present) return present;
  const work = drawFile(name.key, size.width, file, services).finally(() => underWay.delete(file));
  underWay.set(file, work);
  return work;
}

async function drawFile(
  key: string,
  width: number,
  file: string,
  { readDb, storage, log }: Needs,
): Promise<Uint8Array | null> {
  const source = await selectDrawnSource(readDb, key);
  const brief = source === null ? null : illustrationOf(source);
  if (!brief) return null;
  // Read when first needed: only the demonstration needs it.
  const { drawPicture, rasterise } = await import('#rooms/illustrations/rules.server.ts');
  const bytes = await inLine(() => rasterise(drawPicture(brief), width));
  // A full disk costs drawing it again.
  await storage.put(photoStorageKey(file), bytes).catch((error: unknown) => {
    log.warn({ err: error, file }, 'dessin non gardé');
  });
  return bytes;
}
