import { createContext, type RouterContextProvider } from 'react-router';
import type { Actor } from './auth.server.ts';
import type { Db } from './db.server.ts';
import type { Env } from './env.server.ts';
import type { Log } from './log.server.ts';
import type { BlobStore } from './storage.server.ts';

/** What the process offers to every door. */
export interface Services {
  readonly db: Db;
  /** A replica for public pages when DATABASE_READ_URL is set, else `db`. */
  readonly readDb: Db;
  readonly env: Env;
  readonly log: Log;
  readonly storage: BlobStore;
}

/** The same, for one request of a page. */
export interface PageServices extends Services {
  readonly actor: Actor;
  readonly requestId: string;
  readonly ip: string;
  /** True when the request comes from this machine itself, not through a proxy. */
  readonly local: boolean;
  /** Database error met while reading the session: the reader is unknown, the page cannot be rendered. */
  readonly trouble: unknown;
  /** Of the content security policy: scripts carry it. */
  readonly nonce: string;
}

export const servicesContext = createContext<PageServices>();

/** Set when a page failed because the database is away for a moment: the answer is then 503. */
export const outageContext = createContext(false);

/** `services(context)` in a loader: who asks, the database, the settings. */
export function services(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(servicesContext);
}
