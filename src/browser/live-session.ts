import { STORAGE_KEYS } from '#contract/constants.ts';
import { loginPathFor, pageAt } from '#contract/paths.ts';
import { restoreFormText, saveFormText } from './form-recovery.ts';
import { navigateWith } from './guard.ts';
import { presence } from './presence.ts';
import { expireSessionCheck, openSessionCheck, type SessionState, skipsCheck } from './session.ts';

interface Page {
  readonly ask: () => Promise<SessionState>;
  /** Whom the page was made for. */
  readonly shown: () => { readonly email: string } | null;
  readonly goTo: (address: string) => void;
  /** Reloads the page for the user who is signed in now. */
  readonly refresh: () => void;
}

export interface LiveSession {
  /** The reader is on this path now. */
  arrive(pathname: string): void;
  stop(): void;
}

/** Keeps the page in sync with the session of specification 4, in this tab and through the others. */
export function startSession({ ask, shown, goTo, refresh }: Page): LiveSession {
  const session = openSessionCheck(ask, saveFormText);
  navigateWith((address) => {
    presence.leave();
    goTo(address);
  });

  /** The session ended: a protected page asks for the login and keeps the way back. */
  function signedOut() {
    const { pathname, search } = window.location;
    const page = pageAt(pathname)?.page;
    if (!page?.protected || page.audience !== 'individual') return refresh();
    presence.leave();
    goTo(loginPathFor('individual', pathname + search));
  }

  async function arrive(pathname: string) {
    if (skipsCheck(pathname) || presence.isAway()) return;
    const { isAuthenticated, user } = await session.check();
    if (presence.isAway()) return;
    if (isAuthenticated) {
      if (user && shown()?.email !== user.email) refresh();
      restoreFormText();
    } else if (shown()) signedOut();
  }

  // The other tabs hear of a login and of a logout by what is kept under `user`.
  function onStorage({ key, newValue }: StorageEvent) {
    if (key !== STORAGE_KEYS.user && key !== null) return;
    expireSessionCheck();
    if (newValue === null) {
      if (shown() && !skipsCheck(window.location.pathname)) signedOut();
    } else {
      presence.comeBack();
      if (!shown()) refresh();
    }
  }

  window.addEventListener('storage', onStorage);
  return {
    arrive: (pathname) => void arrive(pathname),
    stop: () => window.removeEventListener('storage', onStorage),
  };
}
