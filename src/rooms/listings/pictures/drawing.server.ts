import type { Services } from '#platform/context.server.ts';
import { inLine } from '#platform/threads.server.ts';
import { DRAWN_PREFIX, type Drawer, registeredDrawer } from '../drawn-photos.server.ts';
import { type PhotoFileName, photoFile, photoSizes, photoStorageKey } from '../photos.ts';
import { selectDrawnSource } from './drawing.sql.server.ts';

type Needs = Pick<Services, 'readDb' | 'storage' | 'log'>;

const underWay = new Map<string, Promise<Uint8Array | null>>();

/**
 * The file of a drawn picture that is asked for the first time: drawn, encoded, stored for the next ones. Null when no
 * listing shows such a picture, it has no such file, or no drawer is registered. Concurrent requests for the same file
 * share the same work; a few are drawn at once, the others wait in line.
 */
export async function drawPhoto(name: PhotoFileName, services: Needs): Promise<Uint8Array | null> {
  const drawer = registeredDrawer();
  const size = drawer && photoSizes(drawer.size.width).find(({ slot }) => slot === name.slot);
  if (!size || name.format !== 'webp' || !name.key.startsWith(DRAWN_PREFIX)) return null;
  const file = photoFile(name.key, name.slot);
  const present = underWay.get(file);
  if (present) return present;
  const work = drawFile(drawer, { key: name.key, width: size.width, file }, services).finally(() =>
    underWay.delete(file),
  );
  underWay.set(file, work);
  return work;
}

async function drawFile(
  drawer: Drawer,
  { key, width, file }: { key: string; width: number; file: string },
  { readDb, storage, log }: Needs,
): Promise<Uint8Array | null> {
  const source = await selectDrawnSource(readDb, key);
  const bytes = source === null ? null : await inLine(async () => drawer.draw(source, width));
  if (!bytes) return null;
  // A full disk costs drawing it again.
  await storage.put(photoStorageKey(file), bytes).catch((error: unknown) => {
    log.warn({ err: error, file }, 'dessin non gardé');
  });
  return bytes;
}
