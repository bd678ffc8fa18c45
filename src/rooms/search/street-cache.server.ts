import path from 'node:path';
import { BoundedFolder, type Kept } from '#platform/bounded-folder.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Env } from '#platform/env.server.ts';
import type { Log } from '#platform/log.server.ts';

const MEGABYTE = 1024 * 1024;
/** How long a disk that refused a tile is not written to. */
const REST_MS = 30_000;
/** Tiles that are held in memory for a slow disk; more are not kept. */
const MOST_UNWRITTEN = 64;

/** Tiles on disk. A disk that is full or slow costs requests to the plan; no reader waits for it, and no map goes without. */
export class StreetCache {
  readonly #folder: BoundedFolder;
  readonly #log: Log;
  /** Read here until they are written. */
  readonly #unwritten = new Map<string, Kept>();
  #failing = false;
  /** In milliseconds of the clock. */
  #restsUntil = 0;

  constructor(env: Env, log: Log) {
    this.#folder = new BoundedFolder(path.join(env.dataDir, 'tiles'), env.MAP_CACHE_MB * MEGABYTE);
    this.#log = log;
  }

  async get(address: string): Promise<Kept | null> {
    return this.#unwritten.get(address) ?? this.#folder.get(address);
  }

  /** Returns before the tile is written. */
  put(address: string, bytes: Buffer): void {
    const now = clock.now();
    if (now.getTime() < this.#restsUntil || this.#unwritten.size >= MOST_UNWRITTEN) return;
    this.#unwritten.set(address, { bytes, since: now });
    void this.#write(address, bytes);
  }

  async #write(address: string, bytes: Buffer): Promise<void> {
    try {
      await this.#folder.put(address, bytes);
      if (this.#failing) this.#log.warn('les tuiles du plan des rues sont de nouveau gardées');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        this.#log.warn({ err: error }, 'les tuiles du plan des rues ne peuvent pas être gardées');
      this.#failing = true;
      this.#restsUntil = clock.now().getTime() + REST_MS;
    } finally {
      this.#unwritten.delete(address);
    }
  }
}
