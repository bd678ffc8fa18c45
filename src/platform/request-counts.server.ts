import { createHmac } from 'node:crypto';
import { callbackify } from 'node:util';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'kysely';
import { clock } from './clock.server.ts';
import type { Services } from './context.server.ts';
import type { Db } from './db.server.ts';

interface Counted {
  /** In the window that is open. */
  readonly current: number;
  /** What is left of it, in milliseconds. */
  readonly ttl: number;
}

type Done = (error: Error | null, counted?: Counted) => void;

interface RouteLimit {
  readonly shared?: boolean;
  readonly routeInfo?: { readonly method?: unknown; readonly url?: string };
}

/** Clients that one process remembers for each route: more at once, and the first ones are forgotten. */
const REMEMBERED = 10_000;

/** Where @fastify/rate-limit counts: each route in this process, those whose limit is `shared` in the database. */
export function countsIn({ db, env }: Pick<Services, 'db' | 'env'>): FastifyRateLimitStoreCtor {
  class RequestCounts {
    readonly #shared: boolean;
    readonly #route: string;
    readonly #here = new Map<string, { count: number; endsAt: number }>();

    constructor({ shared = false, routeInfo }: RouteLimit) {
      this.#shared = shared;
      this.#route = `${String(routeInfo?.method)} ${routeInfo?.url}`;
    }

    child(limit: RouteLimit): RequestCounts {
      return new RequestCounts(limit);
    }

    incr(client: string, done: Done, timeWindow: number): void {
      if (!this.#shared) return done(null, this.#countHere(client, timeWindow));
      const key = createHmac('sha256', env.secret).update(`count\n${this.#route}\n${client}`).digest();
      callbackify(countShared)(db, key, timeWindow, done);
    }

    #countHere(client: string, timeWindow: number): Counted {
      const now = clock.now().getTime();
      const known = this.#here.get(client);
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + timeWindow };
      window.count += 1;
      // Move the client to the end: the first key of the Map is the least recently used.
      this.#here.delete(client);
      this.#here.set(client, window);
      const [oldest = client] = this.#here.keys();
      if (this.#here.size > REMEMBERED) this.#here.delete(oldest);
      return { current: window.count, ttl: window.endsAt - now };
    }
  }
  return RequestCounts as unknown as FastifyRateLimitStoreCtor;
}

/** One more in the window of this key, which opens with its first. Those that closed leave a few at a time. */
async function countShared(db: Db, key: Buffer, timeWindow: number): Promise<Counted> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + timeWindow);
  const { rows } = await sql<{ count: number; endsAt: Date }>`
    insert into request_count as known (key, count, ends_at) values (${key}, 1, ${endsAt})
    on conflict (key) do update set
      count = case when known.ends_at > ${now} then known.count + 1 else 1 end,
      ends_at = case when known.ends_at > ${now} then known.ends_at else excluded.ends_at end
    returning count, ends_at`.execute(db);
  const { count, endsAt: until } = rows[0]!;
  if (count === 1)
    await sql`
      delete from request_count where key in (
        select key from request_count where ends_at <= ${now} limit 20 for update skip locked)`.execute(db);
  return { current: count, ttl: until.getTime() - now.getTime() };
}
