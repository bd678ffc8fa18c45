import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where files live: the disk, or a bucket (storage-s3.server.ts). Keys are ours, never a stranger's file name. */
export interface BlobStore {
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<{ stream: Readable; size: number } | null>;
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9/_-]*(\.[a-z0-9]+)?$/;

/** Throws a RangeError on what is no key of ours; the key otherwise. */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.length > 200)
    throw new RangeError(`clé de fichier refusée : ${JSON.stringify(key)}`);
  return key;
}

/** Files below one folder. Throws a RangeError on a key that is not lower-case letters, digits, `/`, `-`, `_` and one ending. */
export function diskStore(folder: string): BlobStore {
  const fileOf = (key: string) => path.join(folder, checkedKey(key));
  return {
    async put(key, content) {
      const file = fileOf(key);
      const draft = `${file}.${randomUUID()}.tmp`;
      await mkdir(path.dirname(file), { recursive: true });
      try {
        await pipeline(
          content instanceof Readable ? content : Readable.from([content]),
          createWriteStream(draft),
        );
        // Renamed once complete: a reader never sees half a file, nor does a full disk leave one.
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      const file = fileOf(key);
      const found = await stat(file).catch(() => null);
      return found?.isFile() ? { stream: createReadStream(file), size: found.size } : null;
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  };
}
