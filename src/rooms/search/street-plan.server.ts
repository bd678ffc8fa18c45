import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Env } from '#platform/env.server.ts';
import type { Log } from '#platform/log.server.ts';
import { type Tile, tileAddress } from './base-map.ts';
import { StreetCache } from './street-cache.server.ts';
import { Absent, downloadImage, type PictureType, reasonOf, Trouble, typeOf } from './street-image.server.ts';
import { type Reader, TileQueue } from './tile-queue.server.ts';

export type StreetTile =
  | { readonly kind: 'picture'; readonly bytes: Buffer; readonly type: PictureType }
  /** The plan has nothing there. */
  | { readonly kind: 'none' }
  /** The plan does not answer, or too many tiles are asked of it: worth asking again in so many seconds. */
  | { readonly kind: 'away' | 'busy'; readonly seconds: number };

const QUEUE = { lanes: 12, waiting: 200, waitingPerClient: 24 };
/** A tile may wait for its turn so much longer than the plan may be silent: those asked for at once learn that it is. */
const TURN_MS = 1_000;
const BUSY_SECONDS = 5;
/** After so many failures in a row the plan is not asked for a while. */
const TRIES = 4;
const PAUSE_MS = 30_000;
const LONGEST_REST_MS = 600_000;
/** The plan is published again every few weeks. A place without a tile may be a fault of one day. */
const FRESH_MS = 30 * 86_400_000;
const FRESH_NOTHING_MS = 86_400_000;

const NOTHING = Buffer.alloc(0);

const plans = new WeakMap<Env, StreetPlan>();

/**
 * A tile of the plan of streets (MAP_TILES_URL), from the disk, or asked for once by us: the plan never hears of who looks at a map.
 * Never throws for a plan that fails, is slow, or sends what is no picture.
 */
export function streetTile(
  { env, log }: Pick<Services, 'env' | 'log'>,
  tile: Tile,
  reader: Reader,
): Promise<StreetTile> {
  const plan = plans.get(env) ?? new StreetPlan(env, log);
  plans.set(env, plan);
  return plan.tile(tile, reader);
}

class StreetPlan {
  readonly #env: Env;
  readonly #log: Log;
  readonly #cache: StreetCache;
  readonly #queue: TileQueue<StreetTile>;
  readonly #timeoutMs: number;
  /** A picture has come from this address, to this process or to the disk: it is right. */
  #proven = false;
  /** Tiles received, pictures or nothing. */
  #answers = 0;
  #failures = 0;
  /** The log says that the plan does not answer. */
  #loggedAway = false;
  /** In milliseconds of the clock, the plan is not asked before: since it fails, and since it asks for it. */
  #pausedUntil = 0;
  #restsUntil = 0;

  constructor(env: Env, log: Log) {
    this.#env = env;
    this.#log = log;
    this.#timeoutMs = env.MAP_TILES_SECONDS * 1000;
    this.#queue = new TileQueue({ ...QUEUE, patienceMs: this.#timeoutMs + TURN_MS });
    this.#cache = new StreetCache(env, log);
  }

  async tile(tile: Tile, reader: Reader): Promise<StreetTile> {
    // Another address is another plan: tiles are never mixed.
    const address = tileAddress(this.#env.MAP_TILES_URL, tile);
    const kept = await this.#cache.get(address);
    const known = kept ? answerOf(kept.bytes) : null;
    if (!kept || !known) return this.#ask(address, reader);
    if (known.kind === 'picture') this.#proven = true;
    const fresh = known.kind === 'none' ? FRESH_NOTHING_MS : FRESH_MS;
    // An old tile is shown at once. The new one is asked for behind those that readers wait for.
    if (clock.now().getTime() - kept.since.getTime() > fresh && this.#pauseLeft() === 0)
      this.#queue.tryNow(address, () => this.#request(address, kept.bytes));
    return known;
  }

  async #ask(address: string, reader: Reader): Promise<StreetTile> {
    if (this.#pauseLeft() > 0) return this.#away();
    const before = this.#answers;
    const answer = await this.#queue.ask(address, reader, () => this.#request(address, NOTHING));
    // A plan that served others meanwhile is not silent: too many tiles are asked of it.
    if (answer === 'full' || (answer === 'late' && this.#answers > before))
      return { kind: 'busy', seconds: BUSY_SECONDS };
    return answer === 'late' ? this.#away() : answer;
  }

  /** `known`: the bytes that the disk has of it. */
  async #request(address: string, known: Buffer): Promise<StreetTile> {
    // The plan may have failed since this tile began to wait.
    if (this.#pauseLeft() > 0) return this.#away();
    try {
      const bytes = await downloadImage(address, this.#env.publicUrl, this.#timeoutMs);
      this.#proven = true;
      return this.#succeeded(address, bytes);
    } catch (error) {
      // A plan that has nothing anywhere is a wrong address. A tile that it had may be missing for a day: it stays.
      return error instanceof Absent && this.#proven ? this.#succeeded(address, known) : this.#failed(error);
    }
  }

  #succeeded(address: string, bytes: Buffer): StreetTile {
    this.#answers += 1;
    this.#failures = 0;
    this.#pausedUntil = 0;
    // A request that was under way when the plan asked for rest does not end it.
    if (this.#loggedAway && this.#pauseLeft() === 0) {
      this.#log.warn('le plan des rues répond de nouveau');
      this.#loggedAway = false;
    }
    this.#cache.put(address, bytes);
    return answerOf(bytes) ?? { kind: 'none' };
  }

  #failed(error: unknown): StreetTile {
    this.#failures += 1;
    const now = clock.now().getTime();
    const restMs = error instanceof Trouble ? error.restMs : null;
    if (restMs !== null)
      this.#restsUntil = Math.max(this.#restsUntil, now + Math.min(restMs || PAUSE_MS, LONGEST_REST_MS));
    if (this.#failures >= TRIES) this.#pausedUntil = now + PAUSE_MS;
    if (this.#pauseLeft() > 0 && !this.#loggedAway) {
      this.#log.warn({ reason: reasonOf(error) }, 'le plan des rues ne répond pas : cartes sans rues');
      this.#loggedAway = true;
    }
    return this.#away();
  }

  /** In seconds. */
  #pauseLeft(): number {
    const until = Math.max(this.#pausedUntil, this.#restsUntil);
    return Math.max(0, Math.ceil((until - clock.now().getTime()) / 1000));
  }

  #away(): StreetTile {
    return { kind: 'away', seconds: Math.max(1, this.#pauseLeft()) };
  }
}

/** What the bytes of a tile mean; null: they are no picture. */
function answerOf(bytes: Buffer): StreetTile | null {
  if (bytes.byteLength === 0) return { kind: 'none' };
  const type = typeOf(bytes);
  return type && { kind: 'picture', bytes, type };
}
