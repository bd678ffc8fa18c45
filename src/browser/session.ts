import {
  AUTH_CHECK_CACHE_MS,
  AUTH_FAILURE_CACHE_MS,
  AUTH_RETRY_MS,
  STORAGE_KEYS,
} from '#contract/constants.ts';
import { readError } from './read-error.ts';
import { forgetUser, hasAuthCookie, localStore } from './start-up.ts';

/** Who is signed in, as the server says it and as the browser keeps it under `user`. */
export interface KnownUser {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
}

export interface SessionState {
  readonly isAuthenticated: boolean;
  readonly user: KnownUser | null;
}

const anonymous: SessionState = { isAuthenticated: false, user: null };

interface Surroundings {
  /** The server's answer; throws what `callApi` throws. */
  readonly ask: () => Promise<SessionState>;
  readonly hasAuthCookie: () => boolean;
  readonly remembered: () => KnownUser | null;
  readonly remember: (user: KnownUser) => void;
  readonly forget: () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

interface SessionCheck {
  check(): Promise<SessionState>;
  /** Drops the cached check: the next one asks the server. */
  expire(): void;
}

/**
 * The check of specification 4: a success is believed for 5 s, checks at the same time share one request, a failure
 * with an auth cookie is tried again once after 1 s, then the user is cleared and that is believed briefly. An answer
 * that says nothing of the session (a server that restarts) is a failure too, but clears nobody (interface.md, fine
 * points 12); one that asks for patience is not asked again.
 */
export function sessionCheck(around: Surroundings): SessionCheck {
  let known: { state: SessionState; until: number } | null = null;
  let running: Promise<SessionState> | null = null;

  const keep = (state: SessionState, milliseconds: number) => {
    known = { state, until: around.now() + milliseconds };
    return state;
  };

  /** `failed`: nobody, it seems. `unwell`, `busy`: the server said nothing of the session. */
  async function attempt(): Promise<SessionState | 'failed' | 'unwell' | 'busy'> {
    try {
      const state = await around.ask();
      // Signed out elsewhere, or a session of the demonstration that opens nothing here: the cookie says otherwise.
      return state.isAuthenticated || !around.hasAuthCookie() ? state : 'failed';
    } catch (error) {
      const { status } = readError(error);
      if (status === null || status === 401) return 'failed';
      return status >= 500 ? 'unwell' : 'busy';
    }
  }

  async function run(): Promise<SessionState> {
    let found = await attempt();
    if ((found === 'failed' || found === 'unwell') && around.hasAuthCookie()) {
      await around.wait(AUTH_RETRY_MS);
      found = await attempt();
    }
    if (found === 'unwell' || found === 'busy') {
      const user = around.remembered();
      return keep({ isAuthenticated: user !== null, user }, AUTH_FAILURE_CACHE_MS);
    }
    if (found === 'failed') {
      around.forget();
      return keep(anonymous, AUTH_FAILURE_CACHE_MS);
    }
    if (found.user) around.remember(found.user);
    else around.forget();
    return keep(found, AUTH_CHECK_CACHE_MS);
  }

  return {
    check() {
      if (known && around.now() < known.until) return Promise.resolve(known.state);
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    expire() {
      known = null;
    },
  };
}

/** The call of the check. Every page makes it: written here, it does not bring the schemas of its room along. */
export const WHO_IS_THERE = { method: 'GET', path: '/auth/check' } as const;

/**
 * Where the check is skipped (specification 4): every path under /agence, /boost, and the pages where agencies sign
 * in, register, search, recover a password, confirm an address and are told that it worked, which all are under them.
 */
export function skipsCheck(pathname: string): boolean {
  return /^\/(agence|boost)(\/|$)/i.test(pathname);
}

/** The user that this browser keeps; null when there is none, or none that can be read. */
export function rememberedUser(): KnownUser | null {
  try {
    const user = JSON.parse(localStore()?.getItem(STORAGE_KEYS.user) ?? 'null') as KnownUser | null;
    return typeof user?.id === 'number' ? user : null;
  } catch {
    return null;
  }
}

/** Keeps the user under `user`, which also tells the other tabs. */
export function rememberUser(user: KnownUser): void {
  try {
    const store = localStore();
    const text = JSON.stringify(user);
    if (store?.getItem(STORAGE_KEYS.user) !== text) store?.setItem(STORAGE_KEYS.user, text);
  } catch {
    // A full or refused storage: the cookie alone says who it is.
  }
}

let ofThisTab: SessionCheck | undefined;

/** The check of this tab. `leaving` is called before a user is cleared, while it is still known who it was. */
export function openSessionCheck(ask: Surroundings['ask'], leaving: () => void): SessionCheck {
  ofThisTab ??= sessionCheck({
    ask,
    hasAuthCookie,
    remembered: rememberedUser,
    remember: rememberUser,
    forget: () => {
      leaving();
      const store = localStore();
      if (store) forgetUser(store);
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: () => Date.now(),
  });
  return ofThisTab;
}

/** Drops the cached session check of this tab. */
export function expireSessionCheck(): void {
  ofThisTab?.expire();
}
