interface QueueLimits {
  /** Pieces of work at a time. */
  readonly lanes: number;
  /** Keys that wait for a lane, in all and for one client. */
  readonly waiting: number;
  readonly waitingPerClient: number;
  /** How long a reader waits, for a lane and for its work. */
  readonly patienceMs: number;
}

export interface Reader {
  /** Whom requests are counted against, by `clientOf`. */
  readonly client: string;
  /** Aborted when the request is closed before its answer; null: it cannot be known. */
  readonly gone: AbortSignal | null;
}

/** `full`: too many wait already, in all or of this client. `late`: not served in time, or no reader is left. */
export type Unserved = 'full' | 'late';

interface Entry<T> {
  readonly key: string;
  readonly client: string;
  readonly work: () => Promise<T>;
  readonly result: PromiseWithResolvers<T>;
  readers: number;
}

/** Work that many readers ask for and few lanes do: once for each key, the newest key first, a fair share for each client. */
export class TileQueue<T> {
  readonly #limits: QueueLimits;
  /** Waiting or under way. */
  readonly #entries = new Map<string, Entry<T>>();
  /** Oldest first. */
  readonly #waiting: Entry<T>[] = [];
  #busy = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** The result of `work`, or of the work that waits or is under way for this key. */
  async ask(key: string, { client, gone }: Reader, work: () => Promise<T>): Promise<T | Unserved> {
    if (gone?.aborted) return 'late';
    const entry = this.#entries.get(key) ?? this.#enter(key, client, work);
    if (!entry) return 'full';
    entry.readers += 1;
    const late = Promise.withResolvers<'late'>();
    const giveUp = () => late.resolve('late');
    const timer = setTimeout(giveUp, this.#limits.patienceMs);
    gone?.addEventListener('abort', giveUp);
    try {
      return await Promise.race([entry.result.promise, late.promise]);
    } finally {
      clearTimeout(timer);
      gone?.removeEventListener('abort', giveUp);
      entry.readers -= 1;
      if (entry.readers === 0) this.#drop(entry);
    }
  }

  /** Begins work that no reader waits for, where a lane is free; else does nothing. `work` must not reject. */
  tryNow(key: string, work: () => Promise<T>): void {
    if (this.#busy < this.#limits.lanes && !this.#entries.has(key)) this.#enter(key, '', work);
  }

  /** Null: it is full. */
  #enter(key: string, client: string, work: () => Promise<T>): Entry<T> | null {
    const { lanes, waiting, waitingPerClient } = this.#limits;
    const free = this.#busy < lanes;
    if (!free) {
      const own = this.#waiting.filter((other) => other.client === client).length;
      if (this.#waiting.length >= waiting || own >= waitingPerClient) return null;
    }
    const entry: Entry<T> = { key, client, work, result: Promise.withResolvers<T>(), readers: 0 };
    this.#entries.set(key, entry);
    if (free) {
      this.#busy += 1;
      void this.#run(entry);
    } else {
      this.#waiting.push(entry);
    }
    return entry;
  }

  /** A lane: this entry, then those that wait. The newest first: its reader is the likeliest to look still. */
  async #run(first: Entry<T>): Promise<void> {
    for (let entry: Entry<T> | undefined = first; entry; entry = this.#waiting.pop()) {
      const { key, work, result } = entry;
      await work().then(result.resolve, result.reject);
      this.#entries.delete(key);
    }
    this.#busy -= 1;
  }

  /** Removes an entry that still waits. */
  #drop(entry: Entry<T>): void {
    const place = this.#waiting.indexOf(entry);
    if (place === -1) return;
    this.#waiting.splice(place, 1);
    this.#entries.delete(entry.key);
  }
}
