import type { Db, Tx } from '#platform/db.server.ts';
import type { Counted, Since } from '../counting.sql.server.ts';
import type { Reader, Sought } from '../found.sql.server.ts';
import type { PageRow } from '../search.sql.server.ts';
import {
  countRecords,
  isMemoryOrder,
  type MemoryPageQuery,
  type MemoryQuery,
  pageOfRecords,
} from './finding.server.ts';
import {
  hasListings,
  nextRecords,
  openRecords,
  type ReadPosition,
  touchedSince,
} from './memory.sql.server.ts';
import { type ListingMemory, STRIDE, TOUCHED_MOST, zonesOfRecord } from './memory.ts';
import { questionOf, spansOf } from './seeking.server.ts';

/** No more are held, whatever their number: 84 bytes each. */
const LISTINGS_MOST = 3_000_000;
const LOOK_EVERY_MS = 60_000;
/** Looks left out after trouble. */
const REST = 5;
/** Listings read at once: the process answers others between. */
const READ = 2_000;
/** Listings written since, from which all are read anew beside: so many, or one in fifty. */
const WORN = { least: 2_000, part: 0.02 };

type Say = (facts: object, message: string) => void;

interface Opening {
  /** Fewer listings on line are found as fast by the database alone. */
  readonly from: number;
  readonly log: { readonly info: Say; readonly warn: Say };
  /** All listings are read at most so often. */
  readonly lookEveryMs?: number;
}

interface Loaded extends ListingMemory, ReadPosition {
  position: string;
}

/**
 * The listings on line in the memory of this process, beside the database (speed.md 5.2), for drawn zones and what a map shows. A cache: it is
 * asked the state of things after each question came, answers null when it cannot say it, and may end at any time.
 */
export class SearchMemory {
  readonly #db: Db;
  readonly #from: number;
  readonly #log: Opening['log'];
  readonly #lookEveryMs: number;
  #loaded: Loaded | null = null;
  #loading: Promise<void> | null = null;
  #nextLook = 0;
  #reading: Promise<Loaded | null> = Promise.resolve(null);
  #nextReading: Promise<Loaded | null> | null = null;

  constructor(db: Db, { from, log, lookEveryMs = LOOK_EVERY_MS }: Opening) {
    this.#db = db;
    this.#from = from;
    this.#log = log;
    this.#lookEveryMs = lookEveryMs;
  }

  /** How many listings it holds; null while the database answers alone. */
  get size(): number | null {
    return this.#loaded && this.#loaded.base.length / STRIDE;
  }

  /** Resolves once what was being read is read. */
  async ready(): Promise<void> {
    await this.#loading;
  }

  /** Forgets all; it is read again in its time. */
  forget(): void {
    this.#loaded = null;
  }

