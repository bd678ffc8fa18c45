import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '#platform/db.server.ts';
import { lastOfFile } from './importing.sql.server.ts';

interface Seen {
  readonly size: number;
  readonly modified: number;
  /** Already handed over in this state. */
  done: boolean;
}

/**
 * A drop folder, looked at again and again. A file is complete once neither its size nor its date moved
 * from one look to the next; it is handed over once, and known by its content after a restart.
 */
export class DropFolder {
  readonly #folder: string;
  readonly #db: Db;
  #seen = new Map<string, Seen>();

  constructor(db: Db, folder: string) {
    this.#db = db;
    this.#folder = folder;
  }

  /** Paths of the files that are complete and new, in the order in which they arrived. */
  async look(): Promise<string[]> {
    const found = await this.#list();
    const ready: { file: string; modified: number }[] = [];
    const next = new Map<string, Seen>();
    for (const { file, size, modified } of found) {
      const before = this.#seen.get(file);
      const still = before?.size === size && before.modified === modified;
      const seen = still ? before : { size, modified, done: false };
      next.set(file, seen);
      if (!still || seen.done || size === 0) continue;
      seen.done = true;
      if (!(await this.#known(file))) ready.push({ file, modified });
    }
    this.#seen = next;
    return ready
      .toSorted((a, b) => a.modified - b.modified || a.file.localeCompare(b.file))
      .map(({ file }) => file);
  }

  async #list(): Promise<{ file: string; size: number; modified: number }[]> {
    const names = (await readdir(this.#folder)).filter((name) =>
      /^[^.].*\.(?:zip|(?:xml|json)(?:\.gz)?)$/i.test(name),
    );
    const found = await Promise.all(
      names.map(async (name) => {
        const file = path.join(this.#folder, name);
        const { size, mtimeMs, isFile } = await stat(file).then(
          (entry) => ({ size: entry.size, mtimeMs: entry.mtimeMs, isFile: entry.isFile() }),
          () => ({ size: 0, mtimeMs: 0, isFile: false }),
        );
        return isFile ? [{ file, size, modified: mtimeMs }] : [];
      }),
    );
    return found.flat();
  }

  async #known(file: string): Promise<boolean> {
    const last = await lastOfFile(this.#db, path.basename(file));
    if (last === null) return false;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    return hash.digest('hex') === last;
  }
}
