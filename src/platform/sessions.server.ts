import { hashToken, newToken } from './auth.server.ts';
import { clock } from './clock.server.ts';
import type { Queryable } from './db.server.ts';
import type { DB } from './db.types.ts';
import type { Env } from './env.server.ts';

const DAY_SECONDS = 86_400;
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 90;
/** How exact « vu il y a 5 minutes » is. */
const SEEN_MS = 300_000;

/** About the client: what a session remembers, and what attempts are counted against. */
export interface Visit {
  readonly ip: string;
  readonly userAgent: string;
  /** The session cookie that came along: it dies with the new session (security.md, threat 6). */
  readonly oldToken: string | undefined;
}

/** What the browser is given of a session. */
export interface SessionCookie {
  readonly token: string;
  /** Undefined: the cookie lasts as long as the browser. */
  readonly maxAgeSeconds: number | undefined;
}

/** Tables that hold sessions: their columns say so, and each belongs to a room. */
type SessionTable = {
  [Table in keyof DB]:
    | 'tokenHash'
    | 'accountId'
    | 'remembered'
    | 'userAgent'
    | 'seenAt'
    | 'expiresAt' extends keyof DB[Table]
    ? Table
    : never;
}[keyof DB];

/** What is read with a session to know whose it is. */
interface SessionHolder {
  readonly demo: boolean;
  readonly seenAt: Date;
}

/** Reads the holder of a session that is open at `now`. */
type FindHolder<Holder> = (db: Queryable, tokenHash: Buffer, now: Date) => Promise<Holder | undefined>;

/**
 * Sessions of one kind of account, kept in `table` of the room that calls this: the rules that all of them obey. Only
 * the hash of a token is stored.
 */
export function sessionsIn<Holder extends SessionHolder>(table: SessionTable, find: FindHolder<Holder>) {
  const end = async (db: Queryable, token: string): Promise<void> => {
    await db.deleteFrom(table).where('tokenHash', '=', hashToken(token)).execute();
  };
  return {
    /** Opens a session of its own for this account and ends the one that was open in that browser. */
    async open(
      db: Queryable,
      accountId: number,
      { userAgent, oldToken }: Pick<Visit, 'userAgent' | 'oldToken'>,
      remembered: boolean,
    ): Promise<SessionCookie> {
      const token = newToken();
      const now = clock.now();
      const seconds = (remembered ? REMEMBERED_DAYS : SESSION_DAYS) * DAY_SECONDS;
      if (oldToken) await end(db, oldToken);
      await db
        .insertInto(table)
        .values({
          tokenHash: hashToken(token),
          accountId,
          remembered,
          userAgent,
          createdAt: now,
          seenAt: now,
          expiresAt: new Date(now.getTime() + seconds * 1000),
        })
        .execute();
      return { token, maxAgeSeconds: remembered ? seconds : undefined };
    },

    /** Gives a session a new token and leaves its end as it was; null when the session is gone. */
    async renew(db: Queryable, oldToken: string): Promise<SessionCookie | null> {
      const token = newToken();
      const renewed = await db
        .updateTable(table)
        .set({ tokenHash: hashToken(token) })
        .where('tokenHash', '=', hashToken(oldToken))
        .returning(['remembered', 'expiresAt'])
        .executeTakeFirst();
      if (!renewed) return null;
      const seconds = Math.floor((renewed.expiresAt.getTime() - clock.now().getTime()) / 1000);
      return { token, maxAgeSeconds: renewed.remembered ? seconds : undefined };
    },

    /** Reads who holds a session; null when it is unknown or past, or when `demo` accounts are none here. */
    async holder(db: Queryable, token: string, { demo }: { demo: boolean }): Promise<Holder | null> {
      const now = clock.now();
      const tokenHash = hashToken(token);
      const holder = await find(db, tokenHash, now);
      if (!holder || (holder.demo && !demo)) return null;
      // Writes once in a while, and a failure fails nothing else: with a full disk people still read.
      if (now.getTime() - holder.seenAt.getTime() > SEEN_MS)
        await db
          .updateTable(table)
          .set({ seenAt: now })
          .where('tokenHash', '=', tokenHash)
          .execute()
          .catch(() => {});
      return holder;
    },

    /** Ends one session, if it is open. */
    end,

    /** Ends the sessions of an account on every device, except the one of the token given. */
    async endAll(db: Queryable, accountId: number, except?: string): Promise<void> {
      let query = db.deleteFrom(table).where('accountId', '=', accountId);
      if (except) query = query.where('tokenHash', '!=', hashToken(except));
      await query.execute();
    },

    /** Deletes the sessions that are past. */
    async deleteExpired(db: Queryable): Promise<void> {
      await db.deleteFrom(table).where('expiresAt', '<=', clock.now()).execute();
    },
  };
}

/** The name of a cookie: `__Host-` where browsers grant it, https or a loopback origin (interface.md, fine points 8). */
export function hostCookieName(env: Pick<Env, 'publicUrl'>, name: string): string {
  const { protocol, hostname } = new URL(env.publicUrl);
  const trusted = protocol === 'https:' || hostname === 'localhost' || hostname.startsWith('127.');
  return trusted ? `__Host-${name}` : name;
}

/** The value of a cookie in a `Cookie` header; undefined when it is not there. */
export function cookieIn(cookies: string | null, name: string): string | undefined {
  return (cookies ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