  /** What is on line at one moment after this call; null when it cannot say. */
  async now(): Promise<ListingMemory | null> {
    this.#tend();
    if (!this.#loaded) return null;
    // Those who ask while somebody reads share the next reading: theirs must begin after they asked.
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = null;
      this.#reading = this.#readTouched();
      return this.#reading;
    });
    return this.#nextReading;
  }

  /** Reads all listings, for the first time or anew, in the background. */
  #tend(): void {
    const loaded = this.#loaded;
    const rows = loaded ? loaded.base.length / STRIDE : 0;
    // A listing that goes and comes back takes a place each time.
    const touched = loaded ? Math.max(loaded.touched.size, loaded.lateLength / STRIDE) : 0;
    const worn = loaded && touched > Math.max(WORN.least, rows * WORN.part);
    if (this.#loading || (loaded && !worn) || performance.now() < this.#nextLook) return;
    this.#nextLook = performance.now() + this.#lookEveryMs;
    this.#loading = this.#load()
      .catch((error: unknown) => {
        this.#nextLook = performance.now() + this.#lookEveryMs * REST;
        this.#log.warn({ err: error }, 'annonces non tenues en mémoire : la base répond seule');
      })
      .finally(() => {
        this.#loading = null;
      });
  }

  async #load(): Promise<void> {
    if (!this.#loaded && !(await hasListings(this.#db, this.#from))) return;
    const began = performance.now();
    const loaded = await this.#db.transaction().setIsolationLevel('repeatable read').execute(readAll);
    this.#loaded = loaded;
    const [rows, ms] = [loaded.base.length / STRIDE, Math.round(performance.now() - began)];
    this.#log.info({ rows, ms, mb: Math.round(loaded.base.byteLength / 1e6) }, 'annonces tenues en mémoire');
  }

  async #readTouched(): Promise<Loaded | null> {
    const loaded = this.#loaded;
    if (!loaded) return null;
    try {
      const { position, server, lost, ids, records, live } = await touchedSince(this.#db, loaded.position);
      // Another server, or the same one put back to an earlier moment, or behind the one asked before.
      const elsewhere = server !== loaded.server || BigInt(position) < BigInt(loaded.position);
      const known = ids.reduce((sum, id) => sum + (loaded.touched.has(id) ? 0 : 1), loaded.touched.size);
      if (elsewhere || lost || known > TOUCHED_MOST) {
        if (this.#loaded === loaded) this.#loaded = null;
        return null;
      }
      keepTouched(loaded, ids, records, live);
      loaded.position = position;
      return loaded;
    } catch (error) {
      if (this.#loaded === loaded) this.#loaded = null;
      this.#log.warn({ err: error }, 'annonces tenues en mémoire oubliées : la base répond seule');
      return null;
    }
  }
}

/** The records of a transaction that sees one moment. Throws when a listing does not fit. */
async function readAll(tx: Tx): Promise<Loaded> {
  const { rows, placed, position, server } = await openRecords(tx);
  if (rows > LISTINGS_MOST) throw new Error(`${rows} listings are too many to be held in memory`);
  const base = new Int32Array(rows * STRIDE);
  let read = 0;
  for (;;) {
    const records = await nextRecords(tx, READ);
    if (records.length === 0) break;
    for (const record of records) {
      keepRecord(base, read * STRIDE, record);
      read += 1;
    }
  }
  if (read !== rows) throw new Error(`${read} listings read of ${rows}`);
  const unplaced = new Map<string, number[]>();
  for (let row = placed; row < rows; row += 1) {
    for (const zone of zonesOfRecord(base, row * STRIDE)) {
      const known = unplaced.get(zone);
      if (known) known.push(row);
      else unplaced.set(zone, [row]);
    }
  }
  const late = new Int32Array(1024 * STRIDE);
  return { base, placed, unplaced, touched: new Map(), late, lateLength: 0, position, server };
}

function keepRecord(words: Int32Array, at: number, record: Buffer | null): void {
  if (record?.length !== STRIDE * 4) throw new Error('a listing does not fit in memory');
  for (let word = 0; word < STRIDE; word += 1) words[at + word] = record.readInt32BE(word * 4);
}

/** Puts the listings of `ids` as they are now in the place of what was known of them. */
function keepTouched(held: Loaded, ids: readonly number[], records: Buffer | null, live: number): void {
  const size = STRIDE * 4;
  if ((records?.length ?? 0) !== live * size) throw new Error('a listing does not fit in memory');
  const gone = new Set(ids);
  for (let from = 0; records && from < records.length; from += size) {
    const id = records.readInt32BE(from);
    gone.delete(id);
    const known = held.touched.get(id) ?? -1;
    const at = known >= 0 ? known : held.lateLength;
    if (known < 0) {
      held.lateLength += STRIDE;
      if (held.lateLength > held.late.length) {
        const larger = new Int32Array(held.late.length * 2);
        larger.set(held.late);
        held.late = larger;
      }
      held.touched.set(id, at);
    }
    keepRecord(held.late, at, records.subarray(from, from + size));
  }
  for (const id of gone) held.touched.set(id, -1);
}

const memories = new WeakMap<Db, SearchMemory>();

/** From now on searches of drawn zones and of boxes in this database are answered from memory when there are many listings. */
export function openSearchMemory(db: Db, opening: Opening): SearchMemory {
  const memory = new SearchMemory(db, opening);
  memories.set(db, memory);
  return memory;
}

/** The memory as it is now, for a question that it can answer to this reader; null: the database answers. */
async function heldFor(db: Db, sought: Sought, reader: Reader): Promise<MemoryQuery | null> {
  const memory = reader === null ? memories.get(db) : undefined;
  const question = memory ? questionOf(sought) : null;
  const held = question && (await memory!.now());
  const spans = held && spansOf(held, question);
  return spans && { held, question, spans };
}

/** Counts as `countLive`; null when the database must answer. */
export async function countInMemory(
  db: Db,
  criteria: Sought,
  types: readonly string[] | null,
  days: Since,
  reader: Reader,
): Promise<Counted | null> {
  const found = await heldFor(db, criteria, reader);
  return found && countRecords(found, types, days);
}

/** A page as `pageOfListings`; null when the database must answer. */
export async function pageInMemory(
  db: Db,
  { criteria, reader, ...asked }: MemoryPageQuery & { readonly criteria: Sought; readonly reader: Reader },
): Promise<PageRow[] | null> {
  const found = isMemoryOrder(asked.sort) ? await heldFor(db, criteria, reader) : null;
  return found && pageOfRecords(found, asked);
}
