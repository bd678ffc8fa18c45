import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clock } from './clock.server.ts';

/** Each has its share of the bound, so that making room reads one small folder, not all of them. */
const SHARDS = 128;
/** A disk allocates whole blocks. */
const BLOCK = 4_096;
/** Written before the bytes of each file: a power cut can leave a file that is empty, cut short or full of zeros. */
const CHECKSUM_BYTES = 8;
/** A file that is read again within this time is not marked again. */
const MARKED_FOR_MS = 3_600_000;

export interface Kept {
  readonly bytes: Buffer;
  readonly since: Date;
}

/**
 * Files that may be lost, in a folder that never holds more than so many bytes: a new one takes the place of those that were not
 * read for longest. Any number of processes may share it; each may exceed the bound by the files that it is writing.
 */
export class BoundedFolder {
  readonly #folder: string;
  readonly #share: number;
  /** The last write of each shard. */
  readonly #writes = new Map<string, Promise<unknown>>();

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#share = Math.floor(maxBytes / SHARDS);
  }

  /** Null when there is no such file, it cannot be read, or it is not what was written. */
  async get(key: string): Promise<Kept | null> {
    try {
      // One handle for all: another file may take the name meanwhile, and must not get the dates of this one.
      const handle = await open(this.#fileOf(key));
      try {
        const { atime, mtime } = await handle.stat();
        const stored = await handle.readFile();
        const bytes = stored.subarray(CHECKSUM_BYTES);
        if (!checksumOf(bytes).equals(stored.subarray(0, CHECKSUM_BYTES))) return null;
        const now = clock.now();
        if (now.getTime() - atime.getTime() > MARKED_FOR_MS) await handle.utimes(now, mtime).catch(() => {});
        return { bytes, since: mtime };
      } finally {
        await handle.close();
      }
    } catch {
      return null;
    }
  }

  /** Does nothing with a file that is larger than a shard's share. Throws what the disk says. */
  put(key: string, bytes: Uint8Array): Promise<void> {
    const file = this.#fileOf(key);
    const shard = path.dirname(file);
    // One after the other in a shard: two that make room at once would both count the same room.
    const written = (this.#writes.get(shard) ?? Promise.resolve()).then(() => this.#write(file, bytes));
    this.#writes.set(
      shard,
      written.catch(() => {}),
    );
    return written;
  }

  async #write(file: string, bytes: Uint8Array): Promise<void> {
    const size = sizeOnDisk(CHECKSUM_BYTES + bytes.byteLength);
    if (size > this.#share) return;
    const shard = path.dirname(file);
    await mkdir(shard, { recursive: true });
    await makeRoom(shard, this.#share - size);
    const draft = path.join(shard, `${randomUUID()}.tmp`);
    try {
      await writeFile(draft, Buffer.concat([checksumOf(bytes), bytes]));
      const now = clock.now();
      await utimes(draft, now, now);
      // Renamed once complete: a reader never sees half a file.
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  #fileOf(key: string): string {
    const hash = createHash('sha256').update(key).digest('hex');
    const shard = Number.parseInt(hash.slice(0, 2), 16) % SHARDS;
    return path.join(this.#folder, shard.toString(16).padStart(2, '0'), hash);
  }
}

function checksumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}

/** An empty file counts too: there may be many. */
function sizeOnDisk(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK)) * BLOCK;
}

async function makeRoom(shard: string, room: number): Promise<void> {
  const names = await readdir(shard);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(shard, name);
      const { size, atimeMs } = await stat(file).catch(() => ({ size: 0, atimeMs: 0 }));
      return { file, size: sizeOnDisk(size), readAt: atimeMs };
    }),
  );
  let total = found.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of found.toSorted((a, b) => a.readAt - b.readAt)) {
    if (total <= room) return;
    await rm(file, { force: true });
    total -= size;
  }
}
